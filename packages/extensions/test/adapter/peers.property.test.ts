import { Validator, type Schema as PeerSchema } from '@cfworker/json-schema';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { translate } from '../../src/adapter/regular-expression.ts';
import { RE2JS } from 're2js';
import { outcomeOf, validatorOf, type Schema } from './support/validators.ts';

const key = fc.constantFrom('a', 'b', 'c');
const scalar = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, 0, 1, 2, 3, -1, 1.5, '', 'a', 'ab', 'abc', '🧰'),
  fc.nat(5),
);
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(key, tie('value'), { maxKeys: 3 }),
  ),
}));

const count = fc.nat(3);
const small = fc.integer({ min: -1, max: 3 });
const types = fc.constantFrom('null', 'boolean', 'number', 'integer', 'string', 'array', 'object');

/** Schemas of the keywords that both read, in 2020-12: a few in each. */
const { schema } = fc.letrec<{ schema: Schema | boolean; parts: Schema }>((tie) => {
  const keywords: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
    type: fc.oneof(types, fc.uniqueArray(types, { minLength: 1, maxLength: 3 })),
    enum: fc.array(value, { minLength: 1, maxLength: 4 }),
    const: value,
    minimum: small,
    exclusiveMaximum: small,
    multipleOf: fc.constantFrom(1, 2, 0.5),
    minLength: count,
    maxLength: count,
    pattern: fc.constantFrom('a', '^a', 'b$', '^[ab]*$', '^.$'),
    minItems: count,
    maxItems: count,
    uniqueItems: fc.boolean(),
    prefixItems: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
    items: tie('schema'),
    contains: tie('schema'),
    required: fc.uniqueArray(key, { maxLength: 2 }),
    minProperties: count,
    maxProperties: count,
    properties: fc.dictionary(key, tie('schema'), { maxKeys: 2 }),
    patternProperties: fc.dictionary(fc.constantFrom('a', '^b', '.'), tie('schema'), { maxKeys: 1 }),
    additionalProperties: tie('schema'),
    propertyNames: tie('schema'),
    dependentRequired: fc.dictionary(key, fc.uniqueArray(key, { maxLength: 2 }), { maxKeys: 1 }),
    dependentSchemas: fc.dictionary(key, tie('schema'), { maxKeys: 1 }),
    allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
    anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }),
    oneOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }),
    not: tie('schema'),
    if: tie('schema'),
    then: tie('schema'),
    else: tie('schema'),
    $ref: fc.constant('#/$defs/a'),
  };
  const entry = fc.constantFrom(...Object.keys(keywords)).chain((name) => {
    return fc.tuple(fc.constant(name), keywords[name] ?? fc.constant(true));
  });
  return {
    schema: fc.oneof({ maxDepth: 4, withCrossShrink: true }, fc.boolean(), tie('parts')),
    parts: fc
      .uniqueArray(entry, { maxLength: 4, selector: ([name]) => name })
      .map((entries) => Object.fromEntries(entries)),
  };
});

test('it agrees with another implementation of JSON Schema', async () => {
  await fc.assert(
    fc.asyncProperty(
      schema,
      schema,
      fc.array(value, { minLength: 1, maxLength: 5 }),
      async (part, definition, values) => {
        // What is referred to does not refer: whether a schema that goes in circles fits is for nobody to say.
        const $defs = { a: JSON.parse(JSON.stringify(definition).replaceAll('"$ref":', '"x-ref":')) as unknown };
        const whole: Schema = typeof part === 'boolean' ? { allOf: [part], $defs } : { ...part, $defs };
        const peer = new Validator(structuredClone(whole) as PeerSchema, '2020-12', false);
        const validator = validatorOf(whole, { maxSchemaDepth: 100, maxSchemaNodes: 100_000 });
        for (const one of values) {
          expect(outcomeOf(await validator.check(one))).toBe(peer.validate(one).valid ? 'fits' : 'does not fit');
        }
      },
    ),
    { numRuns: 1_000 },
  );
});

const atom = fc.constantFrom(
  'a',
  'b',
  '.',
  '\\d',
  '\\w',
  '\\W',
  '\\s',
  '\\S',
  '[ab]',
  '[^a]',
  '[\\s\\S]',
  '[^\\s]',
  '[\\S]',
  '[a\\-z]',
  '[[]',
  '\\.',
  '\\/',
  '\\x41',
  '\\u0042',
  '\\u{1F9F0}',
  '\\ud83e\\uddf0',
  '[]',
  '[^]',
  '\\b',
  '\\t',
  '\\0',
  '\\cA',
  '\\p{Lu}',
  '\\p{Script=Greek}',
  '🧰',
  '^',
  '$',
);
const { pattern } = fc.letrec<{ pattern: string }>((tie) => ({
  pattern: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    atom,
    fc.tuple(tie('pattern'), tie('pattern')).map(([one, other]) => one + other),
    fc.tuple(tie('pattern'), tie('pattern')).map(([one, other]) => `(?:${one}|${other})`),
    fc
      .tuple(tie('pattern'), fc.constantFrom('*', '+', '?', '{2}', '{1,2}', '{0,}', '*?'))
      .map(([one, times]) => `(?:${one})${times}`),
    tie('pattern').map((one) => `(${one})`),
  ),
}));
const text = fc.string({
  unit: fc.constantFrom(
    'a',
    'b',
    'A',
    'B',
    '1',
    ' ',
    '\n',
    '\u2028',
    '\u00a0',
    '\ufeff',
    '.',
    '-',
    '[',
    '\0',
    '\u0001',
    '🧰',
    'Ω',
    'z',
  ),
  maxLength: 6,
});

test('patterns match what they match in the language, in linear time', () => {
  fc.assert(
    fc.property(pattern, fc.boolean(), fc.array(text, { minLength: 1, maxLength: 5 }), (part, isNamed, texts) => {
      const source = isNamed ? `(?<name>${part})` : part;
      const translated = translate(source);
      if ('problem' in translated) throw new Error(translated.problem);
      const [ours, theirs] = [RE2JS.compile(translated.re2), new RegExp(source, 'u')];
      for (const one of texts) expect([one, ours.test(one)]).toEqual([one, theirs.test(one)]);
    }),
    { numRuns: 2_000 },
  );
});
