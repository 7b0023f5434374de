import { expect, test } from 'vitest';
import { outcomeOf, validatorOf, type Schema } from './support/validators.ts';

interface Row {
  readonly schema: Schema;
  readonly fits: readonly unknown[];
  readonly fails: readonly unknown[];
}

const draft07 = { $schema: 'http://json-schema.org/draft-07/schema#' };
const draft2019 = { $schema: 'https://json-schema.org/draft/2019-09/schema' };

const rows: Readonly<Record<string, Row>> = {
  type: { schema: { type: 'integer' }, fits: [0, -3, 1e300, 2.0], fails: [1.5, '1', null, true, [], {}] },
  'list of types': { schema: { type: ['string', 'null'] }, fits: ['', null], fails: [0, false, [], {}] },
  'numbers and arrays are no objects': { schema: { type: 'object' }, fits: [{}], fails: [[], null, 1] },
  enum: {
    schema: { enum: [1, 'a', null, { a: [1] }] },
    fits: [1, 'a', null, { a: [1] }],
    fails: [2, '1', { a: 1 }, {}, [1]],
  },
  'empty enum': { schema: { enum: [] }, fits: [], fails: [1, {}] },
  const: {
    schema: { const: { a: 1, b: [2] } },
    fits: [{ b: [2], a: 1 }],
    fails: [{ a: 1 }, { a: 1, b: [2], c: 3 }, 1],
  },
  'const null and false': {
    schema: { oneOf: [{ const: null }, { const: false }] },
    fits: [null, false],
    fails: [0, '', undefined],
  },
  bounds: { schema: { minimum: 1, exclusiveMaximum: 3 }, fits: [1, 2.9, 'x'], fails: [0, 3] },
  'other bounds': { schema: { exclusiveMinimum: 1, maximum: 3 }, fits: [1.1, 3], fails: [1, 3.1] },
  multipleOf: { schema: { multipleOf: 0.01 }, fits: [0.07, 19.99, 1e22, 0, -4.35, 'x'], fails: [0.075, 1e-10] },
  'tiny multipleOf': { schema: { multipleOf: 1e-8 }, fits: [12_391_239_123, 1e308], fails: [1e-9] },
  'length in characters': {
    schema: { minLength: 2, maxLength: 3 },
    fits: ['ab', '🧰🧰', '🧰🧰🧰', 'é工x'],
    fails: ['a', '🧰', '🧰🧰🧰🧰', 'abcd'],
  },
  pattern: { schema: { pattern: '^[a-z]+\\d$' }, fits: ['ab1', 5], fails: ['1', 'ab', 'ab1\n'] },
  'pattern anywhere': { schema: { pattern: 'b' }, fits: ['abc'], fails: ['ac'] },
  'sizes of arrays': { schema: { minItems: 1, maxItems: 2 }, fits: [[1], [1, 2], 'x'], fails: [[], [1, 2, 3]] },
  uniqueItems: {
    schema: { uniqueItems: true },
    fits: [
      [1, '1', true, [1]],
      [{ a: 1 }, { a: 2 }],
    ],
    fails: [
      [1, 1],
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      [0, -0],
    ],
  },
  'prefixItems and items': {
    schema: { prefixItems: [{ type: 'string' }], items: { type: 'number' } },
    fits: [[], ['a'], ['a', 1, 2]],
    fails: [[1], ['a', 'b']],
  },
  'items of draft-07': {
    schema: { ...draft07, items: [{ type: 'string' }], additionalItems: false },
    fits: [['a'], []],
    fails: [['a', 1], [1]],
  },
  'items of 2019-09': {
    schema: { ...draft2019, items: [{ type: 'string' }], additionalItems: { type: 'number' } },
    fits: [['a', 1]],
    fails: [['a', 'b']],
  },
  contains: { schema: { contains: { type: 'number' } }, fits: [['a', 1], 'x'], fails: [[], ['a']] },
  'minContains and maxContains': {
    schema: { contains: { const: 1 }, minContains: 2, maxContains: 3 },
    fits: [
      [1, 1],
      [1, 0, 1, 1],
    ],
    fails: [[1], [1, 1, 1, 1]],
  },
  'minContains 0': { schema: { contains: { const: 1 }, minContains: 0 }, fits: [[], [2]], fails: [] },
  required: {
    schema: { required: ['a', '__proto__'] },
    fits: [JSON.parse('{"a":1,"__proto__":2}'), []],
    fails: [{ a: 1 }, { a: undefined }, {}],
  },
  'sizes of objects': {
    schema: { minProperties: 1, maxProperties: 2 },
    fits: [{ a: 1 }, { a: 1, b: undefined, c: 2 }],
    fails: [{}, { a: undefined }, { a: 1, b: 2, c: 3 }],
  },
  properties: {
    schema: { properties: { a: { type: 'number' }, toString: { type: 'string' } } },
    fits: [{}, { a: 1, b: 'x' }, { toString: 'x' }],
    fails: [{ a: 'x' }, { toString: 1 }],
  },
  'additionalProperties false': {
    schema: { properties: { a: {} }, patternProperties: { '^x-': {} }, additionalProperties: false },
    fits: [{ a: 1, 'x-b': 2 }],
    fails: [{ b: 1 }, { constructor: 1 }],
  },
  'additionalProperties schema': {
    schema: { additionalProperties: { type: 'number' } },
    fits: [{ a: 1 }],
    fails: [{ a: 'x' }],
  },
  patternProperties: {
    schema: { patternProperties: { '^n': { type: 'number' }, s$: { type: 'string' } } },
    fits: [{ n: 1, s: 'x' }],
    fails: [{ n: 'x' }, { ns: 1 }, { ns: 'x' }],
  },
  propertyNames: { schema: { propertyNames: { maxLength: 2 } }, fits: [{ ab: 1 }], fails: [{ abc: 1 }] },
  dependentRequired: {
    schema: { dependentRequired: { a: ['b'] } },
    fits: [{}, { a: 1, b: 1 }, { b: 1 }],
    fails: [{ a: 1 }],
  },
  dependentSchemas: {
    schema: { dependentSchemas: { a: { required: ['b'] } } },
    fits: [{ b: 1 }, { a: 1, b: 1 }],
    fails: [{ a: 1 }],
  },
  'dependencies of draft-07': {
    schema: { ...draft07, dependencies: { a: ['b'], c: { required: ['d'] } } },
    fits: [
      { a: 1, b: 1 },
      { c: 1, d: 1 },
    ],
    fails: [{ a: 1 }, { c: 1 }],
  },
  allOf: { schema: { allOf: [{ minimum: 1 }, { maximum: 2 }] }, fits: [1, 2], fails: [0, 3] },
  anyOf: { schema: { anyOf: [{ type: 'string' }, { minimum: 2 }] }, fits: ['', 2], fails: [1] },
  oneOf: { schema: { oneOf: [{ multipleOf: 2 }, { multipleOf: 3 }] }, fits: [2, 3], fails: [6, 1] },
  not: { schema: { not: { type: 'string' } }, fits: [1], fails: ['x'] },
  if: { schema: { if: { const: 1 }, then: true, else: { type: 'string' } }, fits: [1, 'x'], fails: [2] },
  'then without if': { schema: { then: false }, fits: [1], fails: [] },
  'true and false': { schema: { properties: { a: true, b: false } }, fits: [{ a: 1 }], fails: [{ b: 1 }] },
  $ref: {
    schema: { $ref: '#/$defs/a', $defs: { a: { type: 'string' } }, maxLength: 1 },
    fits: ['x'],
    fails: [1, 'xx'],
  },
  '$ref of draft-07 hides': {
    schema: {
      ...draft07,
      properties: { a: { $ref: '#/definitions/a', maxLength: 1 } },
      definitions: { a: { type: 'string' } },
    },
    fits: [{ a: 'xx' }],
    fails: [{ a: 1 }],
  },
  '$ref to a place of no schemas': {
    schema: { $ref: '#/x-parts/a', 'x-parts': { a: { type: 'string' } } },
    fits: ['x'],
    fails: [1],
  },
  '$ref with escapes': {
    schema: { $ref: '#/$defs/a~1b~0c%25', $defs: { 'a/b~c%': { type: 'string' } } },
    fits: ['x'],
    fails: [1],
  },
  '$ref to itself below': {
    schema: { properties: { next: { $ref: '#' }, v: { type: 'number' } }, required: ['v'] },
    fits: [{ v: 1, next: { v: 2 } }],
    fails: [{ v: 1, next: {} }],
  },
  $anchor: { schema: { $ref: '#one', $defs: { a: { $anchor: 'one', type: 'string' } } }, fits: ['x'], fails: [1] },
  $id: {
    schema: { $id: 'https://example.com/root', $ref: 'part', $defs: { a: { $id: 'part', type: 'string' } } },
    fits: ['x'],
    fails: [1],
  },
  '$id moves the base': {
    schema: {
      $defs: { a: { $id: 'https://example.com/a', $ref: '#/$defs/b', $defs: { b: { type: 'string' } } } },
      $ref: 'https://example.com/a',
    },
    fits: ['x'],
    fails: [1],
  },
  '$id of draft-07 as an anchor': {
    schema: { ...draft07, allOf: [{ $ref: '#one' }], definitions: { a: { $id: '#one', type: 'string' } } },
    fits: ['x'],
    fails: [1],
  },
  '$dynamicRef with one meaning': {
    schema: { $dynamicAnchor: 'node', type: 'object', properties: { children: { items: { $dynamicRef: '#node' } } } },
    fits: [{ children: [{ children: [] }] }],
    fails: [{ children: [1] }],
  },
  '$recursiveRef with one meaning': {
    schema: { ...draft2019, type: 'object', properties: { a: { $recursiveRef: '#' } } },
    fits: [{ a: {} }],
    fails: [{ a: 1 }],
  },
  unevaluatedProperties: {
    schema: {
      allOf: [{ properties: { a: {} } }],
      anyOf: [{ properties: { b: { const: 1 } } }, true],
      unevaluatedProperties: false,
    },
    fits: [{ a: 1, b: 1 }],
    fails: [{ c: 1 }, { b: 2 }],
  },
  'unevaluatedProperties after if': {
    schema: {
      if: { properties: { k: { const: 1 } }, required: ['k'] },
      then: { properties: { a: {} } },
      unevaluatedProperties: { type: 'string' },
    },
    fits: [{ k: 1, a: 2 }, { k: 'x' }],
    fails: [{ k: 2, a: 'x' }],
  },
  unevaluatedItems: {
    schema: { prefixItems: [true], contains: { type: 'string' }, unevaluatedItems: false },
    fits: [
      [1, 'a', 'b'],
      [1, 'a'],
    ],
    fails: [[1, 'a', 2]],
  },
  'format is a note': { schema: { format: 'email' }, fits: ['x', 1], fails: [] },
  'unknown keywords are notes': {
    schema: { 'x-kind': 5, nullable: true, example: { $ref: '#/nowhere' } },
    fits: [1, null],
    fails: [],
  },
  'keywords of later drafts are notes': {
    schema: { ...draft07, prefixItems: [false], dependentRequired: { a: ['b'] } },
    fits: [[1], { a: 1 }],
    fails: [],
  },
  'what JSON does not have': { schema: {}, fits: [], fails: [undefined, Number.NaN, 1n, () => 1] },
};

test.each(Object.entries(rows))('%s', async (_, { schema, fits, fails }) => {
  const validator = validatorOf(schema);
  for (const value of fits) expect.soft([value, outcomeOf(await validator.check(value))]).toEqual([value, 'fits']);
  for (const value of fails)
    expect.soft([value, outcomeOf(await validator.check(value))]).toEqual([value, 'does not fit']);
  expect.hasAssertions();
});
