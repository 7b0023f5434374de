import { expect, test } from 'vitest';
import { toolName } from '../../src/adapter/tool-name.ts';
import { ToolNames } from '../../src/adapter/tool-names.ts';

const hashed = /^[A-Za-z_][A-Za-z0-9_-]*__[a-z2-7]{12}$/;

test('most names are the two names', () => {
  for (const [server, tool, name] of [
    ['github', 'create_issue', 'github__create_issue'],
    ['my-files', 'read-file', 'my-files__read-file'],
    ['a_b', 'c', 'a_b__c'],
    ['a', 'b_c', 'a__b_c'],
    ['Context7', 'resolveLibrary', 'Context7__resolveLibrary'],
    ['s', '2fast', 's__2fast'],
    ['s'.repeat(30), 't'.repeat(32), `${'s'.repeat(30)}__${'t'.repeat(32)}`],
  ] as const) {
    expect(toolName(server, tool)).toBe(name);
  }
});

test('a name is the same for ever: rules, prompts and approvals hold it', () => {
  expect(toolName('my server', 'read file')).toBe('my_server__read_file__ad2ekxz6zbbr');
  expect(toolName('a', 'b__c')).toBe('a__b_c__2kgwdo6ofg5b');
  expect(toolName('1password', 'get')).toBe('_1password__get__rpglmbvjiiqq');
  expect(toolName('文件', '读')).toBe('server__tool__o6xpwhljgr44');
});

test('what cannot stand as it is stays readable', () => {
  const name = toolName('docs', `search the web, quickly! ${'x'.repeat(100)}`);
  expect(name).toMatch(hashed);
  expect(name).toMatch(/^docs__search_the_web_quickly_x/);
  expect(name).toHaveLength(64);
  expect(toolName(`${'long-'.repeat(30)}server`, 'y'.repeat(80))).toMatch(/^long-long-long-.*__y{32}__[a-z2-7]{12}$/);
});

test('each awkward name has a name of its own', () => {
  const names = [
    '',
    ' ',
    '_',
    '__',
    'a_',
    '_a',
    'a__b',
    'a___b',
    '\0',
    '"',
    '\ud800',
    '\udfff',
    '🧰',
    'é',
    'e\u0301',
    'A',
    'a',
  ];
  const pairs = names.flatMap((serverName) => names.map((toolName) => ({ serverName, toolName })));
  const all = pairs.map((pair) => toolName(pair.serverName, pair.toolName));
  expect(new Set(all).size).toBe(pairs.length);
  for (const name of all) expect(name).toMatch(/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/);
});

test('tools with the same hash get longer ones, whoever comes first, and their names stay different', () => {
  const [one, two] = [
    { serverName: 's', toolName: 'a b' },
    { serverName: 's', toolName: 'a  b' },
  ];
  const shared = 'a'.repeat(12);
  const hash = ({ toolName }: { readonly toolName: string }): string => shared + toolName.length.toString().repeat(20);
  const tables = [new ToolNames([one, two], hash), new ToolNames([two, one], hash)];
  for (const table of tables) {
    expect(table.nameOf('s', 'a b')).toBe(`s__a_b__${shared}${'3'.repeat(12)}`);
    expect(table.nameOf('s', 'a  b')).toBe(`s__a_b__${shared}${'4'.repeat(12)}`);
    expect(table.find(`s__a_b__${shared}${'3'.repeat(12)}`)).toEqual(one);
  }
});

test('tools that nothing tells apart have no name, rather than the same', () => {
  const table = new ToolNames(
    [
      { serverName: 's', toolName: 'a b' },
      { serverName: 's', toolName: 'a  b' },
    ],
    () => 'x'.repeat(40),
  );
  expect([table.size, table.nameOf('s', 'a b')]).toEqual([0, undefined]);
});

test('a table names each tool once, and knows no other', () => {
  const table = new ToolNames([
    { serverName: 's', toolName: 't' },
    { serverName: 's', toolName: 't' },
  ]);
  expect([...table.entries()]).toEqual([['s__t', { serverName: 's', toolName: 't' }]]);
  expect([table.find('s__u'), table.find('S__T'), table.nameOf('s', 'u')]).toEqual([undefined, undefined, undefined]);
});
