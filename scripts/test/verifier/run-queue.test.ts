import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextWidth, openRunQueue } from '../../lesson/process/run-queue.ts';

test('the width stays between the cores and twice the cores, whatever the machine does', () => {
  const idles = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 50 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 64 }), idles, (cores, steps) => {
      let width = cores;
      for (const idle of steps) {
        const next = nextWidth({ width, cores, idle });
        expect(Math.abs(next - width)).toBeLessThanOrEqual(1);
        width = next;
        expect(width).toBeGreaterThanOrEqual(cores);
        expect(width).toBeLessThanOrEqual(2 * cores);
      }
    }),
  );
});

test('idle cores let one more run in, busy ones take it back', () => {
  expect(nextWidth({ width: 2, cores: 2, idle: 0.9 })).toBe(3);
  expect(nextWidth({ width: 4, cores: 2, idle: 0.9 })).toBe(4);
  expect(nextWidth({ width: 4, cores: 2, idle: 0.3 })).toBe(4);
  expect(nextWidth({ width: 4, cores: 2, idle: 0.01 })).toBe(3);
});

test('a fixed width is kept, and closing waits for all that is under way or waiting', async () => {
  const { limit, width, close } = openRunQueue({ cores: 8, fixed: 1 });
  const done: string[] = [];
  void limit(async () => void done.push('first'));
  limit(() => Promise.reject(new Error('no'))).catch(() => done.push('refused'));
  void limit(async () => void done.push('last'));
  await close();
  expect([width(), done.toSorted()]).toEqual([1, ['first', 'last', 'refused']]);
});
