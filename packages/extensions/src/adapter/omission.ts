import { printable } from '../wire/printable.ts';

/** How every line begins that this package adds to the text of an outcome. No line of the server begins so: `disarmed`. */
const opening = '[… ';

/** A line of ours in an outcome's text. The words are ours; what is in them of the server was made printable. */
export function ourLine(words: string): string {
  return `${opening}${words}]`;
}

/**
 * Untrusted text without lines that could pass for ours: a server that writes "[… left out; the whole is in /some/file]"
 * itself gets a backslash before it. (A line counts from every character that a terminal or a model may take for a line
 * break, and behind blanks and what is invisible.) Words that only look alike are not stopped by this: what was left out,
 * and where it is, stands in `truncations`, where no server can write.
 */
export function disarmed(text: string): string {
  return text.includes('[…') ? text.replace(likeOurs, '\\') : text;
}

/** The start of such a line. Blanks are looked at from the start of a line only, so it takes linear time. */
const likeOurs = /(?<=^|[\n\r\v\f\u0085\u2028\u2029])(?=[\t\p{Zs}\p{Cf}]*\[…)/gu;

/** 1234567 as 1,234,567, wherever the host runs. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** An untrusted name in a line of ours: on one line, bounded, and without what ends our lines. */
export function quoted(name: string, length: number = 256): string {
  return printable(name, length).replace(/[[\]…]/g, '?');
}
