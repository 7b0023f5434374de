import { isAlias, isMap, isScalar, isSeq, parseDocument, type Document, type YAMLParseError } from 'yaml';
import { maxDepth, tooDeep, type ConfigNode } from './config-node.ts';
import type { Reading } from './config-reading.ts';

/**
 * Nodes that a document may come to when its aliases are followed, a hundred of them at most: a small text can name the
 * same thing a billion times.
 */
const maxNodes = 100_000;

const cures: Readonly<Record<string, string>> = {
  BAD_DQ_ESCAPE: 'write a backslash twice, or put the text in single quotes',
  MULTIPLE_DOCS: 'keep one document in a file',
  TAG_RESOLVE_FAILED: 'put a text that begins with ! in quotes',
  UNEXPECTED_TOKEN: 'correct it there; put a text that begins with a sign, or holds one, in quotes',
};

/** What the parser says, without what it cites: that may be a secret. */
function wordsOf({ code, message }: YAMLParseError): string {
  if (code === 'TAG_RESOLVE_FAILED') return 'what begins with ! there is taken for a tag, and is none';
  if (code === 'BAD_DQ_ESCAPE') return 'there is no such escape in a text in double quotes';
  // It catches what the engine says of its own depth.
  return message.includes('call stack') ? 'it is nested too deeply' : message.replace(/(?<=\w): .*$/s, '');
}

/** YAML 1.2, one document. Repeated members are kept. */
export function readYaml(text: string): Reading {
  const document = parseDocument(text, { uniqueKeys: false, prettyErrors: false, logLevel: 'silent' });
  const [first] = document.errors;
  if (first !== undefined) {
    const cure = cures[first.code] ?? 'correct it there';
    return { problem: { message: wordsOf(first), cure, offset: first.pos[0] } };
  }
  const reader = new Reader(document);
  const root = reader.nodeOf(document.contents, 0);
  if (reader.isOver) {
    return { problem: { message: `it has more than ${maxNodes} values`, cure: 'write fewer aliases' } };
  }
  return { root };
}

class Reader {
  readonly #document: Document;
  #nodes = 0;

  constructor(document: Document) {
    this.#document = document;
  }

  get isOver(): boolean {
    return this.#nodes > maxNodes;
  }

  nodeOf(node: unknown, depth: number): ConfigNode {
    this.#nodes += 1;
    if (depth > maxDepth || this.isOver) return { kind: 'opaque', what: tooDeep };
    if (isAlias(node)) {
      // To resolve one is a walk over the document.
      this.#nodes += maxNodes / 100;
      return this.nodeOf(node.resolve(this.#document), depth + 1);
    }
    if (isMap(node)) {
      const members = node.items.map(({ key, value }) => ({
        key: isScalar(key) ? String(key.value) : '(no text)',
        offset: isScalar(key) ? key.range?.[0] : undefined,
        value: this.nodeOf(value, depth + 1),
      }));
      return { kind: 'object', offset: node.range?.[0], members };
    }
    if (isSeq(node)) {
      return { kind: 'array', offset: node.range?.[0], items: node.items.map((item) => this.nodeOf(item, depth + 1)) };
    }
    if (node === null || node === undefined) return { kind: 'scalar', value: null };
    if (!isScalar(node)) return { kind: 'opaque', what: 'a node of another kind' };
    const { value } = node;
    const offset = node.range?.[0];
    const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
    if (isPlain || value === null) return { kind: 'scalar', offset, value };
    return { kind: 'opaque', what: value instanceof Date ? 'a date' : `a ${typeof value}`, offset };
  }
}
