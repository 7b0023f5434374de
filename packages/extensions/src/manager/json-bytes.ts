/** Bytes of a value as JSON in UTF-8; 0 for what is none, which is refused elsewhere. */
export function jsonBytes(value: unknown): number {
  try {
    return Buffer.byteLength(JSON.stringify(value) ?? '');
  } catch {
    return 0;
  }
}
