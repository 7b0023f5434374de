import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { textsIn } from '../../src/trace/texts-in.ts';
import { withoutValues, withoutWord } from '../../src/trace/without-values.ts';

const mark = '#';
/** Few letters, so that values are found in each other, and overlap. */
const letters = fc.string({ unit: fc.constantFrom('a', 'b', '-'), maxLength: 60 });

describe('values that are taken out', () => {
  test('of eight characters and more are nowhere in what is left', () => {
    fc.assert(
      fc.property(fc.array(letters, { maxLength: 5 }), letters, (values, text) => {
        const left = withoutValues(text, values, mark);
        for (const value of values) if (value.length >= 8) expect(left).not.toContain(value);
      }),
    );
  });

  test('are found by any part of 16 characters', () => {
    const value = Array.from({ length: 100 }, (_, at) => `${at}/`).join('');
    fc.assert(
      fc.property(fc.nat(value.length - 16), fc.integer({ min: 16, max: 60 }), (from, length) => {
        const part = value.slice(from, from + length);
        expect(withoutValues(`<${part}>`, [value], mark)).toBe(`<${mark}>`);
      }),
    );
  });

  test('leave everything else as it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('x', 'y', ' '), maxLength: 50 }), letters, (text, value) => {
        expect(withoutValues(text, [value], mark)).toBe(text);
      }),
    );
  });

  test.each([
    [
      'one after the other and over each other, they are one hole',
      'abcdefghIJKLMNOP',
      ['abcdefgh', 'efghIJKL', 'IJKLMNOP'],
      '#',
    ],
    ['short ones are whole words alone', 'name, names, name', ['name'], '#, names, #'],
    ['shorter ones are left', 'a an abc', ['a', 'an', 'abc'], 'a an abc'],
    ['what stands in patterns and replacements has no meaning', 'a $&.*secret$1 b', ['$&.*secret$1'], 'a # b'],
    [
      'half of one is left, where it may be a word',
      'https://other.example',
      ['https://mine.example/path'],
      'https://other.example',
    ],
  ])('%s', (_what, text, values, left) => {
    expect(withoutValues(text, values, mark)).toBe(left);
  });

  test('a word is one between other characters than letters and digits, of any script', () => {
    expect(withoutWord('ada ada. (ada) Канada adaß ada1 x/ada', 'ada', mark)).toBe('# #. (#) Канada adaß ada1 x/#');
  });

  test('the cost is bounded, whatever the text repeats', { timeout: 60_000 }, () => {
    const value = 'a'.repeat(4_096);
    expect(
      withoutValues(
        'a'.repeat(16_384),
        Array.from({ length: 100 }, (_, at) => value.slice(at)),
        mark,
      ),
    ).toBe(mark);
    const almost = `${'a'.repeat(15)}b`.repeat(256);
    const text = `${'a'.repeat(16_384)}!`;
    expect(withoutValues(text, [almost], mark) === text).toBe(true);
  });
});

describe('texts in a value', () => {
  test('are found at any depth, with numbers that are long', () => {
    const value = { a: 'one', b: ['two', { c: 'three', d: 12_345, e: 123_456, f: true, g: null }] };
    expect(textsIn(value).toSorted()).toEqual(['123456', 'one', 'three', 'two']);
  });

  test('are found in anything, and no more than there is room for', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(textsIn(value).length).toBeLessThanOrEqual(500);
      }),
    );
    expect(textsIn(Array.from({ length: 10_000 }, (_, at) => `text ${at}`))).toHaveLength(500);
    const long = Array.from({ length: 400 }, (_, at) => `${at}${'x'.repeat(10_000)}`);
    expect(textsIn(long).join('').length).toBeLessThanOrEqual(260 * 1024);
  });
});
