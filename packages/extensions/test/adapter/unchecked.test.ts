import { describe, expect, test } from 'vitest';
import { ArgumentValidator } from '../../src/adapter/argument-validator.ts';
import { check, outcomeOf, validatorOf, verdictOf, type Schema } from './support/validators.ts';

/** What cannot be checked: the reason, a value that it may or may not allow, and one that the rest of the schema refuses. */
const partly: Readonly<
  Record<string, { readonly schema: Schema; readonly reason: RegExp; readonly value: unknown; readonly fails: unknown }>
> = {
  'look-ahead': {
    schema: { type: 'string', pattern: '^(?=x)', maxLength: 3 },
    reason: /^\/pattern: the pattern looks ahead, which is not checked$/,
    value: 'abc',
    fails: 'abcd',
  },
  'look-behind': { schema: { pattern: '(?<!a)b', maxLength: 3 }, reason: /looks behind/, value: 'abc', fails: 'abcd' },
  'back-reference': { schema: { pattern: '(a)\\1', maxLength: 3 }, reason: /refers back/, value: 'abc', fails: 'abcd' },
  'a long pattern': {
    schema: { pattern: 'a'.repeat(513), maxLength: 3 },
    reason: /has 513 characters, of 512/,
    value: 'abc',
    fails: 'abcd',
  },
  'a pattern that grows': {
    schema: { pattern: '((a{30}){30}b){5}', maxLength: 3 },
    reason: /repeats too much/,
    value: 'abc',
    fails: 'abcd',
  },
  'a broken pattern': {
    schema: { pattern: '[z-a', maxLength: 3 },
    reason: /a class without an end/,
    value: 'abc',
    fails: 'abcd',
  },
  'a remote $ref': {
    schema: { $ref: 'https://example.com/x', maxLength: 3 },
    reason: /nothing is fetched/,
    value: 'abc',
    fails: 'abcd',
  },
  'a file': {
    schema: { $ref: 'file:///etc/passwd', maxLength: 3 },
    reason: /nothing is fetched/,
    value: 'abc',
    fails: 'abcd',
  },
  'a dangling $ref': {
    schema: { $ref: '#/$defs/a', maxLength: 3 },
    reason: /leads to nothing/,
    value: 'abc',
    fails: 'abcd',
  },
  'a keyword of the wrong kind': {
    schema: { exclusiveMinimum: true, maximum: 3 },
    reason: /exclusiveMinimum is not a number/,
    value: 2,
    fails: 4,
  },
  'an unknown type': { schema: { type: 'any', maximum: 3 }, reason: /type is not a type/, value: 2, fails: 4 },
  'no schema where one belongs': {
    schema: { properties: { a: 5 }, required: ['a'] },
    reason: /properties\/a: a schema is neither/,
    value: { a: 1 },
    fails: {},
  },
  'items of an older dialect': {
    schema: { items: [{ type: 'string' }], maxItems: 1 },
    reason: /items is not a schema/,
    value: ['a'],
    fails: ['a', 'b'],
  },
  'a part of another dialect': {
    schema: { properties: { a: { $schema: 'http://json-schema.org/draft-04/schema#' } }, required: ['a'] },
    reason: /another dialect/,
    value: { a: 1 },
    fails: {},
  },
  'a $dynamicRef with two meanings': {
    schema: {
      $dynamicRef: '#n',
      $defs: { a: { $dynamicAnchor: 'n' }, b: { $id: 'b', $dynamicAnchor: 'n' } },
      maximum: 3,
    },
    reason: /depends on the way/,
    value: 2,
    fails: 4,
  },
  // One of several names that is no reference: the rest goes on.
  'a reference that is none': {
    schema: { $ref: 'http://[', maximum: 3 },
    reason: /is no reference/,
    value: 2,
    fails: 4,
  },
};

describe('what cannot be checked refuses nothing, and says so; the rest of the schema is checked', () => {
  test.each(Object.entries(partly))('%s', async (_, { schema, reason, value, fails }) => {
    expect(verdictOf(schema)).toEqual({ status: 'unchecked', reason: expect.stringMatching(reason), partly: true });
    expect(await check(schema, value)).toMatchObject({ ok: true, verdict: { status: 'unchecked' } });
    expect(outcomeOf(await check(schema, fails))).toBe('does not fit');
  });
});

test('nothing of a schema in an unknown dialect is checked', async () => {
  for (const $schema of ['http://json-schema.org/draft-04/schema#', 'https://example.com/mine', '', 5]) {
    const schema = { $schema, type: 'string' };
    expect(verdictOf(schema)).toMatchObject({ status: 'unchecked' });
    expect(verdictOf(schema)).not.toHaveProperty('partly');
    expect(outcomeOf(await check(schema, 5))).toBe('unchecked');
  }
});

