import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeJson, frozenJson } from '../../src/wire/json-value.ts';

const limits = { maxDepth: 32, maxBytes: 100_000 };

function isFrozenAll(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return Object.isFrozen(value) && Object.values(value).every(isFrozenAll);
}

const odd = fc.constantFrom<unknown>(
  undefined,
  Number.NaN,
  1n,
  new Date(0),
  () => 1,
  Symbol('x'),
  -0,
  '\ud800',
  '\u0000"\\',
  { toJSON: 1 },
  Object.assign([1], { toJSON: 1 }),
  Object.create(null, { a: { value: 1, enumerable: true } }),
  JSON.parse('{"__proto__":{"a":1},"constructor":2}'),
  // oxlint-disable-next-line no-sparse-arrays -- that is what is tested
  [1, , 2],
);

const values = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    { weight: 3, arbitrary: fc.jsonValue() },
    { weight: 1, arbitrary: odd },
    { weight: 2, arbitrary: fc.array(tie('value'), { maxLength: 4 }) },
    { weight: 2, arbitrary: fc.dictionary(fc.string({ maxLength: 4 }), tie('value'), { maxKeys: 4 }) },
  ),
})).value;

describe('a frozen copy', () => {
  test('says what the JSON of the value says, and is refused with the same words', () => {
    fc.assert(
      fc.property(values, fc.constantFrom(100_000, 200, 40, 2), (value, maxBytes) => {
        const json = encodeJson(value, 'it', { ...limits, maxBytes });
        const read = frozenJson(value, 'it', { ...limits, maxBytes });
        if (typeof json !== 'string') {
          expect(read).toEqual(json);
          return;
        }
        const copy: unknown = 'copy' in read ? read.copy : read;
        expect(copy).toStrictEqual(JSON.parse(json));
        expect(JSON.stringify(copy)).toBe(json);
        expect(isFrozenAll(copy)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test('is of one moment: each getter is read once, and what it gives is looked at', () => {
    let reads = 0;
    const value = {
      get a() {
        reads += 1;
        return reads === 1 ? { b: 1 } : () => 'a function';
      },
    };
    expect(frozenJson(value, 'it', limits)).toEqual({ copy: { a: { b: 1 } } });
    expect(reads).toBe(1);
    const broken = Object.defineProperty({}, 'a', {
      enumerable: true,
      get: () => {
        throw new Error('not today');
      },
    });
    expect(frozenJson(broken, 'it', limits)).toEqual({ problem: 'it cannot be read: not today' });
  });

  test('knows no cycles, no depth and no bytes over the limits, to the byte', () => {
    const cycle: unknown[] = [];
    cycle.push(cycle);
    expect(frozenJson(cycle, 'it', limits)).toEqual(encodeJson(cycle, 'it', limits));
    for (const text of ['é'.repeat(40), '\u0001'.repeat(40), 'a'.repeat(40)]) {
      const bytes = Buffer.byteLength(JSON.stringify({ text }));
      expect(frozenJson({ text }, 'it', { ...limits, maxBytes: bytes })).toEqual({ copy: { text } });
      expect(frozenJson({ text }, 'it', { ...limits, maxBytes: bytes - 1 })).toHaveProperty('problem');
    }
  });
});
