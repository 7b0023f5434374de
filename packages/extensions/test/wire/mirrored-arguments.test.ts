import { expect, test } from 'vitest';
import { mirroredArguments } from '../../src/wire/mirrored-arguments.ts';
import type { JsonObject } from '../../src/wire/message.ts';

const marked = { type: 'string', 'x-mcp-header': 'Region' };

/** A schema so many levels deep, with that one at its end. */
function deep(levels: number, end: JsonObject): JsonObject {
  let schema = end;
  for (let level = 0; level < levels; level += 1) schema = { properties: { a: schema, b: { type: 'string' } } };
  return schema;
}

test('an argument is found at its place, however it is nested', () => {
  expect(mirroredArguments(deep(3, { properties: { region: marked } }))).toEqual({
    value: [{ name: 'Region', path: ['a', 'a', 'a', 'region'] }],
  });
});

test('a schema of a hundred thousand levels, or properties, costs no more than its size', () => {
  expect(mirroredArguments(deep(100_000, {}))).toEqual({ value: [] });
  expect(mirroredArguments(deep(100_000, marked))).toEqual({
    problem: 'its x-mcp-header stands deeper than 64 levels',
  });
  const properties = Object.fromEntries(
    Array.from({ length: 200_000 }, (_, index) => [`p${index}`, { type: 'string' }]),
  );
  expect(mirroredArguments({ properties, anyOf: Object.values(properties) })).toEqual({ value: [] });
});

test('as many as servers take headers, and no more', () => {
  const many = (count: number) => ({
    properties: Object.fromEntries(
      Array.from({ length: count }, (_, index) => [`a${index}`, { type: 'string', 'x-mcp-header': `H${index}` }]),
    ),
  });
  expect(mirroredArguments(many(64))).toMatchObject({ value: { length: 64 } });
  expect(mirroredArguments(many(65))).toEqual({ problem: 'its x-mcp-header stands more than 64 times' });
});
