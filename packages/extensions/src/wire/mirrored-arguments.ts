import { isJsonObject, type JsonObject } from './message.ts';

/** An argument of a tool that goes into a header too, so that what stands between may see it. */
export interface MirroredArgument {
  /** The header is `Mcp-Param-` and this. An HTTP token. */
  readonly name: string;
  /** The members that lead to it from the arguments. */
  readonly path: readonly string[];
}

const annotation = 'x-mcp-header';

/** `1*tchar`. Source: RFC 9110, 5.6.2. */
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

const mirroredTypes: readonly unknown[] = ['string', 'integer', 'boolean'];

/** Keywords whose values are data: what looks like a schema in them is none. */
const data: readonly string[] = ['enum', 'const', 'default', 'examples'];

/** Keywords whose members are schemas by names of the author's. */
const named: readonly string[] = ['patternProperties', '$defs', 'definitions', 'dependentSchemas'];

/** A way of `properties` alone from the root: its last step, and the way to that. A copy for each place would be quadratic. */
type Way = 'root' | { readonly name: string; readonly before: Way; readonly depth: number };

interface Place {
  readonly schema: JsonObject;
  /** Undefined: no such way leads here. */
  readonly way: Way | undefined;
}

/** So deep an argument may stand. A count. */
const maxDepth = 64;

/** So many of one tool. A count: servers take about a hundred headers. */
const maxArguments = 64;

/**
 * The arguments that a tool wants to see in headers (`x-mcp-header`). One that is wrong spoils the tool. Work is linear in
 * the schema. Source: 2026-07-28, basic/transports/streamable-http.
 */
export function mirroredArguments(
  inputSchema: JsonObject,
): { readonly value: readonly MirroredArgument[] } | { readonly problem: string } {
  const found: MirroredArgument[] = [];
  const names = new Set<string>();
  const places: Place[] = [{ schema: inputSchema, way: 'root' }];
  for (let place = places.pop(); place !== undefined; place = places.pop()) {
    const { schema, way } = place;
    if (Object.hasOwn(schema, annotation)) {
      const { [annotation]: name, type } = schema;
      if (typeof name !== 'string' || !token.test(name)) return wrong('is no name of a header');
      if (names.has(name.toLowerCase())) return wrong(`names the header ${name.slice(0, 64)} twice`);
      if (!mirroredTypes.includes(type)) return wrong('stands at what is no string, integer or boolean');
      if (way === undefined || way === 'root') return wrong('stands where no properties alone lead to');
      if (way.depth > maxDepth) return wrong(`stands deeper than ${maxDepth} levels`);
      if (names.size === maxArguments) return wrong(`stands more than ${maxArguments} times`);
      names.add(name.toLowerCase());
      found.push({ name, path: stepsOf(way) });
    }
    for (const [keyword, value] of Object.entries(schema)) {
      for (const next of schemasIn(keyword, value, way)) places.push(next);
    }
  }
  return { value: found };
}

function wrong(what: string): { readonly problem: string } {
  return { problem: `its ${annotation} ${what}` };
}

function schemasIn(keyword: string, value: unknown, way: Way | undefined): Place[] {
  if (data.includes(keyword)) return [];
  if (Array.isArray(value)) return value.filter(isJsonObject).map((schema) => ({ schema, way: undefined }));
  if (!isJsonObject(value)) return [];
  if (keyword === 'properties') {
    return Object.entries(value).flatMap(([name, schema]) =>
      isJsonObject(schema) ? [{ schema, way: way && step(name, way) }] : [],
    );
  }
  if (named.includes(keyword)) {
    return Object.values(value)
      .filter(isJsonObject)
      .map((schema) => ({ schema, way: undefined }));
  }
  return [{ schema: value, way: undefined }];
}

function step(name: string, before: Way): Way {
  return { name, before, depth: before === 'root' ? 1 : before.depth + 1 };
}

function stepsOf(way: Way): string[] {
  const steps: string[] = [];
  for (let at: Way = way; at !== 'root'; at = at.before) steps.push(at.name);
  return steps.toReversed();
}

/** What an argument looks like in a header; undefined when it is missing, null, or of another kind. */
export function mirroredValue(args: JsonObject, path: readonly string[]): string | undefined {
  let value: unknown = args;
  for (const member of path) {
    if (!isJsonObject(value) || !Object.hasOwn(value, member)) return undefined;
    value = value[member];
  }
  if (typeof value === 'string') return value;
  return typeof value === 'boolean' || Number.isSafeInteger(value) ? String(value) : undefined;
}
