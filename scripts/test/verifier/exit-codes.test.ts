import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exitCode, verdictWord, worstOf, type ExitCode } from '../../lesson/exit-codes.ts';

const codes = Object.values(exitCode);

test('nothing found means verified, and every code has a word (V-08)', () => {
  expect(worstOf([])).toBe(0);
  expect(codes.map((code) => verdictWord[code]).every((word) => word.length > 0)).toBe(true);
  expect(codes).toEqual([0, 1, 2, 3, 4, 5, 70, 130]);
});

test('the worst code does not depend on the order in which things were found', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray(codes, { minLength: 1 }), (found) => {
      expect(worstOf(found)).toBe(worstOf(found.toReversed()));
      expect(found).toContain(worstOf(found));
    }),
  );
});

test('what makes other answers worthless wins: 130, 70, 3, 2, 5, 4, 1', () => {
  const order: readonly ExitCode[] = [130, 70, 3, 2, 5, 4, 1, 0];
  order.forEach((code, index) => expect(worstOf(order.slice(index))).toBe(code));
});
