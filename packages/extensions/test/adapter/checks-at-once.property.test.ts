import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { validatorOf, type Schema } from './support/validators.ts';

// Small values are asked without pauses. `allOf` is never asked that way: both must come to the same.

const names = fc.constantFrom('a', 'b', 'c', '__proto__', 'constructor');

const small = fc.constantFrom<Schema>(
  {},
  { type: 'string', minLength: 2 },
  { type: ['integer', 'null'], minimum: 1 },
  { enum: ['x', 1, null] },
  { const: { a: 1 } },
  { pattern: '^a+$' },
  { type: 'object', minProperties: 2, maxProperties: 3 },
  { items: { type: 'string' } },
  { $ref: '#/nowhere' },
  { type: 'of no kind' },
);

const schemas = fc.letrec<{ schema: Schema | boolean }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3 },
    { weight: 3, arbitrary: fc.oneof(small, fc.boolean()) },
    {
      weight: 3,
      arbitrary: fc.record(
        {
          type: fc.constantFrom('object', 'array'),
          properties: fc.dictionary(names, tie('schema'), { maxKeys: 4 }),
          required: fc.uniqueArray(names, { maxLength: 3 }),
          additionalProperties: tie('schema'),
          patternProperties: fc.dictionary(fc.constantFrom('^a', 'b'), tie('schema'), { maxKeys: 1 }),
          unevaluatedProperties: fc.boolean(),
        },
        { requiredKeys: ['properties'] },
      ),
    },
  ),
})).schema;

const values = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<unknown>('aa', 'x', 1, -2, 1.5, null, true, { a: 1 }, ['x', 2]),
    fc.dictionary(names, tie('value'), { maxKeys: 4 }),
  ),
})).value;

describe('checks without pauses', () => {
  test('come to what the others come to, problem for problem', async () => {
    await fc.assert(
      fc.asyncProperty(schemas, values, async (schema, value) => {
        const slow: Schema = { allOf: [schema] };
        const quick: Schema = typeof schema === 'boolean' ? slow : schema;
        expect(await validatorOf(quick).check(value)).toEqual(await validatorOf(slow).check(value));
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    ['all members fit', 'x', {}],
    ['none does', 1, {}],
    ['the steps run out', 'x', { maxCheckSteps: 500 }],
    ['they run out in the second slice', 'x', { maxCheckSteps: 3_000 }],
  ])('of many members are given up for pauses: %s', async (_, member, limits) => {
    const schema: Schema = { type: 'object', additionalProperties: { type: 'string' } };
    const value = Object.fromEntries(Array.from({ length: 5_000 }, (_value, index) => [`m${index}`, member]));
    const checked = validatorOf(schema, limits).check(value);
    expect(await checked).toEqual(await validatorOf({ allOf: [schema] }, limits).check(value));
  });

  test('of few members are no promise, and of many they are', () => {
    const schema: Schema = {
      type: 'object',
      properties: { a: { type: 'object', properties: { b: { type: 'null' } } } },
    };
    const validator = validatorOf(schema);
    expect(validator.check({ a: { b: null }, c: 1 })).toEqual({ ok: true, verdict: { status: 'checked' } });
    expect(validator.check({ a: { b: 0 } })).toEqual({
      ok: false,
      problems: [{ path: '/a/b', message: 'must be of type null' }],
    });
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`m${index}`, 1]));
    expect(validator.check({ a: { b: null }, ...many })).toBeInstanceOf(Promise);
  });
});
