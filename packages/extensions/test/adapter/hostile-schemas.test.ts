import { describe, expect, test } from 'vitest';
import { ArgumentValidator } from '../../src/adapter/argument-validator.ts';
import { judgeTools } from '../../src/adapter/judge-tools.ts';
import type { Tool } from '../../src/protocol/tool.ts';
import { longestBlockMs, tooLongMs } from '../support/event-loop.ts';
import { outcomeOf, validatorOf, type Schema } from './support/validators.ts';

const tool = (outputSchema: Schema, name = 'tool'): Tool => ({
  name,
  description: '',
  inputSchema: { type: 'object' },
  outputSchema,
});

function nested(depth: number): Schema {
  let schema: Schema = { type: 'string' };
  for (let level = 0; level < depth; level += 1) schema = { type: 'object', properties: { in: schema } };
  return schema;
}

function wide(count: number): Schema {
  return {
    properties: Object.fromEntries(
      Array.from({ length: count }, (_, index) => [`p${index}`, { type: 'string', maxLength: 9 }]),
    ),
  };
}

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);
const refer = ($ref: string): Schema => ({ $ref });

/** Each part asks the next one twice: 2^30 ways through. */
const doubling: Schema = {
  $ref: '#/$defs/d0',
  $defs: Object.fromEntries([
    ...numbers(30).map((index) => [
      `d${index}`,
      { allOf: [`#/$defs/d${index + 1}`, `#/$defs/d${index + 1}`].map(refer) },
    ]),
    ['d30', true],
  ]),
};

interface Row {
  readonly schema: Schema;
  readonly value: unknown;
  readonly outcome: 'fits' | 'does not fit' | 'unchecked';
  /** Less than by default: a slice is as long, and a busy machine has fewer occasions to interrupt one. */
  readonly maxCheckSteps?: number;
}

/** Of apify/apify-mcp-server#991, elizaOS/eliza#22349 and their kind; what was measured of them with other libraries. */
const rows: Readonly<Record<string, Row>> = {
  '^(a+)+$ against 50,000 characters': {
    schema: { pattern: '^(a+)+$' },
    value: `${'a'.repeat(50_000)}!`,
    outcome: 'does not fit',
  },
  'a pattern with many ways': {
    schema: { pattern: '^(.*.*.*)*x$' },
    value: 'a'.repeat(50_000),
    outcome: 'unchecked',
  },
  'a pattern that counts': {
    schema: { pattern: '(a|aa){1,300}b' },
    value: 'a'.repeat(50_000),
    outcome: 'unchecked',
  },
  'patterns that make many states of few characters': {
    schema: { pattern: '[ab]*a[ab]{60}[cd]' },
    value: numbers(1_500)
      .map((index) => ((index * index) % 7 < 3 ? 'a' : 'b'))
      .join(''),
    outcome: 'does not fit',
  },
  '64 patterns': {
    schema: { allOf: Array.from({ length: 64 }, (_, index) => ({ pattern: `^([a-z]+\\w*){1,${index + 9}}$` })) },
    value: 'a'.repeat(100),
    outcome: 'fits',
  },
  'patterns of names': {
    schema: { patternProperties: Object.fromEntries(numbers(40).map((index) => [`(a+)+${index}$`, {}])) },
    value: Object.fromEntries(numbers(500).map((index) => [`${'a'.repeat(30)}${index}`, index])),
    outcome: 'fits',
  },
  '20,000 properties': { schema: wide(20_000), value: { p1: 'x' }, outcome: 'unchecked' },
  '900 properties, the most that is checked': {
    schema: wide(900),
    value: Object.fromEntries(numbers(900).map((index) => [`p${index}`, 'x'])),
    outcome: 'fits',
  },
  '2,000 deep': { schema: nested(2_000), value: { in: { in: {} } }, outcome: 'unchecked' },
  itself: { schema: { $ref: '#' }, value: {}, outcome: 'unchecked' },
  'all of itself': { schema: { allOf: [{ $ref: '#' }, { $ref: '#' }] }, value: {}, outcome: 'unchecked' },
  'any of itself, or not': {
    schema: { anyOf: [{ not: { $ref: '#' } }, { $ref: '#' }] },
    value: {},
    outcome: 'unchecked',
  },
  'two that refer to each other': {
    schema: { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } },
    value: 1,
    outcome: 'unchecked',
  },
  'a remote $ref': { schema: { $ref: 'https://example.com/schema.json' }, value: {}, outcome: 'unchecked' },
  'look-behind': { schema: { pattern: '(?<=a)b' }, value: 'cb', outcome: 'unchecked' },
  '2^30 ways': { schema: doubling, value: {}, outcome: 'unchecked', maxCheckSteps: 50_000 },
  'many alternatives for many items': {
    schema: { items: { anyOf: Array.from({ length: 200 }, (_, index) => ({ const: -1 - index })) } },
    value: numbers(10_000),
    outcome: 'does not fit',
  },
  'unique items, of which there are many': {
    schema: { uniqueItems: true },
    value: numbers(20_000).map((index) => ({ index })),
    outcome: 'fits',
  },
  'contains, of many': { schema: { contains: { const: -1 } }, value: numbers(200_000), outcome: 'does not fit' },
  'a long array': { schema: { items: { type: 'integer', minimum: 0 } }, value: numbers(200_000), outcome: 'fits' },
  'a large value for an enum of objects': {
    schema: { enum: [{ a: 1 }] },
    value: numbers(200_000),
    outcome: 'does not fit',
  },
  'unevaluated items of many': {
    schema: { prefixItems: [true], unevaluatedItems: { type: 'number' } },
    value: numbers(100_000),
    outcome: 'fits',
  },
  'a deep value': {
    schema: { properties: { a: { $ref: '#' } } },
    value: JSON.parse(`${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`),
    outcome: 'unchecked',
  },
};

