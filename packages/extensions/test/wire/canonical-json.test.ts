import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src/wire/canonical-json.ts';

describe('canonical JSON', () => {
  it('says the same of values that differ in the order of keys only (OWASP rug pull, gridctl/gridctl#287 case d)', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.integer(), (value, seed) => {
        expect(canonicalJson(shuffled(value, seed))).toBe(canonicalJson(value));
      }),
    );
  });

  it('is JSON, and means what the value means', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it.each([
    [{ b: 1, a: [3, { d: 1, c: 2 }] }, '{"a":[3,{"c":2,"d":1}],"b":1}'],
    [[], '[]'],
    [{}, '{}'],
    [[[], {}], '[[],{}]'],
    [{ a: undefined, b: null }, '{"b":null}'],
    [JSON.parse('{"__proto__": 1}'), '{"__proto__":1}'],
    [{ '\u{1F600}': 1, '\uFFFF': 2 }, '{"\u{1F600}":1,"\uFFFF":2}'],
    ['a\n', String.raw`"a\n"`],
    [undefined, 'null'],
  ])('of %j is %s', (value, text) => {
    expect(canonicalJson(value)).toBe(text);
  });

  it('tells lists in another order apart, and a list from an object with its indices', () => {
    const texts = [[1, 2], [2, 1], { 0: 1, 1: 2 }, [[1], 2], [1, [2]], ['1', 2]].map((value) => canonicalJson(value));
    expect(new Set(texts).size).toBe(texts.length);
  });

  it('takes a schema that is nested as deep as a line is long, and a list that is longer than a call', () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    expect(canonicalJson(JSON.parse(deep))).toBe(deep);
    const long = Array.from({ length: 300_000 }, () => 1);
    expect(canonicalJson(long)).toBe(`[${long.join(',')}]`);
  });
});

/** The same, with the members of its objects in another order. */
function shuffled(value: unknown, seed: number): unknown {
  if (Array.isArray(value)) return value.map((entry) => shuffled(entry, seed));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, member]) => [name, shuffled(member, seed)] as const);
  return Object.fromEntries(seed % 2 === 0 ? entries.toReversed() : entries.toSorted(() => (seed % 3) - 1));
}
