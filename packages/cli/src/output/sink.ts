import type { Writable } from 'node:stream';
import { CliError } from '../cli-error.ts';

/** Whoever read our output went away (`mcp list | head -1`): he has what he wanted. */
export class OutputClosed extends Error {
  override readonly name: string = 'OutputClosed';
}

/** One of our own streams. What is written arrives whole, however slow the reader is, and in order. */
export interface Sink {
  readonly isTerminal: boolean;
  /** Columns of the terminal; undefined where there is none. Asked anew each time: a window changes. */
  readonly columns: () => number | undefined;
  /**
   * Resolves when the system has taken the text.
   *
   * @throws OutputClosed; CliError `CLI_OUTPUT` when it cannot be written for another reason
   */
  write(text: string): Promise<void>;
}

/** Writes what is good to know. Who does not read it, or cannot be told (then: false), changes nothing about what was done. */
export async function tell(sink: Sink, text: string): Promise<boolean> {
  try {
    await sink.write(text);
    return true;
  } catch {
    return false;
  }
}

/** What a pipe without a reader, and a terminal that was hung up, say. */
const goneCodes: readonly unknown[] = [
  'EPIPE',
  'EIO',
  'ECONNRESET',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
];

/** Written at once; the next part waits until this one was taken, so that memory stays small beside the text itself. */
const partLength = 64 * 1024;

/**
 * A sink over a stream of the process. `onGone` is called once when nobody reads any more, also when nothing is being
 * written at that moment.
 */
export function streamSink(stream: Writable & { isTTY?: boolean; columns?: number }, onGone: () => void): Sink {
  let failure: Error | undefined;
  stream.on('error', (error: Error & { code?: unknown }) => {
    if (failure !== undefined) return;
    failure = failureOf(error);
    if (failure instanceof OutputClosed) onGone();
  });
  const writePart = (part: string): Promise<void> =>
    new Promise((resolve, reject) => {
      stream.write(part, (error) => {
        if (error === undefined || error === null) resolve();
        else reject(failure ?? failureOf(error));
      });
    });
  return {
    isTerminal: stream.isTTY === true,
    // A terminal that does not know its size says 0.
    columns: () => (stream.columns === 0 ? undefined : stream.columns),
    async write(text) {
      for (let at = 0; at < text.length;) {
        if (failure !== undefined) throw failure;
        // A character of two halves is not taken apart.
        const isInside = (text.codePointAt(at + partLength - 1) ?? 0) > 0xff_ff;
        const end = at + partLength + (isInside ? 1 : 0);
        await writePart(text.slice(at, end));
        at = end;
      }
    },
  };
}

function failureOf(error: Error & { readonly code?: unknown }): Error {
  if (goneCodes.includes(error.code)) return new OutputClosed();
  const next = 'look at where the output goes: is there room, and may it be written?';
  return new CliError('CLI_OUTPUT', `the output could not be written: ${error.message}`, { next, cause: error });
}