describe('neither the budget nor the first check nor the next holds up the event loop', () => {
  test.each(Object.entries(rows))(
    '%s',
    async (_, { schema, value, outcome, maxCheckSteps }) => {
      const limits = maxCheckSteps === undefined ? {} : { maxCheckSteps };
      expect(outcomeOf(await validatorOf(schema, limits).check(value))).toBe(outcome);
      let [judged] = judgeTools([tool(schema)]).kept;
      const budget = await longestBlockMs(() => ([judged] = judgeTools([tool(schema)]).kept));
      let validator = new ArgumentValidator(schema, judged?.output ?? { status: 'checked' }, limits);
      const first = await longestBlockMs(() => {
        validator = new ArgumentValidator(schema, judged?.output ?? { status: 'checked' }, limits);
        return validator.check(value);
      });
      const next = await longestBlockMs(() => validator.check(value));
      expect
        .soft({ budget, first, next })
        .toSatisfy((times: object) => Object.values(times).every((ms) => ms < tooLongMs));
    },
    120_000,
  );
});

// Measured: both lines of the official SDK check the second tool with the schema of the first.
test('two schemas with the same $id are two schemas', async () => {
  const $id = 'https://example.com/shared';
  const one = validatorOf({ $id, $ref: '#/$defs/a', $defs: { a: { type: 'string' } } });
  const other = validatorOf({ $id, $ref: '#/$defs/a', $defs: { a: { type: 'number' } } });
  for (const [value, first, second] of [
    ['x', 'fits', 'does not fit'],
    [1, 'does not fit', 'fits'],
  ] as const) {
    expect([outcomeOf(await one.check(value)), outcomeOf(await other.check(value))]).toEqual([first, second]);
  }
});

test('a schema is not written to, and may be frozen', async () => {
  const freeze = (value: unknown): unknown => {
    if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(freeze);
    return value;
  };
  const schema = freeze({
    $id: 'https://example.com/x',
    properties: { a: { $ref: '#/$defs/b' } },
    $defs: { b: { type: 'string' } },
  }) as Schema;
  expect(outcomeOf(await validatorOf(schema).check({ a: 1 }))).toBe('does not fit');
});

test('names that mean something to objects are names like others', async () => {
  const schema = JSON.parse(
    '{"properties":{"__proto__":{"type":"number"},"constructor":{"type":"number"}},"additionalProperties":false}',
  ) as Schema;
  expect(outcomeOf(await validatorOf(schema).check({}))).toBe('fits');
  expect(outcomeOf(await validatorOf(schema).check(JSON.parse('{"__proto__":1}')))).toBe('fits');
  expect(outcomeOf(await validatorOf(schema).check(JSON.parse('{"__proto__":"x"}')))).toBe('does not fit');
  expect(outcomeOf(await validatorOf(schema).check({ toString: 1 }))).toBe('does not fit');
  expect(outcomeOf(await validatorOf({ $ref: '#/constructor' }).check(1))).toBe('unchecked');
});

test('checks that go on at the same time do not disturb each other', async () => {
  const validator = validatorOf({ items: { type: 'integer' } });
  const good = numbers(20_000);
  const results = await Promise.all([good, [...good, 'x'], good, ['x']].map(async (value) => validator.check(value)));
  expect(results.map(outcomeOf)).toEqual(['fits', 'does not fit', 'fits', 'does not fit']);
});
