import { expect, test } from 'vitest';
import { parseDuration } from '../../src/input/duration.ts';

test.each([
  ['500ms', 500],
  ['30s', 30_000],
  ['1.5s', 1_500],
  ['2m', 120_000],
  ['1h', 3_600_000],
])('%s is %d ms', (text, ms) => {
  expect(parseDuration(text)).toBe(ms);
});

test('google-gemini/gemini-cli#1995: a number without a unit is asked about, not guessed', () => {
  expect(() => parseDuration('60')).toThrow(/unit/);
});

test.each(['', 'soon', '-1s', '0s', '0.1ms', '1d', '1000h', 'NaNs', '1e3s', '1s '])('%j is refused', (text) => {
  expect(() => parseDuration(text)).toThrow(/time|unit/);
});
