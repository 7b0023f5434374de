/** Characters kept of something untrusted that is shown to a person. */
const sampleLength = 160;

/**
 * A bounded, printable piece of untrusted text: control characters (also those that move a terminal's cursor, and those
 * that turn the direction of writing) become their escape, and what is cut off is said.
 */
export function printable(text: string, length: number = sampleLength): string {
  // A copy: a slice would keep the whole text alive for as long as it lives itself.
  const cut = text.length > length ? Buffer.from(text.slice(0, length), 'utf16le').toString('utf16le') : text;
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  const safe = cut.replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g, escape);
  return cut.length < text.length ? `${safe.toWellFormed()}… (${text.length} characters)` : safe.toWellFormed();
}

/** What somebody threw, or gave as a reason, in printable words: it may be anything, and refuse to say what it is. */
export function wordsOf(thrown: unknown, otherwise: string): string {
  try {
    return printable(thrown instanceof Error ? thrown.message : String(thrown));
  } catch {
    return otherwise;
  }
}

function escape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
