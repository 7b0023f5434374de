import { sep } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ExpansionContext } from '../../src/manager/expand-server.ts';
import type { Dialect } from '../../src/manager/server-config.ts';
import { expandOne, refusalOf, startOf } from './support/expand.ts';

/** What stands in the environment of a server of this dialect, and what the server gets. */
const rows: readonly (readonly [dialect: Dialect, text: string, value: string, missing: RegExp])[] = [
  ['claude-code', 'a${A}b', 'a1b', /the variable A/],
  ['claude-code', '${CLAUDE_PLUGIN_ROOT}/x', '/plug/x', /CLAUDE_PLUGIN_ROOT, and it is of no plugin/],
  ['mcp-servers', '${PLUGIN_ROOT}', '/plug', /PLUGIN_ROOT, and it is of no plugin/],
  ['mcp-servers', '$env:A', '1', /the variable A/],
  ['mcp-servers', '{env:A}${env:A}', '11', /the variable A/],
  ['gemini-cli', '$A', '1', /the variable A/],
  ['gemini-cli', '${A}', '1', /the variable A/],
  ['cursor', '${env:A}${/}x', `1${sep}x`, /the variable A/],
  ['vscode', '${env:A}${pathSeparator}${workspaceFolderBasename}', `1${sep}work`, /the variable A/],
  ['opencode', '{env:A}', '1', /the variable A/],
  ['continue', '${{ secrets.A }}', 'lent A', /the secret A/],
  ['own', '${secret:A}', 'lent A', /the secret A/],
  ['own', '${input:A}', 'answered A', /the input A/],
  ['own', '\\${A} and ${A}', '${A} and 1', /the variable A/],
];

const given: ExpansionContext = {
  host: { A: '1' },
  pluginFolder: '/plug',
  workspaceFolder: '/srv/work',
  secrets: ({ name }) => Promise.resolve({ value: `lent ${name}` }),
  askInput: ({ id }) => Promise.resolve(`answered ${id}`),
};

describe('M-01: what a variable of a host comes to', () => {
  test.for(rows)('%s: %s is %s, and missing it is an error', async ([dialect, text, value, missing]) => {
    const entry = { command: 'x', env: { V: text } };
    const options = { dialect, ...(dialect === 'own' ? { inputs: [{ id: 'A' }] } : {}) };
    expect(startOf(await expandOne(entry, given, options)).env).toEqual({ V: value });
    const nothing = { host: {}, workspaceFolder: '/srv/work' };
    expect((await refusalOf(expandOne(entry, nothing, options))).message).toMatch(missing);
  });
});
