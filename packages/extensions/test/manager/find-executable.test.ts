import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findExecutable, findLauncher } from '../../src/manager/find-executable.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Folders `a`, `b` and `c` with a program `tool` in `b` and `c`, and things that are none in `a`. */
function folders(): { cwd: string; path: (...names: string[]) => string; env: Record<string, string> } {
  const cwd = temporaryFolder();
  const path = (...names: string[]): string => join(cwd, ...names);
  for (const name of ['a', 'b', 'c']) mkdirSync(path(name));
  for (const name of ['b', 'c']) {
    writeFileSync(path(name, 'tool'), '#!/bin/sh\n');
    chmodSync(path(name, 'tool'), 0o755);
  }
  writeFileSync(path('a', 'tool'), 'not for execution');
  return { cwd, path, env: { PATH: `${path('a')}:${path('b')}:${path('c')}` } };
}

describe.skipIf(process.platform === 'win32')('the file that a start would run', () => {
  it('is the first on the PATH of the server that may be executed, and the host has no say', () => {
    const { cwd, path, env } = folders();
    expect(findExecutable({ executable: 'tool', cwd, env })).toEqual({ kind: 'found', path: path('b', 'tool') });
    expect(findExecutable({ executable: 'tool', cwd, env: { PATH: path('c') } })).toEqual({
      kind: 'found',
      path: path('c', 'tool'),
    });
  });

  it('is found by an empty or relative folder of PATH from the working directory of the server, as execvp does', () => {
    const { path } = folders();
    const expected = { kind: 'found', path: path('b', 'tool') };
    expect(findExecutable({ executable: 'tool', cwd: path('b'), env: { PATH: '/nowhere::/bin' } })).toEqual(expected);
    expect(findExecutable({ executable: 'tool', cwd: path('a'), env: { PATH: '../b' } })).toEqual(expected);
    expect(findExecutable({ executable: '../b/tool', cwd: path('a'), env: {} })).toEqual(expected);
  });

  it('is the same that the system runs', () => {
    const { cwd, path, env } = folders();
    writeFileSync(path('c', 'say'), '#!/bin/sh\necho "$0"\n');
    chmodSync(path('c', 'say'), 0o755);
    const said = execFileSync('say', { cwd, env: { PATH: `${env['PATH']}` }, encoding: 'utf8' }).trim();
    expect(findExecutable({ executable: 'say', cwd, env })).toEqual({ kind: 'found', path: said });
  });

  it('keeps the name that a program is called by: a link is not followed', () => {
    const { cwd, path } = folders();
    symlinkSync(path('b', 'tool'), path('a', 'python'));
    expect(findExecutable({ executable: path('a', 'python'), cwd, env: {} })).toEqual({
      kind: 'found',
      path: path('a', 'python'),
    });
  });

  it.each([
    ['a name that is nowhere', 'nothing', 'ENOENT', /nothing was not found on PATH/],
    ['a path that is nowhere', './nothing', 'ENOENT', /nothing does not exist/],
    ['a directory', './b', 'EACCES', /is a directory/],
    ['a file that may not be executed', './a/tool', 'EACCES', /may not be executed/],
    ['a device', '/dev/null', 'EACCES', /is no regular file/],
    ['a path through a file', './a/tool/x', 'ENOENT', /does not exist/],
  ])('is not there for %s', (_, executable, errno, why) => {
    const { cwd, env } = folders();
    expect(findExecutable({ executable, cwd, env })).toMatchObject({
      kind: 'not-found',
      errno,
      why: expect.stringMatching(why),
    });
  });

  it('is looked for in the folders of the system when there is no PATH', () => {
    expect(findExecutable({ executable: 'sh', cwd: '/', env: {} })).toMatchObject({ kind: 'found' });
  });
});

describe.skipIf(process.platform === 'win32')('a launcher', () => {
  it('is never one of a relative folder of PATH: that would be a file of the project', () => {
    const { path, env } = folders();
    expect(findLauncher('tool', env)).toEqual({ kind: 'found', path: path('b', 'tool') });
    expect(findLauncher('tool', { PATH: '.:b::c' })).toMatchObject({ kind: 'not-found', errno: 'ENOENT' });
  });
});

describe('the file that a start would run on Windows', () => {
  it('is not there when PATH has no such file', () => {
    const query = { executable: 'npx', cwd: 'C:\\work', env: { Path: 'C:\\nowhere' }, platform: 'win32' } as const;
    expect(findExecutable(query)).toMatchObject({ kind: 'not-found', errno: 'ENOENT' });
  });
});
