import { canonicalJson } from '../wire/canonical-json.ts';

/** Bytes of a value as JSON in UTF-8; 0 for what is none, which is refused elsewhere. */
export function jsonBytes(value: unknown): number {
  try {
    return Buffer.byteLength(JSON.stringify(value) ?? '');
  } catch (error) {
    // Nested deeper than the engine goes: JSON all the same, if a server sent it.
    return error instanceof RangeError ? Buffer.byteLength(canonicalJson(value)) : 0;
  }
}
