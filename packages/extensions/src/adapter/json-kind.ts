/** What a JSON value is; undefined for what JSON does not have. */
export type JsonKind = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object';

export function kindOf(value: unknown): JsonKind | undefined {
  switch (typeof value) {
    case 'boolean':
      return 'boolean';
    case 'string':
      return 'string';
    case 'number':
      return Number.isFinite(value) ? 'number' : undefined;
    case 'object':
      return value === null ? 'null' : Array.isArray(value) ? 'array' : 'object';
    case 'bigint':
    case 'function':
    case 'symbol':
    case 'undefined':
      return undefined;
  }
}

/** The members of an object that JSON would have: those that are `undefined` are left out. */
export function membersOf(value: object): string[] {
  return Object.keys(value).filter((key) => memberOf(value, key) !== undefined);
}

/** A member of its own; undefined for none. */
export function memberOf(value: object, key: string): unknown {
  return Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
}
