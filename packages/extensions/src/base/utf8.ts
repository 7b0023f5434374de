/** How many of the first `end` bytes are whole UTF-8 characters: at most three bytes less than `end`. */
export function wholeCharacters(bytes: Uint8Array, end: number = bytes.length): number {
  let start = end - 1;
  while (start >= 0 && end - start < 4 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start -= 1;
  const lead = bytes[start] ?? 0;
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
  return length > 1 && start + length > end ? start : end;
}

/** Where the first whole character begins at or after `from`: bytes that continue an earlier one are stepped over. */
export function characterStart(bytes: Uint8Array, from: number): number {
  let start = from;
  while (start < bytes.length && start - from < 3 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start += 1;
  return start;
}
