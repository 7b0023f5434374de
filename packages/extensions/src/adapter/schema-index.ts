import type { JsonObject } from '../wire/message.ts';
import { isSchema } from './schema-keywords.ts';

/** A part of the schema that a reference leads to, and the base of the references in it; or why it leads nowhere. */
export type Target = { readonly schema: unknown; readonly base: string } | { readonly problem: string };

/** Of a schema without an `$id`. It is no address: nothing is fetched, by nobody. */
export const ownBase = 'schema:/';

/**
 * What can be referred to within one schema: its `$id`s and anchors, and where each of its parts is. One schema, one index:
 * the same `$id` in another tool's schema is another part. (Measured: both SDK lines check the second of two such tools with
 * the schema of the first.)
 */
export class SchemaIndex {
  readonly #resources = new Map<string, JsonObject>();
  readonly #anchors = new Map<string, JsonObject>();
  readonly #dynamicAnchors = new Map<string, number>();
  readonly #bases = new Map<object, string>();

  /** False when there is one with this `$id` already: the first one stays. */
  addResource(uri: string, schema: JsonObject): boolean {
    if (this.#resources.has(uri)) return false;
    this.#resources.set(uri, schema);
    return true;
  }

  addAnchor(name: string, schema: JsonObject, base: string): void {
    this.#anchors.set(`${base}#${name}`, schema);
  }

  addDynamicAnchor(name: string, schema: JsonObject, base: string): void {
    this.addAnchor(name, schema, base);
    this.#dynamicAnchors.set(name, (this.#dynamicAnchors.get(name) ?? 0) + 1);
  }

  setBase(schema: JsonObject, base: string): void {
    this.#bases.set(schema, base);
  }

  /** The base of the references in a part; `otherwise` for one that nobody knew to be a schema until it was referred to. */
  baseOf(schema: object, otherwise: string): string {
    return this.#bases.get(schema) ?? otherwise;
  }

  /**
   * Where `$ref`, `$dynamicRef` or `$recursiveRef` leads. The latter two are understood where they can only mean one place:
   * no second part has the same anchor, or an `$id` of its own.
   */
  resolve(keyword: string, reference: string, base: string): Target {
    if (keyword === '$dynamicRef' && (this.#dynamicAnchors.get(reference.replace(/^.*#/, '')) ?? 0) > 1) {
      return { problem: 'depends on the way that led to it' };
    }
    if (keyword === '$recursiveRef' && this.#resources.size > 1)
      return { problem: 'depends on the way that led to it' };
    const uri = resolveUri(reference, base);
    if (uri === undefined) return { problem: 'is no reference' };
    const [resource, fragment] = splitFragment(uri);
    const root = this.#resources.get(resource);
    if (root === undefined) return { problem: 'leads out of the schema, and nothing is fetched' };
    const schema =
      fragment === '' || fragment.startsWith('/')
        ? follow(root, fragment)
        : this.#anchors.get(`${resource}#${fragment}`);
    if (!isSchema(schema)) return { problem: 'leads to nothing' };
    return { schema, base: typeof schema === 'object' && schema !== null ? this.baseOf(schema, resource) : resource };
  }
}

/** Undefined for what is no URI reference. */
export function resolveUri(reference: string, base: string): string | undefined {
  // Most are of this kind, and `URL` would encode what stands in it.
  if (reference.startsWith('#')) return `${base}${reference}`;
  return URL.canParse(reference, base) ? new URL(reference, base).href : undefined;
}

export function splitFragment(uri: string): readonly [resource: string, fragment: string] {
  const at = uri.indexOf('#');
  return at < 0 ? [uri, ''] : [uri.slice(0, at), decoded(uri.slice(at + 1))];
}

/** What a JSON pointer (RFC 6901) leads to; undefined for nothing. */
function follow(root: JsonObject, pointer: string): unknown {
  let part: unknown = root;
  for (const step of pointer.split('/').slice(1)) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof part !== 'object' || part === null || !Object.hasOwn(part, key)) return undefined;
    part = Reflect.get(part, key);
  }
  return part;
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
