/** Characters of an untrusted text in a table or a drawing. */
const shownLength = 160;

/**
 * What has no look of its own, moves what stands beside it, or turns the direction of writing. U+FE0F, which asks for the
 * colours of an emoji, is no harm.
 */
const unseen = /(?!\ufe0f)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
/** The same but for tabs and the ends of lines: for a text of several lines. */
const unseenInLines = /(?![\t\n]|\ufe0f)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
/** Marks that pile up on one letter reach into the lines above and below. */
const piledMarks = /(\p{M}{2})\p{M}+/gu;

/** An untrusted text that can stand among others: one line, bounded, nothing hidden in it. */
export function shownText(text: string, length: number = shownLength): string {
  return cut(text, length, unseen);
}

/** The same with its lines, for a block of its own. Longer ones do not come into a page. */
export function shownLines(text: string): string {
  return cut(text.replaceAll('\r\n', '\n'), Infinity, unseenInLines);
}

function cut(text: string, length: number, hidden: RegExp): string {
  const part = text.length > length ? text.slice(0, length - 1) : text;
  const seen = part.toWellFormed().replace(hidden, escaped).replace(piledMarks, '$1');
  return part.length < text.length ? `${seen}…` : seen;
}

function escaped(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16);
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
}
