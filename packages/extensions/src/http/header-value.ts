/** Printable ASCII, with no space at either end: what a header carries as it is. */
const plain = /^(?:[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?)?$/;

/** Looks like what is encoded, and would be decoded. */
const encoded = /^=\?base64\?.*\?=$/i;

/**
 * A text as the value of a header: as it is, or as the base64 of its UTF-8. Source: 2026-07-28,
 * basic/transports/streamable-http.
 */
export function headerValue(text: string): string {
  const isPlain = plain.test(text) && !encoded.test(text);
  return isPlain ? text : `=?base64?${Buffer.from(text, 'utf8').toString('base64')}?=`;
}

/** Visible characters of Latin-1, blanks and tabs: nothing that ends a line. */
export function isHeaderText(text: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(text);
}
