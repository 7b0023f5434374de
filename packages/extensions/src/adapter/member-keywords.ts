import { printable } from '../wire/printable.ts';
import { askPart, askHere, refuse } from './ask.ts';
import type { CompiledSchema, Place, PlainMembers, Walk } from './compiled-schema.ts';
import { kindOf, memberOf } from './json-kind.ts';
import { LinearPattern } from './linear-pattern.ts';
import { noProblems } from './problems.ts';
import type { SchemaSource } from './schema-source.ts';
import { both, type Truth } from './truth.ts';

type Asked = Generator<void, Truth, void>;

/** The keywords about members of an object. */
export function memberWalks(source: SchemaSource): readonly Walk[] {
  const walks = [...propertyWalks(source), ...nameWalks(source), ...dependentWalks(source)];
  return walks.map((walk) => (value, place) => onlyOfObjects(walk, value, place));
}

type MemberWalk = (value: object, place: Place) => Asked;

function* onlyOfObjects(walk: MemberWalk, value: unknown, place: Place): Asked {
  return kindOf(value) === 'object' ? yield* walk(value as object, place) : 'yes';
}

/** `properties`, `patternProperties` and `additionalProperties`, which goes by the other two. */
function propertyWalks(source: SchemaSource): readonly MemberWalk[] {
  const properties = source.map('properties');
  const patterns = Array.from(source.map('patternProperties'), ([pattern, schema]) => {
    return [new LinearPattern(pattern, source.limits.maxPatternLength), schema] as const;
  });
  const additional = source.get('additionalProperties');
  if (properties.size === 0 && patterns.length === 0 && additional === undefined) return [];

  if (patterns.length === 0)
    return [plainWalk(plainMembersOf(source, properties, additional), additional !== undefined)];
  const message = notAllowed(properties);
  function* one(value: object, key: string, place: Place): Asked {
    const member = memberOf(value, key);
    const schema = properties.get(key);
    let truth: Truth = schema === undefined ? 'yes' : yield* askPart(source.compile(schema), member, key, place);
    let isMeant: Truth = properties.has(key) ? 'yes' : 'no';
    for (const [pattern, schema] of patterns) {
      const isMatch = pattern.test(key, place.run);
      if (place.run.isDue) yield;
      if (isMatch !== 'no' && isMeant !== 'yes') isMeant = isMatch;
      if (isMatch === 'yes') truth = both(truth, yield* askPart(source.compile(schema), member, key, place));
      if (isMatch === 'unknown') truth = both(truth, 'unknown');
    }
    if (additional !== undefined && isMeant === 'unknown') truth = both(truth, 'unknown');
    if (additional === false && isMeant === 'no') return refuse(inside(place, key), message);
    if (additional !== undefined && isMeant === 'no') {
      truth = both(truth, yield* askPart(source.compile(additional), member, key, place));
    }
    if (additional !== undefined || isMeant === 'yes') place.evaluated?.add(key);
    if (isMeant === 'unknown' && place.evaluated) place.evaluated.isVague = true;
    return truth;
  }
  return [(value, place) => each(place.run.membersOf(value), place, (key) => one(value, key, place))];
}

/** `properties` and `additionalProperties` where no pattern has a say; undefined where one does, or there is neither. */
export function plainMembers(source: SchemaSource): PlainMembers | undefined {
  const properties = source.map('properties');
  const additional = source.get('additionalProperties');
  const isPlain = source.map('patternProperties').size === 0 && (properties.size > 0 || additional !== undefined);
  return isPlain ? plainMembersOf(source, properties, additional) : undefined;
}

function plainMembersOf(
  source: SchemaSource,
  properties: ReadonlyMap<string, unknown>,
  additional: unknown,
): PlainMembers {
  const message = notAllowed(properties);
  return {
    refusal: (key) => (additional === false && !properties.has(key) ? message : undefined),
    schemaOf: (key) => {
      const schema = properties.has(key) ? properties.get(key) : additional;
      return schema === undefined ? undefined : source.compile(schema);
    },
  };
}

function plainWalk(members: PlainMembers, isEach: boolean): MemberWalk {
  function* one(value: object, key: string, place: Place): Asked {
    const message = members.refusal(key);
    if (message !== undefined) return refuse(inside(place, key), message);
    const schema = members.schemaOf(key);
    const truth = schema === undefined ? 'yes' : yield* askPart(schema, memberOf(value, key), key, place);
    if (isEach || schema !== undefined) place.evaluated?.add(key);
    return truth;
  }
  return (value, place) => each(place.run.membersOf(value), place, (key) => one(value, key, place));
}

function nameWalks(source: SchemaSource): readonly MemberWalk[] {
  const names = source.get('propertyNames');
  if (names === undefined) return [];
  return [
    (value, place) => each(place.run.membersOf(value), place, (key) => askPart(source.compile(names), key, key, place)),
  ];
}

/** `dependentSchemas`, and the schemas of `dependencies`. */
function dependentWalks(source: SchemaSource): readonly MemberWalk[] {
  const dependent = [...source.map('dependentSchemas'), ...source.map('dependencies')];
  const schemas = dependent.filter(([, schema]) => !Array.isArray(schema));
  if (schemas.length === 0) return [];
  function* one(name: string, schema: unknown, value: object, place: Place): Asked {
    return memberOf(value, name) === undefined ? 'yes' : yield* askHere(source.compile(schema), value, place);
  }
  return [(value, place) => each(schemas, place, ([name, schema]) => one(name, schema, value, place))];
}

/** Each of them, until it is known that one does not fit and why. */
function* each<T>(items: readonly T[], place: Place, ask: (item: T) => Asked): Asked {
  let truth: Truth = 'yes';
  for (const item of items) {
    place.run.spend(1);
    if (place.run.isOver) return both(truth, 'unknown');
    truth = both(truth, yield* ask(item));
    if (truth === 'no' && place.problems.isFull) return truth;
  }
  return truth;
}

function inside(place: Place, key: string): Place {
  return { ...place, path: { parent: place.path, key } };
}

const maxNamed = 12;

function notAllowed(properties: ReadonlyMap<string, unknown>): string {
  if (properties.size === 0) return 'is not allowed';
  const names = [...properties.keys()].slice(0, maxNamed).map((name) => printable(name, 60));
  const more = properties.size > maxNamed ? `, … (${properties.size} names)` : '';
  return `is not allowed; allowed: ${names.join(', ')}${more}`;
}

/** What is left over: `unevaluatedProperties`. */
export function unevaluatedMembers(source: SchemaSource): readonly Walk[] {
  const schema = source.get('unevaluatedProperties');
  if (schema === undefined) return [];
  function* one(compiled: CompiledSchema, value: object, key: string, place: Place): Asked {
    if (place.evaluated?.has(key) === true) return 'yes';
    const isVague = place.evaluated?.isVague === true;
    const truth = yield* askPart(compiled, memberOf(value, key), key, place, isVague ? noProblems : place.problems);
    place.evaluated?.add(key);
    return truth === 'no' && isVague ? 'unknown' : truth;
  }
  const walk: MemberWalk = (value, place) => {
    const compiled = source.compile(schema);
    return each(place.run.membersOf(value), place, (key) => one(compiled, value, key, place));
  };
  return [(value, place) => onlyOfObjects(walk, value, place)];
}
