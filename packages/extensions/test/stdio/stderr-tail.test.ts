import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { StderrTail } from '../../src/stdio/stderr-tail.ts';

function tailOf(maxBytes: number, chunks: readonly (string | Buffer)[]): StderrTail {
  const tail = new StderrTail(maxBytes);
  for (const chunk of chunks) tail.push(Buffer.from(chunk));
  return tail;
}

describe('C-24: the tail of stderr', () => {
  it('is empty at first', () => {
    const tail = tailOf(10, []);
    expect([tail.text(), tail.truncated]).toEqual(['', false]);
  });

  it.each([
    ['one chunk', ['0123456789']],
    ['small chunks', ['0', '1234', '56789']],
    ['empty chunks', ['', '0123456789', '']],
  ])('holds all of what just fits: %s', (_, chunks) => {
    const tail = tailOf(10, chunks);
    expect([tail.text(), tail.truncated]).toEqual(['0123456789', false]);
  });

  it.each([
    ['begins with a whole line', ['first line\nsecond line\n'], 16, 'second line\n'],
    ['begins with a word, when the line is long', ['word password more words to come'], 24, 'more words to come'],
    ['begins in its middle, when there are no words', ['x'.repeat(30)], 16, 'x'.repeat(8)],
    ['is cut over the seam of its ring', ['12345678', '9 abc', 'defghij'], 12, 'abcdefghij'],
    ['begins at a character', ['🙂'.repeat(10)], 15, '🙂🙂'],
  ])('%s', (_, chunks, maxBytes, text) => {
    const tail = tailOf(maxBytes, chunks);
    expect([tail.text(), tail.truncated]).toEqual([text, true]);
  });

  it('is always an end of what was written, no longer than the limit, without half characters', () => {
    const chunk = fc.string({ unit: fc.constantFrom('a', ' ', '\n', 'ä', '中', '🙂'), maxLength: 12 });
    fc.assert(
      fc.property(
        fc.array(chunk, { maxLength: 12 }),
        fc.integer({ min: 1, max: 40 }),
        fc.integer(),
        (texts, maxBytes, seed) => {
          const all = Buffer.from(texts.join(''));
          // The pipe cuts where it likes, also inside of characters.
          const size = 1 + (Math.abs(seed) % 7);
          const pieces = Array.from({ length: Math.ceil(all.length / size) }, (__, i) =>
            all.subarray(i * size, (i + 1) * size),
          );
          const tail = tailOf(maxBytes, pieces);
          const text = tail.text();
          expect(texts.join('').endsWith(text)).toBe(true);
          expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maxBytes);
          expect(tail.truncated).toBe(all.length > maxBytes);
          if (!tail.truncated) expect(text).toBe(texts.join(''));
        },
      ),
    );
  });

  it('takes memory for what came, not for what may come', () => {
    const before = process.memoryUsage().arrayBuffers;
    const tail = new StderrTail(64 * 1024 * 1024);
    tail.push(Buffer.from('a few words'));
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1024 * 1024);
    expect(tail.text()).toBe('a few words');
  });

  it.each([4095, 4096, 4097, 10_000, 16_384])('keeps everything while it grows, up to %i bytes', (maxBytes) => {
    const tail = new StderrTail(maxBytes);
    let all = '';
    for (let i = 0; i < 400; i += 1) {
      const piece = `${i} `.repeat(1 + (i % 30));
      tail.push(Buffer.from(piece));
      all += piece;
      expect(all.endsWith(tail.text())).toBe(true);
      if (all.length <= maxBytes) expect(tail.text()).toBe(all);
    }
  });

  it('costs the same for each byte, however small the pieces and large the flood', () => {
    const tail = new StderrTail(16 * 1024);
    const piece = Buffer.from('x');
    // A copy of the whole tail each time would be 80 GB, and would take longer than a test may.
    for (let i = 0; i < 5_000_000; i += 1) tail.push(piece);
    expect(tail.text()).toMatch(/^x+$/);
  });
});
