import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readConfigFile, readConfigFiles } from '../../src/manager/read-config-files.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { refusalOf } from './support/expand.ts';
import { serverNamed, summaryOf } from './support/parse.ts';

/** Writes files into a new folder, and gives back their paths. */
function written(files: Readonly<Record<string, unknown>>): string[] {
  const folder = temporaryFolder();
  return Object.entries(files).map(([name, content]) => {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
    return path;
  });
}

describe('M-01: a file of servers', () => {
  test('says where its servers are from, and where they work', async () => {
    const [file = ''] = written({ 'mcp.json': { mcpServers: { a: { command: 'x', cwd: 'sub' } } } });
    const { source } = serverNamed(await readConfigFile(file), 'a');
    expect(source).toEqual({ file, pointer: '/mcpServers/a', dialect: 'mcp-servers', folder: dirname(file) });
  });

  test('in the folder of a host’s settings it belongs to the project around it', async () => {
    const [file = ''] = written({ '.vscode/mcp.json': { servers: { a: { command: 'x' } } } });
    expect(serverNamed(await readConfigFile(file), 'a').source.folder).toBe(dirname(dirname(file)));
    const [deeper = ''] = written({ '.kiro/settings/mcp.json': { mcpServers: { a: { command: 'x' } } } });
    expect(serverNamed(await readConfigFile(deeper), 'a').source.folder).toBe(dirname(dirname(dirname(deeper))));
  });

  test('that is not there, is none, or is no text, is an error with its name', async () => {
    const [bytes = ''] = written({ 'bytes.json': '' });
    writeFileSync(bytes, Buffer.from([0x7b, 0xff, 0x7d]));
    const folder = dirname(bytes);
    const pipe = join(folder, 'pipe.json');
    execFileSync('/bin/sh', ['-c', 'mkfifo "$0"', pipe]);
    for (const [path, words] of [
      [join(folder, 'none.json'), /cannot be read \(ENOENT\)/],
      [folder, /it is a folder/],
      [pipe, /it is no regular file/],
      [bytes, /it is no UTF-8/],
    ] as const) {
      const error = await refusalOf(readConfigFile(path));
      expect(error).toMatchObject({ code: 'MCP_INVALID_CONFIG', file: path, message: expect.stringMatching(words) });
    }
    writeFileSync(bytes, Buffer.alloc(4 * 1024 * 1024 + 1, ' '));
    expect((await refusalOf(readConfigFile(bytes))).message).toMatch(/more than 4194304 bytes/);
  });
});

describe('M-01: files in layers', () => {
  test('a file below what is no folder is not there either, as that of an account whose home is /dev/null', async () => {
    const [project = ''] = written({ 'project.json': { mcpServers: { a: { command: 'x' } } } });
    const { servers, diagnostics } = await readConfigFiles([join(project, '.config/mcp-servers.json'), project]);
    expect(servers.map(({ name }) => name)).toEqual(['a']);
    expect(diagnostics).toContainEqual(expect.objectContaining({ kind: 'file', message: 'it does not exist' }));
  });

  test('a later file wins by name, and that is told; a file that is not there is no error', async () => {
    const paths = written({
      'user.json': { mcpServers: { a: { command: 'user-a' }, b: { command: 'user-b' } } },
      'project.json': { mcpServers: { a: { command: 'project-a', disabled: true }, c: { command: 'project-c' } } },
    });
    const [user = '', project = ''] = paths;
    const none = join(dirname(user), 'none.json');
    const { servers, problems, diagnostics } = await readConfigFiles([user, none, project]);
    expect(Object.fromEntries(servers.map((server) => [server.name, summaryOf(server)]))).toMatchObject({
      a: { executable: 'project-a', isEnabled: false },
      b: { executable: 'user-b' },
      c: { executable: 'project-c' },
    });
    expect(problems).toEqual([]);
    expect(diagnostics.filter(({ kind }) => kind === 'shadowed')).toEqual([
      expect.objectContaining({
        file: project,
        pointer: '/mcpServers/a',
        serverName: 'a',
        message: `it replaces the server of the same name in ${user}`,
      }),
    ]);
    expect(diagnostics).toContainEqual(expect.objectContaining({ kind: 'file', file: none }));
  });

  test('an entry that was refused takes its name away from the earlier files: it may have switched it off', async () => {
    const paths = written({
      'user.json': { mcpServers: { a: { command: 'user-a' }, b: { command: 'user-b' } } },
      'project.json': { mcpServers: { a: { command: 'user-a', disabled: 'yes' } } },
    });
    const { servers, problems } = await readConfigFiles(paths);
    expect(servers.map(({ name }) => name)).toEqual(['b']);
    expect(problems).toEqual([expect.objectContaining({ file: paths[1], serverName: 'a' })]);
  });

  test('a file that cannot be parsed is an error, whatever the others hold', async () => {
    const paths = written({ 'user.json': { mcpServers: { a: { command: 'x' } } }, 'project.json': '{' });
    expect(await refusalOf(readConfigFiles(paths))).toMatchObject({ file: paths[1], line: 1, column: 2 });
  });
});
