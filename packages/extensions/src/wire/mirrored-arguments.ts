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

interface Place {
  readonly schema: JsonObject;
  /** Undefined: no way of `properties` alone leads here. */
  readonly path: readonly string[] | undefined;
}

/**
 * The arguments that a tool wants to see in headers (`x-mcp-header`). One that is wrong spoils the tool. Work is linear in
 * the schema. Source: 2026-07-28, basic/transports/streamable-http.
 */
export function mirroredArguments(
  inputSchema: JsonObject,
): { readonly value: readonly MirroredArgument[] } | { readonly problem: string } {
  const found: MirroredArgument[] = [];
  const names = new Set<string>();
  const places: Place[] = [{ schema: inputSchema, path: [] }];
  for (let place = places.pop(); place !== undefined; place = places.pop()) {
    const { schema, path } = place;
    if (Object.hasOwn(schema, annotation)) {
      const { [annotation]: name, type } = schema;
      if (typeof name !== 'string' || !token.test(name)) return wrong('is no name of a header');
      if (names.has(name.toLowerCase())) return wrong(`names the header ${name.slice(0, 64)} twice`);
      if (!mirroredTypes.includes(type)) return wrong('stands at what is no string, integer or boolean');
      if (path === undefined || path.length === 0) return wrong('stands where no properties alone lead to');
      names.add(name.toLowerCase());
      found.push({ name, path });
    }
    for (const [keyword, value] of Object.entries(schema)) places.push(...schemasIn(keyword, value, path));
  }
  return { value: found };
}

function wrong(what: string): { readonly problem: string } {
  return { problem: `its ${annotation} ${what}` };
}

function schemasIn(keyword: string, value: unknown, path: Place['path']): Place[] {
  if (data.includes(keyword)) return [];
  if (Array.isArray(value)) return value.filter(isJsonObject).map((schema) => ({ schema, path: undefined }));
  if (!isJsonObject(value)) return [];
  if (keyword === 'properties') {
    return Object.entries(value).flatMap(([name, schema]) =>
      isJsonObject(schema) ? [{ schema, path: path && [...path, name] }] : [],
    );
  }
  if (named.includes(keyword)) {
    return Object.values(value)
      .filter(isJsonObject)
      .map((schema) => ({ schema, path: undefined }));
  }
  return [{ schema: value, path: undefined }];
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
