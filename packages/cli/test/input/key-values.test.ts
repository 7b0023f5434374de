import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CliError } from '../../src/cli-error.ts';
import { parseKeyValue, typedArguments } from '../../src/input/key-values.ts';
import { readArgumentSchema } from '../../src/input/property-types.ts';

const schema = {
  type: 'object',
  properties: {
    text: { type: 'string' },
    count: { type: 'integer' },
    size: { type: 'number' },
    sure: { type: 'boolean' },
    nothing: { type: 'null' },
    names: { type: 'array', items: { type: 'string' } },
    things: { type: 'array', items: { type: 'object' } },
    numbers: { type: 'array', items: { type: 'number' } },
    options: { type: 'object' },
    either: { type: ['string', 'number'] },
    maybe: { anyOf: [{ type: 'number' }, { type: 'null' }] },
    level: { enum: [1, 2, 3] },
    linked: { $ref: '#/$defs/a~1b' },
    listed: { $ref: '#/$defs/list' },
    anything: {},
  },
  $defs: { 'a/b': { type: 'integer' }, list: { type: 'array', items: { $ref: '#/$defs/a~1b' } } },
};

function typed(words: readonly string[], from: unknown = schema): Record<string, unknown> {
  return typedArguments(words.map(parseKeyValue), readArgumentSchema(from));
}

function errorOf(run: () => unknown): CliError {
  try {
    run();
  } catch (error) {
    if (error instanceof CliError) return error;
    throw error;
  }
  throw new Error('it did not throw');
}

