import type { JsonObject } from '../wire/message.ts';
import { printable } from '../wire/printable.ts';
import { refuse } from './ask.ts';
import type { Test } from './compiled-schema.ts';
import { kindOf, memberOf, type JsonKind } from './json-kind.ts';
import { LinearPattern } from './linear-pattern.ts';
import { isMultiple } from './multiple-of.ts';
import type { SchemaSource } from './schema-source.ts';
import type { Truth } from './truth.ts';

/** The keywords that need no other schema. */
export function valueTests(source: SchemaSource): readonly Test[] {
  return [
    ...typeTests(source),
    ...numberTests(source),
    ...textTests(source),
    ...sizeTests(source),
    ...nameTests(source),
  ];
}

function typeTests(source: SchemaSource): readonly Test[] {
  const type = source.get('type');
  if (type === undefined) return [];
  const types = new Set<unknown>(Array.isArray(type) ? type : [type]);
  const message =
    types.size === 1 ? `must be of type ${[...types].join()}` : `must be of one of the types ${[...types].join(', ')}`;
  return [
    (value, place) => {
      const fits = types.has(kindOf(value)) || (types.has('integer') && Number.isInteger(value));
      return fits ? 'yes' : refuse(place, message);
    },
  ];
}

function numberTests(source: SchemaSource): readonly Test[] {
  const test = (name: string, wants: string, fits: (value: number, limit: number) => boolean): readonly Test[] => {
    const limit = source.number(name);
    if (limit === undefined) return [];
    const message = `must be ${wants} ${limit}`;
    return [(value, place) => (typeof value !== 'number' || fits(value, limit) ? 'yes' : refuse(place, message))];
  };
  return [
    ...test('minimum', 'at least', (value, limit) => value >= limit),
    ...test('maximum', 'at most', (value, limit) => value <= limit),
    ...test('exclusiveMinimum', 'more than', (value, limit) => value > limit),
    ...test('exclusiveMaximum', 'less than', (value, limit) => value < limit),
    ...test('multipleOf', 'a multiple of', isMultiple),
  ];
}

function textTests(source: SchemaSource): readonly Test[] {
  const tests = [
    ...lengthTests(source, 'minLength', 'must have at least # characters', (length, limit) => length >= limit),
    ...lengthTests(source, 'maxLength', 'must have at most # characters', (length, limit) => length <= limit),
  ];
  const pattern = source.text('pattern');
  if (pattern === undefined) return tests;
  const matcher = new LinearPattern(pattern, source.limits.maxPatternLength);
  const match: Test = (value, place) => {
    if (typeof value !== 'string') return 'yes';
    const truth = matcher.test(value, place.run);
    return truth === 'no' ? refuse(place, `must match the pattern ${matcher.text}`) : truth;
  };
  return [...tests, match];
}

type Fits = (size: number, limit: number) => boolean;

/** Characters that are counted at most: that cannot be interrupted. */
const maxCounted = 1_000_000;

function lengthTests(source: SchemaSource, name: string, message: string, fits: Fits): readonly Test[] {
  const limit = source.number(name);
  if (limit === undefined) return [];
  const wanted = message.replace('#', String(limit));
  return [
    (value, place) => {
      if (typeof value !== 'string') return 'yes';
      // A character has one or two units: mostly there is no need to count.
      const [most, least] = [fits(value.length, limit), fits(Math.ceil(value.length / 2), limit)];
      if (most === least) return most ? 'yes' : refuse(place, wanted);
      if (value.length > maxCounted) return place.run.inDoubt(`more than ${maxCounted} characters are not counted`);
      place.run.spend(value.length >> 6);
      return fits(characters(value), limit) ? 'yes' : refuse(place, wanted);
    },
  ];
}

function characters(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    if ((text.codePointAt(at) ?? 0) > 0xffff) at += 1;
    count += 1;
  }
  return count;
}

function sizeTests(source: SchemaSource): readonly Test[] {
  const test = (name: string, kind: JsonKind, message: string, fits: Fits): readonly Test[] => {
    const limit = source.number(name);
    if (limit === undefined) return [];
    const wanted = message.replace('#', String(limit));
    return [
      (value, place) => {
        if (kindOf(value) !== kind) return 'yes';
        const size = Array.isArray(value) ? value.length : place.run.membersOf(value as object).length;
        return fits(size, limit) ? 'yes' : refuse(place, wanted);
      },
    ];
  };
  return [
    ...test('minItems', 'array', 'must have at least # items', (size, limit) => size >= limit),
    ...test('maxItems', 'array', 'must have at most # items', (size, limit) => size <= limit),
    ...test('minProperties', 'object', 'must have at least # members', (size, limit) => size >= limit),
    ...test('maxProperties', 'object', 'must have at most # members', (size, limit) => size <= limit),
  ];
}

/** `required`, and what depends on other members being there. */
function nameTests(source: SchemaSource): readonly Test[] {
  const tests: Test[] = [];
  const required = source.list('required') as readonly string[];
  if (required.length > 0) tests.push(needs(required, 'is required'));
  for (const keyword of ['dependentRequired', 'dependencies']) {
    for (const [name, names] of source.map(keyword)) {
      if (!Array.isArray(names)) continue;
      const test = needs(names as readonly string[], `is required beside ${printable(name, 80)}`);
      tests.push((value, place) =>
        isObject(value) && memberOf(value, name) !== undefined ? test(value, place) : 'yes',
      );
    }
  }
  return tests;
}

function needs(names: readonly string[], message: string): Test {
  return (value, place) => {
    if (!isObject(value)) return 'yes';
    place.run.spend(names.length >> 3);
    let truth: Truth = 'yes';
    for (const name of names) {
      if (memberOf(value, name) !== undefined) continue;
      place.problems.add({ parent: place.path, key: name }, message);
      truth = 'no';
      if (place.problems.isFull) break;
    }
    return truth;
  };
}

function isObject(value: unknown): value is JsonObject {
  return kindOf(value) === 'object';
}
