import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LineDecoder } from '../../src/wire/line-decoder.ts';

const line = fc.string({ unit: 'grapheme', maxLength: 80 }).map((text) => text.replaceAll('\n', '·'));

function decode(chunks: readonly Buffer[], maxLineBytes: number): [string, number][] {
  const lines: [string, number][] = [];
  const decoder = new LineDecoder({ maxLineBytes, onLine: (text, bytes) => lines.push([text, bytes]) });
  for (const chunk of chunks) if (!decoder.push(chunk)) break;
  return lines;
}

test('any chunking of the same bytes gives the same lines, with their bytes', () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 20 }), fc.array(fc.integer({ min: 1, max: 40 })), (lines, sizes) => {
      const bytes = Buffer.from(lines.map((text) => `${text}\n`).join(''));
      const chunks: Buffer[] = [];
      for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
        const size = sizes[turn % sizes.length] ?? bytes.length;
        chunks.push(bytes.subarray(at, at + size));
        at += size;
      }
      const expected = lines.map((text) => [text, Buffer.byteLength(text)]);
      expect(decode(chunks, 10_000)).toEqual(expected);
    }),
  );
});

test('any bytes in any chunks: lines before the first too long one come, and nothing after it', () => {
  const bytes = fc
    .uint8Array({ maxLength: 400 })
    .map((all) => Buffer.from(all.map((byte) => (byte % 7 === 0 ? 0x0a : byte))));
  fc.assert(
    fc.property(bytes, fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 60 }), (all, size, limit) => {
      const chunks: Buffer[] = [];
      for (let at = 0; at < all.length; at += size) chunks.push(all.subarray(at, at + size));
      const whole = decode([all], limit);
      const pieces = decode(chunks, limit);
      // A chunk that holds a too long line may be given up with what stands before it, or not: never in another order.
      const shorter = whole.length < pieces.length ? whole : pieces;
      expect(pieces.slice(0, shorter.length)).toEqual(whole.slice(0, shorter.length));
      for (const [, length] of [...whole, ...pieces]) expect(length).toBeLessThanOrEqual(limit);
    }),
  );
});

test('a line of many blocks is the same as in one piece, wherever its characters are cut', () => {
  const text = `{"text":"${'工具 é 🧰 plain '.repeat(60_000)}"}`;
  const bytes = Buffer.from(`${text}\n`);
  for (const size of [65_536, 65_537, 100_003, 1_000_000]) {
    const chunks: Buffer[] = [];
    for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size));
    const [[decoded, length] = ['', 0], ...rest] = decode(chunks, 10_000_000);
    expect([decoded === text, length, rest.length]).toEqual([true, bytes.length - 1, 0]);
  }
});

test('a line of blocks of ASCII and of anything else is what its bytes are in one piece', () => {
  const block = 256 * 1024;
  const piece = fc.oneof(
    fc.integer({ min: 1, max: 2 * block + 10 }).map((length) => Buffer.alloc(length, 'plain ')),
    fc.constantFrom('é', '工具', '🧰', '\ufffd').map((text) => Buffer.from(text)),
    // Beginnings of characters that are never finished, ends of ones that never began, and no UTF-8 at all.
    fc.constantFrom([0xf0, 0x9f], [0xe5], [0x80], [0xff], [0xc3]).map((bytes) => Buffer.from(bytes)),
    fc.integer({ min: 1, max: 90_000 }).map((count) => Buffer.from('é'.repeat(count))),
  );
  fc.assert(
    fc.property(
      fc.array(piece, { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 1_000, max: 400_000 }),
      (pieces, size) => {
        const line = Buffer.concat(pieces);
        const bytes = Buffer.concat([line, Buffer.from('\nnext\n')]);
        const chunks: Buffer[] = [];
        for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size));
        const [[text, length] = ['', 0], next, ...rest] = decode(chunks, 10_000_000);
        expect([text === line.toString('utf8'), length, next, rest.length]).toEqual([
          true,
          line.length,
          ['next', 4],
          0,
        ]);
      },
    ),
    { numRuns: 60 },
  );
});
