import { describe, expect, test } from 'vitest';
import { judgeTools } from '../../src/adapter/judge-tools.ts';
import type { Tool } from '../../src/protocol/tool.ts';
import { longestBlockMs, tooLongMs } from '../support/event-loop.ts';
import { outcomeOf, validatorOf, type Schema } from './support/validators.ts';

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);
const named = (count: number, valueOf: (index: number) => unknown): Schema => {
  return Object.fromEntries(numbers(count).map((index) => [`p${index}`, valueOf(index)]));
};
const text = 'A property, described at the length that many servers describe theirs, for a model to read.';

/** Schemas that a server with as many tools as it likes may use, and how many tools. */
const lists: Readonly<Record<string, readonly [tools: number, schemaOf: (index: number) => Schema]>> = {
  'small schemas': [2_000, () => ({ properties: { a: { type: 'string' } } })],
  'schemas of 4 KiB, 4 MiB in all': [
    1_000,
    () => ({ properties: named(28, () => ({ type: 'string', description: text })) }),
  ],
  'many small parts': [1_000, () => ({ properties: named(400, () => ({})) })],
  'much that is no schema': [1_000, () => ({ x: numbers(1_900).map(() => []) })],
  patterns: [120, () => ({ properties: named(64, () => ({ pattern: '\\s'.repeat(256) })) })],
  'references to nothing': [1_000, () => ({ allOf: numbers(250).map(() => ({ $ref: '#/x' })) })],
  'references to elsewhere': [1_000, () => ({ allOf: numbers(250).map((index) => ({ $ref: `a${index}` })) })],
  'names for parts': [1_000, () => ({ allOf: numbers(250).map((index) => ({ $id: `a${index}` })) })],
  'too many parts each': [300, () => ({ x: numbers(2_100).map(() => []) })],
  'too many values each': [100, () => ({ x: numbers(40_000) })],
};

describe('whatever a server lists is judged without holding up the event loop', () => {
  test.each(Object.entries(lists))(
    '%s',
    async (_, [count, schemaOf]) => {
      const tools: Tool[] = numbers(count).map((index) => {
        return { name: `t${index}`, description: '', inputSchema: { type: 'object', ...schemaOf(index) } };
      });
      const { kept, rejected } = judgeTools(tools);
      expect(kept.length + rejected.length).toBe(count);
      for (const { reason } of rejected) expect(reason).toMatch(/more than \d+ (?:tools|bytes|objects)/);
      expect(await longestBlockMs(() => judgeTools(tools))).toBeLessThan(tooLongMs);
    },
    60_000,
  );
});

test('a server with a thousand large schemas keeps its tools: what was not looked through is checked when it is used', async () => {
  const schema: Schema = { type: 'object', properties: named(60, () => ({ type: 'string' })) };
  const tools = numbers(800).map((index) => ({ name: `t${index}`, description: '', inputSchema: schema }));
  const { kept, rejected } = judgeTools(tools);
  expect([kept.length, rejected.length]).toEqual([800, 0]);
  expect(kept[0]?.input).toEqual({ status: 'checked' });
  const last = kept.at(-1)?.input;
  expect(last).toMatchObject({
    status: 'unchecked',
    partly: true,
    reason: expect.stringMatching(/too much to look through/),
  });
});

interface Row {
  readonly schema: Schema;
  readonly value: unknown;
  readonly outcome: 'fits' | 'does not fit' | 'unchecked';
}

const many = Object.fromEntries(numbers(20_000).map((index) => [`key ${index}`, index]));
let deep: unknown = 'x';
for (let level = 0; level < 100; level += 1) deep = { ['k'.repeat(190)]: deep };

/** Values that make a small schema much work. */
const rows: Readonly<Record<string, Row>> = {
  'members, listed by many': {
    schema: { allOf: numbers(200).map((index) => ({ minProperties: index, propertyNames: true })) },
    value: many,
    outcome: 'unchecked',
  },
  'members, all looked at by many': {
    schema: { allOf: numbers(100).map(() => ({ additionalProperties: true })), unevaluatedProperties: false },
    value: many,
    outcome: 'unchecked',
  },
  'members to compare': { schema: { uniqueItems: true }, value: [many, many], outcome: 'unchecked' },
  'a long text to compare': { schema: { uniqueItems: true }, value: ['x'.repeat(2_000_000)], outcome: 'unchecked' },
  'a long text to count': { schema: { maxLength: 7_000_000 }, value: 'é'.repeat(8_000_000), outcome: 'unchecked' },
  'a long text that need not be counted': {
    schema: { minLength: 1, maxLength: 9_000_000 },
    value: 'é'.repeat(8_000_000),
    outcome: 'fits',
  },
  'members of a strict schema of many': {
    schema: {
      items: {
        anyOf: numbers(200).map((index) => ({
          properties: named(9, () => true),
          minProperties: index + 9,
          additionalProperties: false,
        })),
      },
    },
    value: numbers(2_000).map(() => ({ other: 1 })),
    outcome: 'does not fit',
  },
  'alternatives far below': {
    schema: {
      anyOf: numbers(100).map(() => ({ $ref: '#/$defs/a' })),
      $defs: { a: { additionalProperties: { anyOf: [{ type: 'null' }, { $ref: '#/$defs/a' }] }, type: 'object' } },
    },
    value: deep,
    outcome: 'does not fit',
  },
  'numbers far apart': {
    schema: { items: { multipleOf: 1e-300 } },
    value: numbers(5_000).map((index) => index + 1e300),
    outcome: 'fits',
  },
};

describe('whatever a value is, its check does not hold up the event loop', () => {
  test.each(Object.entries(rows))(
    '%s',
    async (_, { schema, value, outcome }) => {
      const validator = validatorOf(schema);
      expect(outcomeOf(await validator.check(value))).toBe(outcome);
      expect(await longestBlockMs(() => validatorOf(schema).check(value))).toBeLessThan(tooLongMs);
    },
    60_000,
  );
});
