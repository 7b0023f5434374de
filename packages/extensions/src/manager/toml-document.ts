import { parse, TomlError } from 'smol-toml';
import { maxDepth, tooDeep, type ConfigNode } from './config-node.ts';
import type { Reading } from './config-reading.ts';

/** TOML 1.0. It knows no places but those of its errors, and no name twice. */
export function readToml(text: string): Reading {
  try {
    return { root: nodeOf(parse(text, { maxDepth }), 0) };
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    // Its message goes on with a picture of the line, which may hold a secret.
    const [first = ''] = error.message.split('\n');
    const message = first.replace(/^Invalid TOML document: /, '');
    return { problem: { message, cure: 'correct it there', line: error.line, column: error.column } };
  }
}

function nodeOf(value: unknown, depth: number): ConfigNode {
  if (depth > maxDepth) return { kind: 'opaque', what: tooDeep };
  if (typeof value === 'string' || typeof value === 'boolean') return { kind: 'scalar', value };
  if (typeof value === 'number') return { kind: 'scalar', value };
  if (Array.isArray(value)) return { kind: 'array', items: value.map((item) => nodeOf(item, depth + 1)) };
  if (typeof value !== 'object' || value === null || value instanceof Date) {
    return { kind: 'opaque', what: value instanceof Date ? 'a date' : `a ${typeof value}` };
  }
  const members = Object.entries(value).map(([key, member]) => ({ key, value: nodeOf(member, depth + 1) }));
  return { kind: 'object', members };
}
