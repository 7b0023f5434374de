import { describe, expect, test } from 'vitest';
import { maxLines, problemsOf } from './rules.ts';
import { readSources } from './source.ts';

/** A small house in which everything is in order. */
const orderly = {
  'base/clock.ts': 'export const now = 1;',
  'errors.ts': 'export class McpClientError extends Error {}',
  'wire/codec.ts': `import { now } from '../base/clock.ts'; export const codec = now;`,
  'rpc/peer.ts': `import { codec } from '../wire/codec.ts'; import '../errors.ts'; export const peer = codec;`,
  'stdio/child.ts': `import { spawn } from 'node:child_process'; import { peer } from '../rpc/peer.ts'; export const child = [spawn, peer];`,
  'protocol/tool.ts': `import type { peer } from '../rpc/peer.ts'; export type Tool = typeof peer;`,
  'client/options.ts': `import type { Tool } from '../protocol/tool.ts'; export type Options = Tool;`,
  'mcp-client.ts': `import './stdio/child.ts'; import type { Options } from './client/options.ts'; export type C = Options;`,
  'trace.ts': `export {} from './mcp-client.ts';`,
  'client.ts': `export type { C } from './mcp-client.ts';`,
  'index.ts': `export * from './client.ts'; export { now } from './base/clock.ts';`,
};

function problemsWith(changed: Record<string, string>): string[] {
  return problemsOf(new Map(Object.entries({ ...orderly, ...changed })));
}

test('the sources keep the rules of the house', () => {
  const sources = readSources();
  expect(sources.size).toBeGreaterThan(40);
  expect(problemsOf(sources)).toEqual([]);
});

describe('the rules', () => {
  test('have nothing against a house in order', () => {
    expect(problemsWith({})).toEqual([]);
  });

  test.for([
    ['an import to the right', 'base/a.ts', `import '../wire/codec.ts';`, 'base/a.ts imports wire/codec.ts, which'],
    [
      'a type from the right',
      'wire/a.ts',
      `import type { peer } from '../rpc/peer.ts';`,
      'wire/a.ts imports rpc/peer.ts',
    ],
    [
      'an inline type from the right',
      'wire/a.ts',
      `import { type peer } from '../rpc/peer.ts';`,
      'imports rpc/peer.ts',
    ],
    ['a type by import()', 'wire/a.ts', `export type P = import('../rpc/peer.ts').P;`, 'imports rpc/peer.ts'],
    ['import() from the right', 'wire/a.ts', `export const p = import('../rpc/peer.ts');`, 'imports rpc/peer.ts'],
    ['a re-export from the right', 'wire/a.ts', `export { peer } from '../rpc/peer.ts';`, 'imports rpc/peer.ts'],
    ['everything re-exported', 'wire/a.ts', `export * from '../rpc/peer.ts';`, 'imports rpc/peer.ts'],
    ['stdio sees protocol', 'stdio/a.ts', `import '../protocol/tool.ts';`, 'imports protocol/tool.ts'],
    ['protocol sees stdio', 'protocol/a.ts', `import '../stdio/child.ts';`, 'imports stdio/child.ts'],
    ['http sees stdio', 'http/a.ts', `import '../stdio/child.ts';`, 'imports stdio/child.ts'],
    ['the room sees its door', 'client/a.ts', `import '../mcp-client.ts';`, 'imports mcp-client.ts'],
    ['the errors see a layer', 'errors.ts', `import './base/clock.ts';`, 'errors.ts imports base/clock.ts'],
    ['Node in the core', 'rpc/a.ts', `import { readFileSync } from 'node:fs';`, 'rpc/a.ts imports node:fs'],
    ['Node without its prefix', 'base/a.ts', `import 'fs/promises';`, 'base/a.ts imports fs/promises'],
    ['a dependency', 'stdio/a.ts', `import { z } from 'zod';`, 'stdio/a.ts has a dependency, zod'],
    ['the type of a dependency', 'base/a.ts', `import type { z } from 'zod';`, 'base/a.ts has a dependency, zod'],
    ['a computed import', 'stdio/a.ts', 'export const a = import(process.argv[2]);', 'has a dependency, (computed)'],
    ['a required dependency', 'stdio/a.ts', `import z = require('zod');`, 'has a dependency, zod'],
    ['the index imported', 'rpc/a.ts', `import { now } from '../index.ts';`, 'rpc/a.ts imports index.ts'],
    ['a file that imports itself', 'base/a.ts', `import './a.ts';`, 'a cycle: base/a.ts → base/a.ts'],
    ['a long file', 'base/a.ts', '\n'.repeat(maxLines + 1), `base/a.ts has ${maxLines + 1} lines`],
    ['a default export', 'base/a.ts', 'export default 1;', 'base/a.ts has a default export'],
    ['a default by name', 'base/a.ts', 'const a = 1; export { a as default };', 'base/a.ts has a default export'],
    ['any', 'base/a.ts', 'export const a = (b: readonly any[]) => b;', 'base/a.ts says any'],
    ['an enum', 'base/a.ts', 'export enum A { B }', 'base/a.ts has an enum'],
    ['a star in the index', 'index.ts', `export * from './mcp-client.ts';`, 'index.ts holds something else'],
    ['a star in the client alone', 'client.ts', `export * from './mcp-client.ts';`, 'client.ts holds something else'],
    ['code in an entry', 'trace.ts', 'export const a = 1;', 'trace.ts holds something else'],
    ['the index sees an entry', 'index.ts', `export { a } from './trace.ts';`, 'index.ts imports trace.ts'],
    ['code in the client alone', 'client.ts', 'export const a = 1;', 'client.ts holds something else'],
    ['code in the index', 'index.ts', 'export const a = 1;', 'index.ts holds something else'],
    ['an import in the index', 'index.ts', `import { now } from './base/clock.ts'; export { now };`, 'index.ts holds'],
    ['a folder without a place', 'util/a.ts', 'export const a = 1;', 'util/a.ts has no layer'],
    ['a door without a place', 'helpers.ts', 'export const a = 1;', 'helpers.ts has no layer'],
    ['a room in a room', 'rpc/deep/a.ts', 'export const a = 1;', 'rpc/deep/a.ts has no layer'],
    ['a file that is not there', 'base/a.ts', `import './b.ts';`, 'base/a.ts imports ./b.ts, which is no file'],
  ] as const)('refuse %s', ([, path, text, problem]) => {
    expect(problemsWith({ [path]: text })).toEqual([expect.stringContaining(problem)]);
  });

  test.for(['import', 'export type'])('refuse a cycle by %s', (kind) => {
    const there = `${kind} { B } from './b.ts';`;
    const back = `export type { A } from './a.ts';`;
    expect(problemsWith({ 'base/a.ts': there, 'base/b.ts': back })).toEqual([
      'a cycle: base/a.ts → base/b.ts → base/a.ts',
    ]);
  });

  test('do not read comments and strings as imports', () => {
    expect(problemsWith({ 'base/a.ts': `// import '../rpc/peer.ts'\nexport const a = "import 'zod'";` })).toEqual([]);
  });
});
