import type { RecordOf } from './recording-record.ts';

/** Where and when a line went by. */
export interface FramePlace {
  readonly at: number;
  readonly connection: number;
  readonly from: 'client' | 'server';
  /** As it came over the wire. */
  readonly bytes: number;
}

/** A line that is too long to be kept. */
export function cutFrame(place: FramePlace): RecordOf<'frame'> {
  return { type: 'frame', ...place, isCut: true };
}

/** A line as a record: as a value where that says all of it, so that people can read it too. */
export function frameRecord(place: FramePlace, line: string, invalidUtf8: boolean): RecordOf<'frame'> {
  const message = messageOf(line);
  const said = message === undefined ? { line } : { message };
  return { type: 'frame', ...place, ...said, ...(invalidUtf8 ? { invalidUtf8 } : {}) };
}

/** The line of a record; undefined when it was too long to be kept. */
export function lineOfFrame({ message, line, isCut }: RecordOf<'frame'>): string | undefined {
  if (isCut) return undefined;
  return line ?? JSON.stringify(message);
}

/** The value of a line whose JSON is the line again. */
function messageOf(line: string): unknown {
  if (!line.startsWith('{')) return undefined;
  try {
    const value: unknown = JSON.parse(line);
    return JSON.stringify(value) === line ? value : undefined;
  } catch {
    return undefined;
  }
}
