import fc from 'fast-check';
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { hashJson } from '../../src/adapter/hash-json.ts';
import { canonicalJson } from '../../src/wire/canonical-json.ts';

/** The same value, with the members of its objects in another order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, member]) => [key, reversed(member)]),
  );
}

test('one form for the same value: the order of keys does not count, everything else does', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
      const json = canonicalJson(a);
      expect(JSON.stringify(JSON.parse(json))).toBe(JSON.stringify(JSON.parse(canonicalJson(reversed(a)))));
      expect(canonicalJson(reversed(a))).toBe(json);
      expect(canonicalJson(JSON.parse(json))).toBe(json);
      const isSame = canonicalJson(b) === json;
      expect(isSame).toBe(
        canonicalJson(JSON.parse(JSON.stringify(b))) === canonicalJson(JSON.parse(JSON.stringify(a))),
      );
    }),
  );
});

// RFC 8785, 3.2.2 and 3.2.3: its examples.
test('numbers, strings and the order of keys are those of the RFC', () => {
  const literals =
    '{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/","literals":[null,true,false]}';
  expect(canonicalJson(JSON.parse(literals))).toBe(
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  );
  const keys = { '€': 5, '\r': 1, '\u{1f600}': 6, '\u0080': 3, '\ufb33': 7, ö: 4, '1': 2 };
  expect(Object.values(JSON.parse(canonicalJson(keys)) as object)).toEqual([2, 1, 3, 4, 5, 6, 7]);
  expect(canonicalJson(keys)).toBe('{"\\r":1,"1":2,"\u0080":3,"ö":4,"€":5,"\u{1f600}":6,"\ufb33":7}');
  expect(canonicalJson({ a: undefined, b: -0 })).toBe('{"b":0}');
});

test('the hash is SHA-256 of that form', () => {
  const hash = createHash('sha256').update('{"a":[1],"b":"é"}').digest('hex');
  expect(hashJson({ b: 'é', a: [1] })).toBe(hash);
  expect(hashJson({ b: 'é', a: [2] })).not.toBe(hash);
});
