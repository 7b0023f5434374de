import { expect, test } from 'vitest';
import { candidatesOf } from '../../src/servers/config-search.ts';

const own = '/home/ada/.config/mcp/mcp-servers.json';
const question = { platform: 'linux', env: {}, home: '/home/ada', cwd: '/srv/project' } as const;

test('without --config: the user’s own file, and over it the one of the project', () => {
  expect(candidatesOf({ ...question, named: [] })).toEqual([
    { path: own, kind: 'user' },
    { path: '/srv/project/.mcp.json', kind: 'project' },
  ]);
});

test('with --config: those files, in their order, and no other', () => {
  expect(candidatesOf({ ...question, named: ['a.json', '/etc/b.json'] })).toEqual([
    { path: '/srv/project/a.json', kind: 'named' },
    { path: '/etc/b.json', kind: 'named' },
  ]);
});

test('naming a file does not make it trusted, and the user’s own stays his, however it is named', () => {
  expect(candidatesOf({ ...question, named: ['.mcp.json'] })[0]?.kind).toBe('named');
  expect(candidatesOf({ ...question, named: [own] })[0]?.kind).toBe('user');
  expect(candidatesOf({ ...question, cwd: '/home/ada/.config/mcp', named: ['mcp-servers.json'] })[0]?.kind).toBe(
    'user',
  );
});

test('on Windows', () => {
  const windows = { platform: 'win32', env: { APPDATA: 'C:\\Roam' }, home: 'C:\\Users\\ada', cwd: 'C:\\work' } as const;
  expect(candidatesOf({ ...windows, named: [] })).toEqual([
    { path: 'C:\\Roam\\mcp\\mcp-servers.json', kind: 'user' },
    { path: 'C:\\work\\.mcp.json', kind: 'project' },
  ]);
  expect(candidatesOf({ ...windows, named: ['..\\x.json'] })).toEqual([{ path: 'C:\\x.json', kind: 'named' }]);
});