describe('key=value', () => {
  test.each([
    ['text=hello', 'hello'],
    ['text=', ''],
    ['text=a=b', 'a=b'],
    ['text=42', '42'],
    ['text=true', 'true'],
    ['count=42', 42],
    ['count=-7', -7],
    ['size=1.5e3', 1500],
    ['sure=true', true],
    ['sure=false', false],
    ['nothing=null', null],
    ['names=one', ['one']],
    ['numbers=1', [1]],
    ['either=42', '42'],
    ['maybe=3', 3],
    ['maybe=null', null],
    ['level=2', 2],
    ['linked=5', 5],
    ['listed=5', [5]],
    ['anything=5', '5'],
    ['unknown=5', '5'],
    ['options:={"a":1}', { a: 1 }],
    ['names:=["a","b"]', ['a', 'b']],
    ['names:="a"', ['a']],
    ['count:="x"', 'x'],
    ['text:=5', 5],
  ])('%s', (word, value) => {
    expect(Object.values(typed([word]))).toEqual([value]);
  });

  test('a key that is repeated is a list where the schema wants one', () => {
    expect(typed(['names=a', 'names=b', 'count=1'])).toEqual({ names: ['a', 'b'], count: 1 });
    expect(typed(['numbers=1', 'numbers:=2'])).toEqual({ numbers: [1, 2] });
  });

  test.each([
    [['text=a', 'text=b'], /“text” was given 2 times, and it takes one value/, /text:=/],
    [['other=a', 'other=b'], /the schema of the tool does not have it/, /other:=/],
    [['count=1.5'], /should be a whole number, and is “1.5”/, /count=42/],
    [['count=0x10'], /should be a whole number/, /count=42/],
    [['count='], /should be a whole number/, /count=42/],
    [['size=NaN'], /should be a number/, /size=42/],
    [['size=1e999'], /should be a number/, /size=42/],
    [['sure=yes'], /should be true or false, and is “yes”/, /sure=true/],
    [['count=9007199254740993'], /“count” is “9007199254740993”, which would become another number/, /count:='"9007/],
    [['size=-12345678901234567890'], /would become another number/, /a tool that takes a text/],
    [['numbers=1', 'numbers=9007199254740993'], /would become another number/, /a tool that takes a text/],
    [
      ['anything:={"id":[9007199254740993]}'],
      /anything:= has the number 9007199254740993/,
      /as a text, in double quotes/,
    ],
    [['anything:=1e999'], /has the number 1e999, which would become another one/, /as a text/],
    [['numbers=x'], /should be a number/, /numbers=42/],
    [['things=[]'], /^each item of “things” should be an object/, /whole list as JSON: things:='\[/],
    [['options=x'], /should be an object/, /options:='/],
    [['options:=x'], /no JSON/, /options=/],
    [['text'], /“text” is no argument/, /key=value.*--args.*-/],
    [['=x'], /is no argument/, /key=value/],
    [[':=x'], /is no argument/, /key=value/],
  ])('%j is a usage error that says what to write', (words, message, next) => {
    const error = errorOf(() => typed(words));
    expect(error).toMatchObject({ code: 'CLI_USAGE', exitCode: 1 });
    expect(error.message).toMatch(message);
    expect(error.next).toMatch(next);
  });

  test('a tool that takes no other names refuses a slip with the nearest one', () => {
    const closed = { properties: { path: { type: 'string' } }, additionalProperties: false };
    expect(errorOf(() => typed(['paht=x'], closed))).toMatchObject({
      next: 'did you mean path?',
      candidates: ['path'],
    });
    expect(errorOf(() => typed(['zzzzzzz=x'], closed)).next).toBe('it takes path');
    expect(errorOf(() => typed(['zzz=x'], { additionalProperties: false })).next).toBe('it takes no arguments');
  });

  test('a tool that takes other names too refuses a slip of a name that must be there, and nothing else', () => {
    const open = { properties: { path: { type: 'string' }, head: { type: 'number' } }, required: ['path'] };
    expect(errorOf(() => typed(['pth=x'], open))).toMatchObject({ next: 'did you mean path?', candidates: ['path'] });
    expect(typed(['path=x', 'pth=y'], open)).toEqual({ path: 'x', pth: 'y' });
    expect(typed(['zzzzzzz=x'], open)).toEqual({ zzzzzzz: 'x' });
    expect(typed(['path=x', 'heda=1'], open)).toEqual({ path: 'x', heda: '1' });
  });

  test('keys that mean something to JavaScript are plain keys', () => {
    const args = typed(['__proto__=a', 'constructor=b']);
    expect(Object.keys(args)).toEqual(['__proto__', 'constructor']);
    expect(Object.getPrototypeOf(args)).toBe(Object.prototype);
    expect(readArgumentSchema(schema).typesOf('toString')).toBeUndefined();
  });

  test.each([
    null,
    'text',
    [],
    { properties: [] },
    { properties: { a: true } },
    { properties: { a: { $ref: '#/properties/a' } } },
    { properties: { a: { anyOf: [{ $ref: '#/properties/a' }, { $ref: '#/properties/a' }] } } },
    { properties: { a: { $ref: 'https://example.org/schema' } } },
    { properties: { a: { $ref: '#/__proto__/polluted' } } },
    { properties: { a: { type: 7, enum: 'x', items: [] } } },
  ])('a schema that is odd, or hostile, leaves a text a text: %j', (odd) => {
    expect(typed(['a=5'], odd)).toEqual({ a: '5' });
  });

  test('a number is what was typed, or refused', () => {
    const number = fc.oneof(fc.bigInt(), fc.bigInt({ min: -(2n ** 54n), max: 2n ** 54n }));
    fc.assert(
      fc.property(number, (value) => {
        for (const word of [`count=${value}`, `anything:=${value}`]) {
          let sent: string;
          try {
            sent = JSON.stringify(Object.values(typed([word]))[0]);
          } catch (error) {
            expect(error).toMatchObject({ code: 'CLI_USAGE' });
            expect(Number.isSafeInteger(Number(value))).toBe(false);
            continue;
          }
          expect(sent.includes('e') ? BigInt(Number(sent)) : BigInt(sent)).toBe(value);
        }
      }),
    );
  });

  test('whatever the value is, as a text it comes through whole', () => {
    fc.assert(
      fc.property(fc.string(), (value) => {
        expect(typed([`text=${value}`])).toEqual({ text: value });
      }),
    );
  });

  test('whatever the value is, as JSON it comes through whole', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(typed([`anything:=${JSON.stringify(value)}`])).toEqual({ anything: JSON.parse(JSON.stringify(value)) });
      }),
    );
  });
});