test('nor of one with more alternatives or patterns than are worth beginning with', async () => {
  const alternatives = { anyOf: Array.from({ length: 257 }, () => ({ type: 'string' })) };
  const patterns = {
    properties: Object.fromEntries(Array.from({ length: 65 }, (_, i) => [`p${i}`, { pattern: 'a' }])),
  };
  expect(verdictOf(alternatives)).toEqual({
    status: 'unchecked',
    reason: 'it has 257 alternatives and parts of them, of 256',
  });
  expect(verdictOf(patterns)).toEqual({ status: 'unchecked', reason: 'it has 65 patterns, of 64' });
  expect(outcomeOf(await check(alternatives, 5))).toBe('unchecked');
  expect(outcomeOf(await check(patterns, { p0: 'b' }))).toBe('unchecked');
});

describe('what is in doubt decides nothing, whatever stands around it', () => {
  const doubt = { pattern: '(?=a)' };
  test.each<[string, Schema, 'fits' | 'does not fit' | 'unchecked']>([
    ['not', { not: doubt }, 'unchecked'],
    ['not, refused by the rest', { not: { ...doubt, type: 'number' } }, 'fits'],
    ['anyOf with one that fits', { anyOf: [doubt, { type: 'string' }] }, 'fits'],
    ['anyOf without', { anyOf: [doubt, { type: 'number' }] }, 'unchecked'],
    ['allOf with one that does not fit', { allOf: [doubt, { type: 'number' }] }, 'does not fit'],
    ['oneOf with one that fits', { oneOf: [doubt, { type: 'string' }] }, 'unchecked'],
    ['oneOf with two that fit', { oneOf: [{ type: 'string' }, true, doubt] }, 'does not fit'],
    ['if, where both ways fit', { if: doubt, then: true, else: { type: 'string' } }, 'fits'],
    ['if, where neither way fits', { if: doubt, then: { type: 'number' }, else: false }, 'does not fit'],
    ['if, where one way fits', { if: doubt, then: { type: 'number' } }, 'unchecked'],
  ])('%s', async (_, schema, outcome) => {
    expect(outcomeOf(await check(schema, 'x'))).toBe(outcome);
  });

  test.each<[string, Schema, unknown, 'fits' | 'does not fit' | 'unchecked']>([
    ['a member that may be meant', { patternProperties: { '(?=a)': { type: 'number' } } }, { b: 'x' }, 'unchecked'],
    [
      '… and others are forbidden',
      { patternProperties: { '(?=a)': true }, additionalProperties: false },
      { b: 1 },
      'unchecked',
    ],
    [
      '… and is meant by another',
      { patternProperties: { '(?=a)': true, b: false }, additionalProperties: false },
      { b: 1 },
      'does not fit',
    ],
    [
      'members that may be looked at',
      { anyOf: [{ properties: { b: doubt } }], unevaluatedProperties: false },
      { b: 'x' },
      'unchecked',
    ],
    ['items that may be contained', { contains: doubt }, ['x'], 'unchecked'],
    ['items of which enough are contained', { contains: { anyOf: [{ type: 'number' }, doubt] } }, ['x', 1], 'fits'],
    ['too few items even if', { contains: doubt, minContains: 2 }, ['x'], 'does not fit'],
  ])('%s', async (_, schema, value, outcome) => {
    expect(outcomeOf(await check(schema, value))).toBe(outcome);
  });
});

test('a value that does not meet what cannot be checked is checked', async () => {
  const schema = { properties: { a: { pattern: '(?=x)' }, b: { type: 'number' } } };
  expect(await check(schema, { b: 1 })).toEqual({ ok: true, verdict: { status: 'checked' } });
});

test('a rejected schema checks nothing', async () => {
  const validator = new ArgumentValidator({ type: 'string' }, { status: 'rejected', reason: 'too large' });
  expect(await validator.check(5)).toEqual({ ok: true, verdict: { status: 'unchecked', reason: 'too large' } });
});

test('a check that costs too much ends unchecked, and what was found before counts', async () => {
  const limits = { maxCheckSteps: 1_000 };
  const items = Array.from({ length: 5_000 }, (_, index) => index);
  const reason = 'checking it takes more than 1000 steps';
  for (const schema of [{ items: { type: 'number' } }, { uniqueItems: true }, { contains: { type: 'string' } }]) {
    expect(await check(schema, items, limits)).toEqual({
      ok: true,
      verdict: { status: 'unchecked', reason, partly: true },
    });
  }
  expect(await check({ items: { minimum: 1 } }, items, limits)).toEqual({
    ok: false,
    problems: [{ path: '/0', message: 'must be at least 1' }],
  });
  // The same validator, for a value that costs less.
  const validator = validatorOf({ items: { type: 'number' } }, limits);
  await validator.check(items);
  expect(outcomeOf(await validator.check([1, 2]))).toBe('fits');
});
