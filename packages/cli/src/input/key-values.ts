import { usageError } from '../cli-error.ts';
import { visibleLine } from '../output/visible.ts';
import { isExact } from './exact-numbers.ts';
import { requireExact } from './json-arguments.ts';
import { nearest } from './nearest.ts';
import type { ArgumentSchema, JsonType, PropertyTypes } from './property-types.ts';

/** One `key=value` or `key:=json` as it was typed. */
export interface KeyValue {
  readonly key: string;
  readonly text: string;
  /** Written as `key:=…`: the text is JSON. */
  readonly isJson: boolean;
}

/**
 * Takes `key=value` and `key:=json` apart, at the first `=`.
 *
 * @throws CliError `CLI_USAGE`
 */
export function parseKeyValue(word: string): KeyValue {
  const at = word.indexOf('=');
  const isJson = at > 0 && word[at - 1] === ':';
  const key = at === -1 ? '' : word.slice(0, isJson ? at - 1 : at);
  if (key !== '') return { key, text: word.slice(at + 1), isJson };
  throw usageError(
    `${quoted(word)} is no argument of a tool`,
    "write key=value, key:=json, --args '{…}', or - to read JSON from standard input",
  );
}

/**
 * The arguments of a call from what was typed, by the tool's schema: numbers and booleans become what they are, a key that
 * is repeated becomes a list where the schema wants one. What the schema does not say is a text. Nothing is guessed: what may
 * be a text is one, and for everything else there is `key:=json`.
 *
 * @throws CliError `CLI_USAGE` with the nearest name, or what the value should be
 */
export function typedArguments(words: readonly KeyValue[], schema: ArgumentSchema): Record<string, unknown> {
  // Not by assignment: a key may be `__proto__`.
  const groups = grouped(words);
  const missing = schema.required.filter((name) => !groups.has(name));
  for (const key of groups.keys()) {
    if (schema.typesOf(key) !== undefined) continue;
    // Where other names are taken too, it is a slip only when what it is like is missing: the call would be refused anyway.
    if (schema.isClosed || nearest(key, missing).length > 0) throw unknownKey(key, schema);
  }
  return Object.fromEntries([...groups].map(([key, values]) => [key, valueOf(key, values, schema)]));
}

function grouped(words: readonly KeyValue[]): Map<string, KeyValue[]> {
  const groups = new Map<string, KeyValue[]>();
  for (const word of words) groups.set(word.key, [...(groups.get(word.key) ?? []), word]);
  return groups;
}

const anything: PropertyTypes = { types: new Set(), items: new Set() };

function valueOf(key: string, values: readonly KeyValue[], schema: ArgumentSchema): unknown {
  const known = schema.typesOf(key);
  const { types, items } = known ?? anything;
  const [first] = values;
  const isList = types.has('array') && !types.has('string');
  if (first !== undefined && values.length === 1) {
    const value = first.isJson ? parseJson(first) : undefined;
    if (first.isJson && (!isList || Array.isArray(value))) return value;
    if (!isList) return typed(first, types);
  }
  if (!types.has('array')) {
    const hint = known === undefined ? 'the schema of the tool does not have it' : 'it takes one value';
    throw usageError(
      `${quoted(key)} was given ${values.length} times, and ${hint}`,
      `for a list write ${key}:='["…", "…"]'`,
    );
  }
  return values.map((value) => (value.isJson ? parseJson(value) : typed(value, items, 'item')));
}

function typed({ key, text }: KeyValue, types: ReadonlySet<JsonType>, of?: 'item'): unknown {
  if (types.size === 0 || types.has('string')) return text;
  if (types.has('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  if (types.has('null') && text === 'null') return null;
  if (types.has('number') || types.has('integer')) {
    const number = numberOf(text);
    if (number !== undefined && !isExact(text)) {
      const next = `a tool that takes a text gets it whole: ${key}:='"${text}"'`;
      throw usageError(`${quoted(key)} is ${quoted(text)}, which would become another number`, next);
    }
    if (number !== undefined && (types.has('number') || Number.isInteger(number))) return number;
  }
  const names = [...types].map((type) => typeNames[type]).join(' or ');
  const json = of === 'item' ? `write the whole list as JSON: ${key}:='[…]'` : `write JSON: ${key}:='…'`;
  const next = types.has('object') || types.has('array') ? json : `for example ${key}=${example(types)}`;
  const what = of === 'item' ? `each item of ${quoted(key)}` : quoted(key);
  throw usageError(`${what} should be ${names}, and is ${quoted(text)}`, next);
}

const typeNames: Readonly<Record<JsonType, string>> = {
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

function example(types: ReadonlySet<JsonType>): string {
  if (types.has('boolean')) return 'true';
  return types.has('null') && types.size === 1 ? 'null' : '42';
}

/** As JSON has numbers: no hexadecimal, no blanks, nothing that is not finite. */
function numberOf(text: string): number | undefined {
  if (!/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text)) return undefined;
  const number = Number(text);
  return Number.isFinite(number) ? number : undefined;
}

function parseJson({ key, text }: KeyValue): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const why = error instanceof Error ? visibleLine(error.message) : 'it cannot be read';
    throw usageError(
      `what follows ${key}:= is no JSON: ${why}`,
      `for a text write ${key}=…; quote JSON for your shell: ${key}:='[1, 2]'`,
    );
  }
  requireExact(text, `${key}:=`);
  return value;
}

function unknownKey(key: string, { names }: ArgumentSchema): Error {
  const near = nearest(key, names);
  const next =
    near.length > 0
      ? `did you mean ${near.map(visibleLine).join(', ')}?`
      : names.length > 0
        ? `it takes ${names.map(visibleLine).join(', ')}`
        : 'it takes no arguments';
  return usageError(`the tool takes no argument ${quoted(key)}`, next, near);
}

function quoted(text: string): string {
  const shown = text.length > 80 ? `${text.slice(0, 80)}…` : text;
  return `“${visibleLine(shown)}”`;
}
