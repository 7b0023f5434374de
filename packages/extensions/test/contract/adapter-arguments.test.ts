import { expect } from 'vitest';
import { ArgumentValidator, type CheckResult } from '../../src/adapter/argument-validator.ts';
import { judgeTools } from '../../src/adapter/judge-tools.ts';
import { longestBlockMs, tooLongMs } from '../support/event-loop.ts';
import { verifies } from './verifies.ts';

/** The answer to a value, from a tool with this input schema. */
async function check(inputSchema: Readonly<Record<string, unknown>>, value: unknown): Promise<CheckResult> {
  const [judged] = judgeTools([{ name: 'tool', description: '', inputSchema }]).kept;
  return new ArgumentValidator(inputSchema, judged?.input ?? { status: 'rejected', reason: 'not kept' }).check(value);
}

const checked = { ok: true, verdict: { status: 'checked' } };

verifies('A-04', 'arguments that do not fit are refused with the place and what is wanted', async () => {
  const schema = {
    type: 'object',
    properties: { n: { type: 'integer' } },
    required: ['n', 'm'],
    additionalProperties: false,
  };
  expect(await check(schema, { n: 'x', o: 1 })).toEqual({
    ok: false,
    problems: [
      { path: '/m', message: 'is required' },
      { path: '/n', message: 'must be of type integer' },
      { path: '/o', message: 'is not allowed; allowed: n' },
    ],
  });
  expect(await check(schema, { n: 1, m: null })).toMatchObject({ ok: false });
  expect(await check({ ...schema, required: ['n'] }, { n: 1 })).toEqual(checked);
});

// apify/apify-mcp-server#991: 12.7 s from 91 bytes.
verifies('A-04', 'a pattern that goes back on itself does not hold up the event loop', async () => {
  const value = { a: `${'a'.repeat(26)}!` };
  const schema = { type: 'object', properties: { a: { pattern: '^(a+)+$' } } };
  expect(await check(schema, value)).toMatchObject({ ok: false });
  expect(await longestBlockMs(() => check(schema, value))).toBeLessThan(tooLongMs);
});

// elizaOS/eliza#22349: 75 bytes that refer to themselves.
verifies('A-04', 'a schema that refers to itself ends, and refuses nothing by that', async () => {
  const itself = { type: 'object', allOf: [{ $ref: '#' }, { $ref: '#' }] };
  expect(await check(itself, {})).toMatchObject({ ok: true, verdict: { status: 'unchecked' } });
  expect(await check(itself, 5)).toMatchObject({ ok: false });
  const tree = { type: 'object', properties: { children: { type: 'array', items: { $ref: '#' } } } };
  expect(await check(tree, { children: [{ children: [] }] })).toEqual(checked);
  expect(await check(tree, { children: [{ children: [1] }] })).toMatchObject({
    problems: [{ path: '/children/0/children/0' }],
  });
});

verifies('A-04', 'what grows without end is given up, and said to be unchecked', async () => {
  const parts = Array.from({ length: 30 }, (_, index) => {
    return [`d${index}`, { allOf: [{ $ref: `#/$defs/d${index + 1}` }, { $ref: `#/$defs/d${index + 1}` }] }];
  });
  const schema = { type: 'object', $ref: '#/$defs/d0', $defs: { ...Object.fromEntries(parts), d30: {} } };
  expect(await check(schema, {})).toMatchObject({
    ok: true,
    verdict: { status: 'unchecked', reason: expect.stringMatching(/steps/) },
  });
});

verifies('A-04', 'a long value is checked in pieces: others have their turn', async () => {
  const schema = { type: 'object', properties: { list: { items: { type: 'integer' } } } };
  const result = check(schema, { list: Array.from({ length: 100_000 }, (_, index) => index) });
  let turns = 0;
  const state = { isOver: false };
  const over = result.then(() => (state.isOver = true));
  while (!state.isOver) {
    turns += 1;
    await new Promise((resolve) => setImmediate(resolve));
  }
  await over;
  expect(await result).toEqual(checked);
  expect(turns).toBeGreaterThan(5);
});

// Measured of both lines of the official SDK: the second of two tools was checked with the schema of the first.
verifies('A-04', 'schemas share nothing, whatever their $id', async () => {
  const schema = (type: string) => ({
    $id: 'https://example.com/x',
    type: 'object',
    properties: { a: { $ref: '#/$defs/a' } },
    $defs: { a: { type } },
  });
  expect(await check(schema('string'), { a: 'x' })).toEqual(checked);
  expect(await check(schema('number'), { a: 'x' })).toMatchObject({ ok: false });
});

verifies('A-04', 'nothing is fetched, and a part that cannot be checked refuses nothing', async () => {
  const schema = {
    type: 'object',
    properties: { a: { $ref: 'https://example.com/a.json' }, b: { pattern: '(?!x)' } },
    required: ['a'],
  };
  expect(await check(schema, { a: 1 })).toMatchObject({
    ok: true,
    verdict: { status: 'unchecked', reason: expect.stringMatching(/nothing is fetched/) },
  });
  expect(await check(schema, { a: 1, b: 'x' })).toMatchObject({ ok: true, verdict: { status: 'unchecked' } });
  expect(await check(schema, {})).toMatchObject({ ok: false, problems: [{ path: '/a' }] });
  expect(await check({ type: 'object', not: { properties: { b: { pattern: '(?!x)' } } } }, { b: 'x' })).toMatchObject({
    ok: true,
  });
});

// Large lists of the same kind stopped probes of life: decocms/studio#4105, #3910.
verifies('A-04', 'making a validator costs nothing: a schema is made ready by the first check', async () => {
  let reads = 0;
  const schema = new Proxy(
    { type: 'object' },
    { get: (target, key) => ((reads += 1), Reflect.get(target, key) as unknown) },
  );
  const validator = new ArgumentValidator(schema, { status: 'checked' });
  expect(reads).toBe(0);
  expect(await validator.check({})).toEqual(checked);
  expect(reads).toBeGreaterThan(0);
});
