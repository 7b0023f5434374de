import { expect } from 'vitest';
import { judgeTools } from '../../src/adapter/judge-tools.ts';
import { toolName } from '../../src/adapter/tool-name.ts';
import { ToolNames } from '../../src/adapter/tool-names.ts';
import { verifies } from './verifies.ts';

const valid = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;
const tool = (name: string) => ({ name, description: '', inputSchema: { type: 'object' } });

verifies('A-02', 'a name is server__tool where it can be, and safe for every model where it cannot', () => {
  expect(toolName('github', 'create_issue')).toBe('github__create_issue');
  for (const [server, name] of [
    ['my server', 'read/file'],
    ['文件', '读'],
    ['', ''],
    ['1st', 'x'],
    ['s', 'y'.repeat(200)],
  ] as const) {
    expect(toolName(server, name)).toMatch(valid);
  }
});

// google-gemini/gemini-cli#21727 and #27981: a name that was split at `_` belonged to two servers.
verifies('A-02', 'servers and tools that would share a name when it is put together or taken apart do not', () => {
  const pairs = [
    ['a', 'b_c'],
    ['a_b', 'c'],
    ['a', 'b__c'],
    ['a__b', 'c'],
    ['a_', 'b'],
    ['a', '_b'],
  ].map(([serverName = '', toolName = '']) => ({ serverName, toolName }));
  const names = pairs.map((pair) => toolName(pair.serverName, pair.toolName));
  expect(new Set(names).size).toBe(pairs.length);
  expect(names.slice(0, 2)).toEqual(['a__b_c', 'a_b__c']);
  const table = new ToolNames(pairs);
  for (const [index, pair] of pairs.entries()) expect(table.find(names[index] ?? '')).toEqual(pair);
});

// microsoft/vscode#243602, anthropics/claude-code#20643: names over 64 characters, and what cutting them does.
verifies('A-02', 'long names that share their beginning are told apart', () => {
  const [one, two] = [`${'x'.repeat(70)}-one-of-them`, `${'x'.repeat(70)}-the-other-1`];
  const names = [toolName('s', one), toolName('s', two), toolName(one, 's'), toolName(two, 's')];
  expect(new Set(names).size).toBe(4);
  for (const name of names) expect(name).toMatch(valid);
});

verifies('A-02', 'no tool can take the name of another by calling itself as that one is named', () => {
  const hashed = toolName('s', 'read file');
  expect(hashed).toMatch(/^s__read_file__[a-z2-7]{12}$/);
  const thief = hashed.slice('s__'.length);
  expect(toolName('s', thief)).not.toBe(hashed);
  expect(toolName(hashed.slice(0, -'__'.length - 12), hashed.slice(-12))).not.toBe(hashed);
});

verifies('A-02', 'the order of loading changes no name, and neither does another server', () => {
  const tools = ['b_c', 'b__c', 'read file', 'Read'].flatMap((toolName) =>
    ['a', 'a_b', 'my server'].map((serverName) => ({ serverName, toolName })),
  );
  const alone = tools.map(({ serverName, toolName: name }) => toolName(serverName, name));
  const table = new ToolNames(tools);
  const backwards = new ToolNames(tools.toReversed());
  expect(tools.map(({ serverName, toolName: name }) => table.nameOf(serverName, name))).toEqual(alone);
  expect(tools.map(({ serverName, toolName: name }) => backwards.nameOf(serverName, name))).toEqual(alone);
});

verifies('A-02', 'servers whose names differ in case only get names that do not', () => {
  const keys = ['Files', 'files'].map((serverName) => ({ serverName, toolName: 'read' }));
  for (const table of [new ToolNames(keys), new ToolNames(keys.toReversed())]) {
    const names = keys.map(({ serverName, toolName: name }) => table.nameOf(serverName, name) ?? '');
    for (const name of names) expect(name).toMatch(/^[Ff]iles__read__[a-z2-7]{12}$/);
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(2);
  }
});

// Chosen in silence by several hosts: the last one, the first one, or both with one name.
verifies('A-02', 'a name that a server uses twice is refused each time, with a reason', () => {
  const { kept, rejected } = judgeTools(['a', 'twin', 'b', 'twin', 'twin'].map(tool));
  expect(kept.map(({ tool: { name } }) => name)).toEqual(['a', 'b']);
  expect(rejected).toEqual(
    Array.from({ length: 3 }, () => ({ toolName: 'twin', reason: 'the server has 3 tools of this name' })),
  );
});

verifies('A-02', 'names of one server that differ in case only are refused, all of them', () => {
  const { kept, rejected } = judgeTools(['Read', 'read', 'write', 'READ'].map(tool));
  expect(kept.map(({ tool: { name } }) => name)).toEqual(['write']);
  expect(rejected.map(({ toolName: name }) => name)).toEqual(['Read', 'read', 'READ']);
  for (const { reason } of rejected) expect(reason).toMatch(/differs in case only/);
});
