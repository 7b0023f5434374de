import { extname } from 'node:path';
import { McpClientError } from '../errors.ts';
import type { ConfigNode } from './config-node.ts';
import type { Reading } from './config-reading.ts';
import { readJson } from './json-document.ts';
import { readToml } from './toml-document.ts';
import { readYaml } from './yaml-document.ts';

export type ConfigFormat = 'json' | 'toml' | 'yaml';

/** A text that was parsed. */
export interface ConfigDocument {
  readonly format: ConfigFormat;
  readonly root: ConfigNode;
  /** It was copied out of the middle of one, and braces were put around it. */
  readonly isFragment: boolean;
  /** From 1. */
  positionOf(offset: number | undefined): { readonly line?: number; readonly column?: number };
}

/** Bytes of a configuration. A host that keeps its history in the same file, which is JSON, comes to megabytes. */
export const maxConfigBytes: number = 4 * 1024 * 1024;

/** Bytes by format: the parsers of the others take seconds for what JSON takes a fraction of one. */
const maxBytes: Readonly<Record<ConfigFormat, number>> = { json: maxConfigBytes, toml: 1024 * 1024, yaml: 256 * 1024 };

const readers: Readonly<Record<ConfigFormat, (text: string) => Reading>> = {
  json: readJson,
  toml: readToml,
  yaml: readYaml,
};

const formatOfEnding: Readonly<Record<string, ConfigFormat>> = {
  '.json': 'json',
  '.jsonc': 'json',
  '.toml': 'toml',
  '.yaml': 'yaml',
  '.yml': 'yaml',
};

/**
 * Parses a text: JSON with comments, trailing commas and a byte order mark; TOML; YAML. The ending of the file says which,
 * and without one the text itself does.
 *
 * @throws McpClientError `MCP_INVALID_CONFIG` with `file`, `line` and `column`
 */
export function parseDocument(text: string, file: string | undefined): ConfigDocument {
  const clean = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const format = formatOfEnding[file === undefined ? '' : extname(file).toLowerCase()] ?? formatOf(clean);
  const positionOf = positionsIn(clean);
  if (Buffer.byteLength(text) > maxBytes[format]) {
    throw invalid(file, {}, `it has more than ${maxBytes[format]} bytes`, 'keep servers in a file of their own');
  }
  const reading = read(clean, format);
  if ('root' in reading) return { format, root: reading.root, isFragment: reading.isFragment === true, positionOf };
  const { message, cure, offset, ...place } = reading.problem;
  throw invalid(file, { ...positionOf(offset), ...place }, `it is no ${format.toUpperCase()}: ${message}`, cure);
}

function read(text: string, format: ConfigFormat): Reading {
  try {
    return readers[format](text);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { problem: { message: 'it is nested too deeply', cure: 'take the nested value out' } };
  }
}

function formatOf(text: string): ConfigFormat {
  const start = text.trimStart();
  if (/^(?:[{"]|\/[/*])/.test(start) || start === '') return 'json';
  if (/^[ \t]*\[{1,2}[^[\]{},:\n]+\]{1,2}[ \t]*(?:#.*)?$/m.test(text)) return 'toml';
  return start.startsWith('[') ? 'json' : 'yaml';
}

/** Finds lines by halving: the beginnings of all lines are looked for once, when the first place is asked for. */
function positionsIn(text: string): ConfigDocument['positionOf'] {
  let starts: number[] | undefined;
  return (offset) => {
    if (offset === undefined) return {};
    starts ??= lineStarts(text);
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  };
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

function invalid(
  file: string | undefined,
  place: { readonly line?: number; readonly column?: number },
  what: string,
  cure: string,
): McpClientError {
  const { line, column } = place;
  const where = line === undefined ? '' : `, line ${line}${column === undefined ? '' : `, column ${column}`}`;
  return new McpClientError('MCP_INVALID_CONFIG', `${file ?? 'the configuration'}${where}: ${what}; ${cure}`, {
    ...(file !== undefined && { file }),
    ...place,
  });
}
