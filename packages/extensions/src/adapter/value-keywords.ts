import type { JsonObject } from '../wire/message.ts';
import { printable } from '../wire/printable.ts';
import { refuse } from './ask.ts';
import type { Place, Test } from './compiled-schema.ts';
import { kindOf, memberOf, membersOf, type JsonKind } from './json-kind.ts';
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
    return limit === undefined
      ? []
      : [ifOf('number', (value: number) => fits(value, limit), `must be ${wants} ${limit}`)];
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
  const tests: Test[] = [];
  const [min, max] = [source.number('minLength'), source.number('maxLength')];
  // A character has one or two units: mostly there is no need to count.
  if (min !== undefined) {
    const fits = (text: string): boolean => text.length >= min * 2 || (text.length >= min && characters(text) >= min);
    tests.push(ifOf('string', fits, `must have at least ${min} characters`));
  }
  if (max !== undefined) {
    const fits = (text: string): boolean => text.length <= max || (text.length <= max * 2 && characters(text) <= max);
    tests.push(ifOf('string', fits, `must have at most ${max} characters`));
  }
  const pattern = source.text('pattern');
  if (pattern !== undefined) {
    const matcher = new LinearPattern(pattern, source.limits.maxPatternLength);
    tests.push((value, place) => {
      if (typeof value !== 'string') return 'yes';
      const truth = matcher.test(value, place.run);
      return truth === 'no' ? refuse(place, `must match the pattern ${matcher.text}`) : truth;
    });
  }
  return tests;
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
  const test = (
    name: string,
    kind: JsonKind,
    message: string,
    fits: (size: number, limit: number) => boolean,
  ): readonly Test[] => {
    const limit = source.number(name);
    if (limit === undefined) return [];
    const size = (value: object): number => (Array.isArray(value) ? value.length : membersOf(value).length);
    return [ifOf(kind, (value: object) => fits(size(value), limit), message.replace('#', String(limit)))];
  };
  const isEnough = (size: number, limit: number): boolean => size >= limit;
  const isFew = (size: number, limit: number): boolean => size <= limit;
  return [
    ...test('minItems', 'array', 'must have at least # items', isEnough),
    ...test('maxItems', 'array', 'must have at most # items', isFew),
    ...test('minProperties', 'object', 'must have at least # members', isEnough),
    ...test('maxProperties', 'object', 'must have at most # members', isFew),
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

/** A test of one kind of value, for which `fits` is made; all others pass. */
function ifOf(kind: JsonKind, fits: (value: never) => boolean, message: string): Test {
  return (value: unknown, place: Place) => {
    if (kindOf(value) !== kind) return 'yes';
    return fits(value as never) ? 'yes' : refuse(place, message);
  };
}
