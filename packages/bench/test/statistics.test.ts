import { describe, expect, it } from 'vitest';
import { median, medianRatio, percentile } from '../src/statistics.ts';

describe('statistics', () => {
  it('takes the middle value, or the mean of the two in the middle, whatever the order', () => {
    expect(median([5, 1, 3])).toBe(3);
    expect(median([4, 1, 3, 2])).toBe(2.5);
    expect(median([7])).toBe(7);
    expect(median([])).toBeNaN();
  });

  it('takes percentiles by nearest rank', () => {
    const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
    expect([50, 95, 99, 100].map((percent) => percentile(hundred, percent))).toEqual([50, 95, 99, 100]);
    expect(percentile([3, 1], 0)).toBe(1);
    expect(percentile([], 50)).toBeNaN();
  });

  it('compares within a round, so a slow round does not change a ratio', () => {
    const limit = new Map([
      [1, 10],
      [2, 100],
      [3, 10],
    ]);
    const ours = new Map([
      [1, 12],
      [2, 130],
      [3, 11],
    ]);
    expect(medianRatio(ours, limit)).toBeCloseTo(1.2);
  });

  it('leaves out rounds in which one side failed, and says nothing when none is left', () => {
    expect(medianRatio(new Map([[1, 4]]), new Map([[1, 2]]))).toBe(2);
    expect(medianRatio(new Map([[1, 4]]), new Map([[2, 2]]))).toBeUndefined();
    expect(medianRatio(new Map([[1, 4]]), new Map([[1, 0]]))).toBeUndefined();
  });
});
