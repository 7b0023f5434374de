/** How wide the demos write. Every terminal has that, and so has a page. */
export const columns = 80;

/** Columns that a text takes on a terminal: two for each character of the wide scripts. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const character of text) width += isWide(character.codePointAt(0) ?? 0) ? 2 : 1;
  return width;
}

export function padTo(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - displayWidth(text)));
}

/**
 * Breaks a line of JSON, or of anything, into pieces of at most `width` columns, if it can behind a comma, a colon or an
 * opening brace, and never loses a character.
 */
export function wrapJson(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  let used = 0;
  for (const character of text) {
    const more = displayWidth(character);
    if (used + more > width) {
      const after = breakAfter(line);
      lines.push(line.slice(0, after));
      line = line.slice(after);
      used = displayWidth(line);
    }
    line += character;
    used += more;
  }
  return [...lines, line];
}

/** Of what a server said: without anything that a terminal would obey. */
export function printable(text: string): string {
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  return text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, (character) => {
    return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
  });
}

export function shortened(text: string, maxCharacters: number, more: (count: number) => string): string {
  if (text.length <= maxCharacters) return text;
  // Not in the middle of a pair of surrogates.
  const kept = text.slice(0, maxCharacters).replace(/[\ud800-\udbff]$/, '');
  return `${kept}${more(text.length - kept.length)}`;
}

/** The last good place in the second half of a line, between members before between a name and its value; else its end. */
function breakAfter(line: string): number {
  for (const marks of [
    [',', '{'],
    [':', ' '],
  ]) {
    const at = Math.max(...marks.map((mark) => line.lastIndexOf(mark))) + 1;
    if (at > line.length / 2) return at;
  }
  return line.length;
}

function isWide(code: number): boolean {
  return (
    (code >= 0x1100 && code <= 0x115f) ||
    (code >= 0x2e80 && code <= 0xa4cf) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xfe30 && code <= 0xfe6f) ||
    (code >= 0xff00 && code <= 0xff60) ||
    (code >= 0xffe0 && code <= 0xffe6) ||
    (code >= 0x1f300 && code <= 0x1faff) ||
    (code >= 0x20000 && code <= 0x3fffd)
  );
}
