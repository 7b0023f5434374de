import { sha256 } from '../base/sha256.ts';
import { canonicalJson } from '../wire/canonical-json.ts';

/**
 * SHA-256 of a value as canonical JSON, lower-case hex. Synchronous: the platform's own waits for a thread, and those that
 * read files may all be taken.
 */
export function hashJson(value: unknown): string {
  return Buffer.from(sha256(Buffer.from(canonicalJson(value)))).toString('hex');
}
