import { stripVTControlCharacters } from 'node:util';
import { inTheLesson } from '../check/short-text.ts';

/** Lines that are shown of what a client printed, and characters of one of them: no terminal line is that long. */
const [mostLines, longestLine] = [20, 500];

/** The end of what a client printed, for a terminal. */
export interface OwnOutput {
  readonly lines: readonly string[];
  /** There was more before. */
  readonly isCut: boolean;
}

/** @param kept the end of the output that was kept, of `allBytes` in all */
export function ownOutput(kept: string, allBytes: number): OwnOutput {
  if (kept.trim() === '') return { lines: [], isCut: false };
  const all = kept.trimEnd().split(/\r?\n/);
  // Cut first: what looks for paths takes its time with a line of megabytes.
  const lines = all.slice(-mostLines).map((line) => shown(line.slice(0, longestLine).toWellFormed()));
  return { lines, isCut: all.length > mostLines || allBytes > Buffer.byteLength(kept) };
}

function shown(line: string): string {
  return stripVTControlCharacters(inTheLesson(line)).replaceAll('\t', '  ');
}
