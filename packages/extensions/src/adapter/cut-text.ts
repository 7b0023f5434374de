import { wholeCharacters } from '../base/utf8.ts';

/** The beginning of a text. */
export interface CutText {
  readonly text: string;
  /** Bytes of it as UTF-8, and its lines: one more than its newlines. */
  readonly bytes: number;
  readonly lines: number;
  /** It is the whole text. */
  readonly isWhole: boolean;
}

/**
 * As much of a text as fits, to a whole character: no byte sequence and no surrogate pair is cut. Takes time for what is
 * kept, not for what there is.
 */
export function cutText(text: string, maxBytes: number, maxLines: number): CutText {
  // A character has one byte at least.
  const rough = text.length > maxBytes ? text.slice(0, maxBytes) : text;
  const { end, lines } = lineEnd(rough, maxLines);
  const candidate = end < rough.length ? rough.slice(0, end) : rough;
  const bytes = Buffer.byteLength(candidate);
  if (candidate.length === text.length && bytes <= maxBytes) return { text, bytes, lines, isWhole: true };
  // Through bytes: a slice would keep the whole text alive, and may end in half of a pair, which is three bytes too many here.
  const encoded = Buffer.from(candidate);
  const kept = wholeCharacters(encoded, Math.min(encoded.length, maxBytes));
  const shown = encoded.toString('utf8', 0, kept);
  return { text: shown, bytes: kept, lines: linesIn(shown), isWhole: false };
}

export function linesIn(text: string): number {
  return lineEnd(text, Infinity).lines;
}

/** Where the last of the lines that are allowed ends, and how many they are. */
function lineEnd(text: string, maxLines: number): { end: number; lines: number } {
  let lines = 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
    if (lines >= maxLines) return { end: at, lines };
    lines += 1;
  }
  return { end: text.length, lines };
}
