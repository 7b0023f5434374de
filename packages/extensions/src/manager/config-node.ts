/**
 * A document as it was written, whatever its format: members keep their order and their repetitions, so that nothing is
 * decided in silence. Nothing of it is a prototype of anything.
 */
export type ConfigNode = ObjectNode | ArrayNode | ScalarNode | OpaqueNode;

interface NodeBase {
  /** In the text; undefined where the format does not give it. */
  readonly offset?: number | undefined;
}

export interface ObjectNode extends NodeBase {
  readonly kind: 'object';
  readonly members: readonly ConfigMember[];
}

interface ConfigMember {
  readonly key: string;
  /** Of the key. */
  readonly offset?: number | undefined;
  readonly value: ConfigNode;
}

interface ArrayNode extends NodeBase {
  readonly kind: 'array';
  readonly items: readonly ConfigNode[];
}

interface ScalarNode extends NodeBase {
  readonly kind: 'scalar';
  readonly value: string | number | boolean | null;
}

/** What no configuration needs: a date, a number too large, a value nested too deeply. */
interface OpaqueNode extends NodeBase {
  readonly kind: 'opaque';
  readonly what: string;
}

/** Levels of arrays and objects that are read; what is below is opaque. */
export const maxDepth = 32;

export const tooDeep = `nested deeper than ${maxDepth} levels`;

/** Keys that mean something to JavaScript. They are never copied into an object of ours. */
export function isForbiddenKey(key: string): boolean {
  return key === '__proto__' || key === 'constructor' || key === 'prototype';
}

/** Members by their names, of objects that were asked: a hostile one has many, and is asked as often. */
const indexes = new WeakMap<ObjectNode, ReadonlyMap<string, ConfigNode>>();

/** The member of this name; the last one, as every JSON parser has it. */
export function memberOf(node: ConfigNode | undefined, key: string): ConfigNode | undefined {
  if (node?.kind !== 'object') return undefined;
  const index = indexes.get(node) ?? new Map(node.members.map((member) => [member.key, member.value]));
  indexes.set(node, index);
  return index.get(key);
}

/** What is at the end of a path of keys. */
export function nodeAt(node: ConfigNode | undefined, path: readonly string[]): ConfigNode | undefined {
  return path.reduce<ConfigNode | undefined>((found, key) => memberOf(found, key), node);
}

export function stringOf(node: ConfigNode | undefined): string | undefined {
  return node?.kind === 'scalar' && typeof node.value === 'string' ? node.value : undefined;
}

/** The texts of a list; what is no text is left out. */
export function stringsOf(node: ConfigNode | undefined): string[] {
  return node?.kind === 'array' ? node.items.flatMap((item) => stringOf(item) ?? []) : [];
}

/** A path as a JSON pointer. */
export function pointerOf(...path: readonly (string | number)[]): string {
  return path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** What a value is, for a message. The value itself may be a secret. */
export function describe(node: ConfigNode): string {
  switch (node.kind) {
    case 'object':
      return 'an object';
    case 'array':
      return 'a list';
    case 'opaque':
      return node.what;
    case 'scalar':
      if (node.value === null) return 'null';
      return { string: 'a text', number: 'a number', boolean: 'true or false' }[typeof node.value as 'string'];
    default:
      return node satisfies never;
  }
}

/** Plain data of a node. Forbidden keys are left out; what is opaque becomes a symbol, which no shape takes. */
export function plainOf(node: ConfigNode): unknown {
  switch (node.kind) {
    case 'scalar':
      return node.value;
    case 'array':
      return node.items.map(plainOf);
    case 'object':
      return Object.fromEntries(
        node.members.filter(({ key }) => !isForbiddenKey(key)).map(({ key, value }) => [key, plainOf(value)]),
      );
    case 'opaque':
      return Symbol(node.what);
    default:
      return node satisfies never;
  }
}

/** Every node below this one, and the node itself, with its pointer. */
export function* walk(node: ConfigNode, pointer: string): Generator<readonly [node: ConfigNode, pointer: string]> {
  yield [node, pointer];
  if (node.kind === 'array') {
    for (const [index, item] of node.items.entries()) yield* walk(item, pointer + pointerOf(index));
  } else if (node.kind === 'object') {
    for (const { key, value } of node.members) yield* walk(value, pointer + pointerOf(key));
  }
}
