import { isJsonObject } from '../wire/message.ts';
import { isSince, type Dialect } from './schema-dialect.ts';

/** What a keyword holds: schemas, in one of these ways; else data, which is not looked into. */
export type Holds = 'schema' | 'list' | 'map' | 'schema-or-list' | 'map-of-schemas-or-names';

interface Keyword {
  readonly isSound: (value: unknown) => boolean;
  /** For people: what it should be. */
  readonly wants: string;
  readonly holds?: Holds;
  readonly since?: Dialect;
  readonly until?: Dialect;
}

const typeNames = new Set(['null', 'boolean', 'number', 'integer', 'string', 'array', 'object']);
const isType = (value: unknown): boolean => typeof value === 'string' && typeNames.has(value);
const isNames = (value: unknown): boolean => Array.isArray(value) && value.every((name) => typeof name === 'string');
const isList = (value: unknown): boolean => Array.isArray(value) && value.length > 0;

const text: Keyword = { isSound: (value) => typeof value === 'string', wants: 'a string' };
const flag: Keyword = { isSound: (value) => typeof value === 'boolean', wants: 'true or false' };
const number: Keyword = { isSound: (value) => typeof value === 'number', wants: 'a number' };
const count: Keyword = {
  isSound: (value) => Number.isInteger(value) && Number(value) >= 0,
  wants: 'a whole number of 0 or more',
};
const anything: Keyword = { isSound: () => true, wants: 'anything' };
const schema: Keyword = { isSound: isSchema, wants: 'a schema', holds: 'schema' };
const list: Keyword = { isSound: isList, wants: 'a list of schemas', holds: 'list' };
const map: Keyword = { isSound: isJsonObject, wants: 'an object of schemas', holds: 'map' };

/** The keywords that say what a value must be, and those that say where a part of the schema is. All others are notes. */
const keywords: Readonly<Record<string, Keyword>> = {
  $id: text,
  $ref: text,
  $anchor: { ...text, since: '2019-09' },
  $recursiveRef: { ...text, since: '2019-09', until: '2019-09' },
  $recursiveAnchor: { ...flag, since: '2019-09', until: '2019-09' },
  $dynamicRef: { ...text, since: '2020-12' },
  $dynamicAnchor: { ...text, since: '2020-12' },
  $defs: map,
  definitions: map,
  type: {
    isSound: (value) => isType(value) || (isList(value) && (value as readonly unknown[]).every(isType)),
    wants: 'a type, or a list of types',
  },
  enum: { isSound: Array.isArray, wants: 'a list of values' },
  const: anything,
  multipleOf: { isSound: (value) => typeof value === 'number' && value > 0, wants: 'a number above 0' },
  minimum: number,
  maximum: number,
  exclusiveMinimum: number,
  exclusiveMaximum: number,
  minLength: count,
  maxLength: count,
  pattern: text,
  minItems: count,
  maxItems: count,
  uniqueItems: flag,
  minContains: { ...count, since: '2019-09' },
  maxContains: { ...count, since: '2019-09' },
  minProperties: count,
  maxProperties: count,
  required: { isSound: isNames, wants: 'a list of names' },
  dependentRequired: {
    isSound: (value) => isJsonObject(value) && Object.values(value).every(isNames),
    wants: 'an object of lists of names',
    since: '2019-09',
  },
  dependencies: {
    isSound: isJsonObject,
    wants: 'an object of schemas or lists of names',
    holds: 'map-of-schemas-or-names',
    until: 'draft-07',
  },
  dependentSchemas: { ...map, since: '2019-09' },
  properties: map,
  patternProperties: map,
  additionalProperties: schema,
  propertyNames: schema,
  unevaluatedProperties: { ...schema, since: '2019-09' },
  prefixItems: { ...list, since: '2020-12' },
  items: { ...schema, since: '2020-12' },
  additionalItems: { ...schema, until: '2019-09' },
  contains: schema,
  unevaluatedItems: { ...schema, since: '2019-09' },
  allOf: list,
  anyOf: list,
  oneOf: list,
  not: schema,
  if: schema,
  then: schema,
  else: schema,
};

const olderItems: Keyword = {
  isSound: (value) => isSchema(value) || Array.isArray(value),
  wants: 'a schema, or a list of schemas',
  holds: 'schema-or-list',
};

/** What is known of a keyword; undefined for one that the dialect does not have: it is a note, and checks nothing. */
export function keywordOf(name: string, dialect: Dialect): Keyword | undefined {
  const keyword = Object.hasOwn(keywords, name) ? keywords[name] : undefined;
  if (keyword === undefined) return undefined;
  if (name === 'items' && dialect !== '2020-12') return olderItems;
  const { since = 'draft-07', until = '2020-12' } = keyword;
  return isSince(dialect, since) && isSince(until, dialect) ? keyword : undefined;
}

export function isSchema(value: unknown): boolean {
  return typeof value === 'boolean' || isJsonObject(value);
}
