/** Columns that a character takes on a terminal: two for the wide scripts. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    const wide =
      (code >= 0x1100 && code <= 0x115f) ||
      (code >= 0x2e80 && code <= 0xa4cf) ||
      (code >= 0xac00 && code <= 0xd7a3) ||
      (code >= 0xf900 && code <= 0xfaff) ||
      (code >= 0xfe30 && code <= 0xfe6f) ||
      (code >= 0xff00 && code <= 0xff60) ||
      (code >= 0xffe0 && code <= 0xffe6) ||
      (code >= 0x1f300 && code <= 0x1faff) ||
      (code >= 0x20000 && code <= 0x3fffd);
    width += wide ? 2 : 1;
  }
  return width;
}

const wide = '\\u2e80-\\ua4cf\\uff00-\\uffef';
const opening = '（《「『【“‘';
const closing = '，。、；：？！）》」』】”’…';
/** What stays together: a run of blanks, one wide character or one word, with the punctuation that belongs to it. */
const token = new RegExp(
  `\\s+|[${opening}]*(?![${opening}])[${wide}][${closing}]*|[${opening}]*[^\\s${wide}]+[${closing}]*|[${opening}]+`,
  'gu',
);

/**
 * Breaks one paragraph into lines of at most `columns`. Wide scripts may break between any two characters, but a line
 * never begins with closing punctuation and never ends with opening punctuation.
 */
export function wrapText(text: string, columns: number, indent = ''): string[] {
  const lines: string[] = [];
  let line = '';
  for (const piece of text.match(token) ?? []) {
    const blank = /^\s+$/.test(piece);
    if (!blank && line.trim() !== '' && displayWidth(line) + displayWidth(piece) > columns) {
      lines.push(line.trimEnd());
      line = indent;
    }
    if (blank && line === indent && lines.length > 0) continue;
    line += blank && lines.length + line.length > 0 ? piece.replaceAll('\n', ' ') : piece;
  }
  return [...lines, line.trimEnd()];
}
