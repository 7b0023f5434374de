import { cellWidth, sideBySide } from '../support/side-by-side.ts';
import { displayWidth, printable, wrapJson } from '../support/text.ts';
import { arrows } from '../support/trace.ts';
import type { Words } from '../support/words.ts';
import type { WireLine } from './exchange.ts';

/** One line of the wire in lines of a width: an arrow, a word, and the message, broken where it is too long. */
export function wireText(
  { direction, line }: Pick<WireLine, 'direction' | 'line'>,
  words: Words,
  width: number,
): string[] {
  const prefix = `${arrows[direction]} ${words[direction]} `;
  // Of the first piece the prefix is a part: it is put in front, and the whole is broken.
  const text = printable(line).replaceAll('io.modelcontextprotocol/', '…/');
  const [first = '', ...rest] = wrapJson(text, width - displayWidth(prefix));
  const [second, ...others] = rest.length === 0 ? [] : wrapJson(rest.join(''), width - 2);
  const more = second === undefined ? [] : [second, ...others].map((piece) => `  ${piece}`);
  return [`${prefix}${first}`, ...more].map((piece) => piece.trimEnd());
}

/** Two conversations in two columns: the first message beside the first, the second beside the second, and so on. */
export function conversations(left: readonly WireLine[], right: readonly WireLine[], words: Words): string[] {
  const cell = (line: WireLine | undefined): string[] => (line === undefined ? [] : wireText(line, words, cellWidth));
  const count = Math.max(left.length, right.length);
  return Array.from({ length: count }, (_, at) => sideBySide(cell(left[at]), cell(right[at]))).flat();
}
