/** JSON types of a value, as a schema names them. */
export type JsonType = 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object' | 'null';

const jsonTypes: readonly string[] = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'];

type Schema = Readonly<Record<string, unknown>>;

/** Steps through references and alternatives: a schema is untrusted, and may go round in a circle. */
const maxSteps = 64;

/** What one key of the arguments may be, as far as its schema says. Reads a hostile schema as it is: as data, boundedly. */
export interface PropertyTypes {
  readonly types: ReadonlySet<JsonType>;
  /** Of the items, when it may be an array. */
  readonly items: ReadonlySet<JsonType>;
}

export interface ArgumentSchema {
  /** The names of its properties. */
  readonly names: readonly string[];
  /** Those of them that must be given. */
  readonly required: readonly string[];
  /** Other names than these are refused by the tool. */
  readonly isClosed: boolean;
  /** Undefined for a name that the schema does not have. */
  typesOf(name: string): PropertyTypes | undefined;
}

/** Reads the input schema of a tool as far as the command line needs it: which key has which type. */
export function readArgumentSchema(schema: unknown): ArgumentSchema {
  const root = isSchema(schema) ? schema : {};
  const properties = isSchema(root['properties']) ? root['properties'] : {};
  return {
    names: Object.keys(properties),
    required: Array.isArray(root['required']) ? root['required'].filter((name) => typeof name === 'string') : [],
    isClosed: root['additionalProperties'] === false,
    typesOf: (name) => {
      if (!Object.hasOwn(properties, name)) return undefined;
      const steps = { left: maxSteps };
      const alternatives = resolve(properties[name], root, steps);
      const items = alternatives.flatMap((one) => ('items' in one ? resolve(one['items'], root, steps) : []));
      return { types: typesOf(alternatives), items: typesOf(items) };
    },
  };
}

/** The schema itself, what it refers to within the document, and its alternatives. */
function resolve(schema: unknown, root: Schema, steps: { left: number }): Schema[] {
  steps.left -= 1;
  if (!isSchema(schema) || steps.left < 0) return [];
  const parts = ['anyOf', 'oneOf', 'allOf'].flatMap((key): unknown[] =>
    Array.isArray(schema[key]) ? schema[key] : [],
  );
  const reference = typeof schema['$ref'] === 'string' ? [atPointer(root, schema['$ref'])] : [];
  return [schema, ...[...parts, ...reference].flatMap((part) => resolve(part, root, steps))];
}

function typesOf(schemas: readonly Schema[]): ReadonlySet<JsonType> {
  return new Set(schemas.flatMap((schema) => ownTypes(schema)).filter(isJsonType));
}

function ownTypes({ type, enum: values, const: value }: Schema): unknown[] {
  if (typeof type === 'string') return [type];
  if (Array.isArray(type)) return type;
  if (Array.isArray(values)) return values.map(typeOf);
  return value === undefined ? [] : [typeOf(value)];
}

function typeOf(value: unknown): JsonType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  const type = typeof value;
  return type === 'number' || type === 'boolean' || type === 'object' ? type : 'string';
}

function atPointer(root: Schema, reference: string): unknown {
  if (!reference.startsWith('#/')) return undefined;
  let found: unknown = root;
  for (const part of reference.slice(2).split('/', maxSteps)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined;
    found = Reflect.get(found, key);
  }
  return found;
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isJsonType(type: unknown): type is JsonType {
  return typeof type === 'string' && jsonTypes.includes(type);
}
