import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { test } from 'vitest';
import { sha256 } from '../../src/base/sha256.ts';

test('it is the SHA-256 that everybody has', () => {
  const isSame = (bytes: Uint8Array): boolean => createHash('sha256').update(bytes).digest().equals(sha256(bytes));
  // Around the ends of blocks, where the padding needs one more.
  for (let length = 0; length < 200; length += 1)
    fc.assert(fc.property(fc.constant(new Uint8Array(length).fill(0xa5)), isSame));
  fc.assert(fc.property(fc.uint8Array({ maxLength: 1_000 }), isSame));
});
