import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { expandOne, refusalOf, startOf } from './support/expand.ts';

describe('M-01: variables are put in at the start', () => {
  test.for<readonly [string, Record<string, unknown>, Record<string, unknown>]>([
    ['a variable', { args: ['${A}'] }, { args: ['1'] }],
    ['a default', { args: ['${NONE:-x y}', '${EMPTY:-x}', '${A:-x}'] }, { args: ['x y', 'x', '1'] }],
    ['an empty variable', { args: ['[${EMPTY}]'] }, { args: ['[]'] }],
    ['a value that looks like a variable, which is not looked at again', { args: ['${TRICK}'] }, { args: ['${A}'] }],
    ['what stands for itself', { args: ['\\${A}', '$${A}'] }, { args: ['${A}', '${A}'] }],
    [
      'folders',
      { args: ['${workspaceFolder}/x', '${workspaceFolderBasename}', '${userHome}'] },
      { args: ['/srv/shop/x', 'shop', '/home/ada'] },
    ],
    [
      'the home folder',
      { command: '~/bin/x', args: ['~', '~x', 'a~'], cwd: '~/y' },
      { executable: '/home/ada/bin/x', args: ['/home/ada', '~x', 'a~'], cwd: '/home/ada/y' },
    ],
    ['a relative folder', { cwd: 'sub' }, { cwd: '/srv/shop/sub' }],
    ['no folder: that of the configuration (C-03)', {}, { cwd: '/srv/shop' }],
    ['what is taken away', { env: { A: null, B: '${A}' } }, { env: { A: null, B: '1' } }],
    ['the program', { command: '${DIR}/x' }, { executable: '/opt/x' }],
  ])('%s', async ([, entry, expected]) => {
    const host = { A: '1', EMPTY: '', TRICK: '${A}', DIR: '/opt' };
    const expanded = await expandOne({ command: 'x', ...entry }, { host });
    expect(startOf(expanded)).toMatchObject(expected);
  });

  test('everything that is missing is named at once, and never becomes empty or stays as it was', async () => {
    const entry = {
      command: '${PROGRAM}',
      args: ['${ONE}', '${ONE}'],
      env: { TWO: 'x${TWO}', THREE: '${secret:three}', ONE: '1' },
    };
    const error = await refusalOf(expandOne(entry));
    expect(error).toMatchObject({ code: 'MCP_INVALID_CONFIG', serverName: 'example', pointer: '/mcpServers/example' });
    for (const words of [
      'command needs the variable PROGRAM',
      'args[0] needs the variable ONE',
      'env.TWO needs the variable TWO',
      'env.THREE needs the secret three',
    ]) {
      expect(error.message).toContain(words);
    }
    // mcp-remote and others put their own variables in.
    expect(error.message).toContain('write \\${ONE}');
  });

  test('on Windows names have no case, and %VAR% is one', async () => {
    const host = { Path: 'C:\\bin', AppData: 'C:\\data' };
    const entry = { command: 'x', args: ['%APPDATA%\\a', '${path}'] };
    const expanded = await expandOne(entry, { host, platform: 'win32' }, { dialect: 'mcp-servers', platform: 'win32' });
    expect(startOf(expanded).args).toEqual(['C:\\data\\a', 'C:\\bin']);
  });

  test('a file is put in from below the folder of the configuration, and from nowhere else', async () => {
    const folder = temporaryFolder();
    const outside = temporaryFolder();
    writeFileSync(join(folder, 'key.pem'), 'the key of the server\n');
    writeFileSync(join(outside, 'other.pem'), 'not for you');
    writeFileSync(join(folder, 'large.pem'), 'x'.repeat(70_000));
    symlinkSync(join(outside, 'other.pem'), join(folder, 'link.pem'));
    mkdirSync(join(folder, 'sub'));
    const read = (path: string): ReturnType<typeof expandOne> =>
      expandOne({ command: ['x'], environment: { KEY: `{file:${path}}` } }, {}, { dialect: 'opencode', folder });
    const expanded = await read('./sub/../key.pem');
    expect(startOf(expanded).env).toEqual({ KEY: 'the key of the server' });
    expect(expanded.secrets).toContain('the key of the server');
    for (const path of ['link.pem', `../${outside.split('/').at(-1)}/other.pem`, join(outside, 'other.pem')]) {
      expect((await refusalOf(read(path))).message, path).toMatch(/outside of the folder/);
    }
    for (const path of ['none.pem', 'large.pem', 'sub']) {
      expect((await refusalOf(read(path))).message, path).toMatch(/cannot be read/);
    }
  });

  test('a file of variables is read, and env wins over it; what loads code in it is refused', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, '.env'), '# comment\nA=file\nexport B="two\\nlines"\nC=${A}\n');
    const expanded = await expandOne({ command: 'x', envFile: '.env', env: { A: 'own' } }, {}, { folder });
    expect(startOf(expanded).env).toEqual({ A: 'own', B: 'two\nlines', C: '${A}' });
    expect(expanded.variables).toEqual(
      expect.arrayContaining([
        { name: 'A', rule: 'env' },
        { name: 'B', rule: 'env-file' },
      ]),
    );
    writeFileSync(join(folder, '.env'), 'NODE_OPTIONS=--require ./evil.js\n');
    expect(await refusalOf(expandOne({ command: 'x', envFile: '.env' }, {}, { folder }))).toMatchObject({
      message: expect.stringMatching(/NODE_OPTIONS, which loads other code/),
      file: join(folder, '.env'),
    });
    writeFileSync(join(folder, '.env'), Buffer.from([0xff, 0xfe]));
    expect((await refusalOf(expandOne({ command: 'x', envFile: '.env' }, {}, { folder }))).message).toMatch(/no UTF-8/);
    expect(await refusalOf(expandOne({ command: 'x', envFile: 'none' }, {}, { folder }))).toMatchObject({
      errno: 'ENOENT',
    });
    expect((await refusalOf(expandOne({ command: 'x', envFile: '/dev/zero' }, {}, { folder }))).message).toMatch(
      /no regular file/,
    );
  });

  test('headers, tokens and addresses', async () => {
    const host = { KEY: 'key-of-the-team', TOKEN: 'token-of-the-team', PLACE: 'eu' };
    const entry = {
      url: 'https://me:pass-word-1@${PLACE}.example.com/mcp',
      headers: { 'X-Key': '${KEY}', 'X-Plain': 'written-here' },
      headersFromEnv: { 'X-Account': 'KEY' },
      bearerTokenEnv: 'TOKEN',
    };
    const expanded = await expandOne(entry, { host });
    expect(expanded.target).toEqual({
      kind: 'http',
      url: 'https://me:pass-word-1@eu.example.com/mcp',
      headers: {
        'X-Key': 'key-of-the-team',
        'X-Plain': 'written-here',
        'X-Account': 'key-of-the-team',
        Authorization: 'Bearer token-of-the-team',
      },
    });
    expect(expanded.secrets).toEqual(
      expect.arrayContaining(['key-of-the-team', 'written-here', 'token-of-the-team', 'pass-word-1']),
    );
    expect((await refusalOf(expandOne(entry, { host: { KEY: 'k' } }))).message).toMatch(
      /bearerTokenEnv needs the variable TOKEN/,
    );
    const broken = await refusalOf(expandOne(entry, { host: { ...host, KEY: 'a\r\nX-Evil: 1' } }));
    expect(broken.message).toMatch(/X-Key holds a control character/);
    expect(broken.message).not.toContain('Evil');
    expect((await refusalOf(expandOne({ url: '${PLACE}' }, { host }))).message).toMatch(/url is no address/);
  });

  test('the paths of a sandbox are absolute', async () => {
    const sandbox = { kind: 'bubblewrap', readOnly: ['${workspaceFolder}', '~/x'], writable: ['out'] };
    const { target } = await expandOne({ command: 'x', sandbox });
    expect(target).toMatchObject({
      sandbox: { readOnly: ['/srv/shop', '/home/ada/x'], writable: ['/srv/shop/out'], network: false },
    });
    const template = await expandOne(
      { command: 'x', sandbox: { kind: 'template', command: ['jail', '${A}', '{executable}', '{args}'] } },
      { host: { A: '1' } },
    );
    expect(template.target).toMatchObject({ sandbox: { command: ['jail', '1', '{executable}', '{args}'] } });
    const plain = { kind: 'plain', limits: { maxOpenFiles: 64 }, account: { uid: 1, gid: 1 } };
    expect((await expandOne({ command: 'x', sandbox: plain })).target).toMatchObject({ sandbox: plain });
  });

  test('process.env is not written, nor read when another environment is given', async () => {
    const before = { ...process.env };
    const target = process.env;
    const writes: string[] = [];
    process.env = new Proxy(target, {
      set: (_, name) => writes.push(String(name)) > 0,
      defineProperty: (_, name) => writes.push(String(name)) > 0,
      deleteProperty: (_, name) => writes.push(String(name)) > 0,
    });
    try {
      const expanded = await expandOne({ command: 'x', env: { HOME: '/other', P: '${PATH}' } }, { host: undefined });
      expect(startOf(expanded).env).toEqual({ HOME: '/other', P: target['PATH'] });
    } finally {
      process.env = target;
    }
    expect(writes).toEqual([]);
    expect({ ...process.env }).toEqual(before);
  });
});
