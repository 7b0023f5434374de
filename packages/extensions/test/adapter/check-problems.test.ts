import { expect, test } from 'vitest';
import { check, problemsOf } from './support/validators.ts';

test('each problem says where it is and what is wanted', async () => {
  const schema = {
    type: 'object',
    properties: {
      city: { type: 'string', minLength: 2 },
      days: { type: 'integer', minimum: 1, maximum: 14 },
      unit: { enum: ['celsius', 'fahrenheit'] },
      tags: { type: 'array', items: { type: 'string', pattern: '^[a-z]+$' }, uniqueItems: true },
    },
    required: ['city', 'unit'],
    additionalProperties: false,
  };
  expect(await problemsOf(schema, { days: 0, unit: 'kelvin', tags: ['a', 'B', 'a'], when: 'now' })).toEqual([
    '/city is required',
    '/days must be at least 1',
    '/unit must be one of "celsius", "fahrenheit"',
    '/tags/1 must match the pattern ^[a-z]+$',
    '/tags/2 is there twice',
    '/when is not allowed; allowed: city, days, unit, tags',
  ]);
  expect(await problemsOf(schema, 'x')).toEqual(['must be of type object']);
});

test('of alternatives each says what keeps the value from it', async () => {
  const shape = (kind: string, more: string) => ({
    type: 'object',
    properties: { kind: { const: kind } },
    required: ['kind', more],
  });
  const schema = { properties: { at: { anyOf: [{ type: 'string' }, shape('point', 'x'), shape('line', 'from')] } } };
  expect(await problemsOf(schema, { at: { kind: 'point' } })).toEqual([
    '/at fits no alternative: must be of type string; or /x is required; or /from is required',
  ]);
  expect(await problemsOf({ anyOf: [{ type: 'string' }, { type: 'string', minLength: 3 }] }, 5)).toEqual([
    'must be of type string',
  ]);
  expect(await problemsOf({ oneOf: [{ type: 'number' }, { minimum: 1 }] }, 5)).toEqual([
    'fits more than one of the alternatives, and may fit one only',
  ]);
});

test('there are ten at most, and no value of the arguments is in them', async () => {
  const secret = 'hunter2-and-more';
  const items = Array.from({ length: 1_000 }, () => secret);
  const schema = { items: { type: 'number', maxLength: 3, pattern: '^x', enum: ['a'], not: { type: 'string' } } };
  const result = await check(schema, items);
  expect(result).toMatchObject({ ok: false, problems: { length: 10 } });
  expect(JSON.stringify(result)).not.toContain(secret);
});

test('paths are JSON pointers, bounded and printable', async () => {
  const schema = { additionalProperties: { additionalProperties: false } };
  expect(await problemsOf(schema, { 'a/b~c': { '\u001b[31m': 1 } })).toEqual(['/a~1b~0c/\\u001b[31m is not allowed']);
  const [problem = ''] = await problemsOf(schema, { ['k'.repeat(100_000)]: { x: 1 } });
  expect(problem.length).toBeLessThan(300);
});

test('texts of the schema are bounded and printable', async () => {
  const [problem = ''] = await problemsOf(
    { enum: ['x'.repeat(1_000), '\u202e', ...Array.from({ length: 100 }, (_, i) => i)] },
    true,
  );
  expect(problem.length).toBeLessThan(300);
  expect(problem).toMatch(/\\u202e.*… \(102 values\)$/);
});
