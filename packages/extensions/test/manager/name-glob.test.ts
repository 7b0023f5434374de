import fc from 'fast-check';
import picomatch from 'picomatch';
import { describe, expect, test } from 'vitest';
import { nameGlob } from '../../src/manager/name-glob.ts';

describe('a glob over names', () => {
  test.for([
    ['get_*', ['get_', 'get_user', 'get_a/b'], ['get', 'forget_user', 'Get_user']],
    ['*', ['a', 'a/b', '.hidden', ''], []],
    ['?x', ['ax', '😀x'], ['x', 'aax']],
    ['[a-c]1', ['a1', 'c1'], ['d1', 'A1']],
    ['[!a-c]1', ['d1', '-1'], ['a1', '1']],
    ['[]x]', [']', 'x'], ['[]x]']],
    ['{read,write}_*', ['read_a', 'write_'], ['reads_a', '{read,write}_a']],
    ['a{b,{c,d}e}', ['ab', 'ace', 'ade'], ['a', 'abe', 'ac']],
    ['a{,b}', ['a', 'ab'], ['b']],
    ['{a}', ['{a}'], ['a']],
    ['a\\*', ['a*'], ['ab', 'a\\b']],
    ['[a', ['[a'], ['a']],
    ['{a,b', ['{a,b'], ['a', 'b']],
    ['!a', ['!a'], ['b']],
    ['a.b+c|d', ['a.b+c|d'], ['axb+c|d']],
    ['', [''], ['a']],
  ] as const)('%s', ([pattern, fitting, others]) => {
    const fits = nameGlob(pattern);
    expect(fitting.filter((name) => !fits(name))).toEqual([]);
    expect(others.filter((name) => fits(name))).toEqual([]);
  });

  test('says what picomatch says, where names are no paths', () => {
    const letters = fc.constantFrom('a', 'b', '-', '_');
    const names = fc.string({ unit: letters, minLength: 1, maxLength: 8 });
    const plain = fc.string({ unit: letters, maxLength: 3 });
    const part = fc.oneof(
      plain,
      fc.constantFrom('*', '?', '[ab]', '[^a]', '[a-b]'),
      fc.tuple(plain, plain).map(([one, other]) => `{x${one},y${other}}`),
    );
    const patterns = fc.array(part, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(patterns, names, (pattern, name) => {
        fc.pre(pattern !== '');
        const theirs = picomatch(pattern, { dot: true, nonegate: true, noextglob: true });
        expect(nameGlob(pattern)(name), `${pattern} on ${name}`).toBe(theirs(name));
      }),
      { numRuns: 2_000 },
    );
  });

  test('takes any text, and time that grows with the name and the pattern alone', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (pattern, name) => {
        expect(typeof nameGlob(pattern)(name)).toBe('boolean');
      }),
    );
    // As a regular expression none of these would come to an end.
    const name = 'a'.repeat(256);
    for (const pattern of [
      `${'*a'.repeat(127)}b`,
      `${'*'.repeat(200)}b`,
      `{${'*a'.repeat(100)}b,${'*a'.repeat(20)}c}`,
    ]) {
      expect(nameGlob(pattern)(name)).toBe(false);
    }
    expect(nameGlob('{a,b}'.repeat(50))('ab')).toBe(false);
  });
});
