import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { redact } from '../../src/stdio/redact.ts';
import { temporaryFolder } from '../stdio/support/temporary-folder.ts';
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
      /no file/,
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
      prefersSse: false,
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

describe('M-07: secrets come from a broker, at the start', () => {
  test('each is asked for once, with its server and its purpose, and is put into nothing but environment and headers', async () => {
    const asked: unknown[] = [];
    const entry = { command: 'x', env: { A: '${secret:a}', B: 'x-${secret:a}', C: '${secret:c}' } };
    const expanded = await expandOne(entry, {
      secrets: async (request) => {
        asked.push(request);
        return { value: `value-of-${request.name}` };
      },
    });
    expect(startOf(expanded).env).toEqual({ A: 'value-of-a', B: 'x-value-of-a', C: 'value-of-c' });
    expect(asked).toEqual([
      { serverName: 'example', name: 'a', purpose: 'env.A' },
      { serverName: 'example', name: 'c', purpose: 'env.C' },
    ]);
    expect(expanded.secrets).toEqual(expect.arrayContaining(['value-of-a', 'x-value-of-a', 'value-of-c']));
    const shown = redact('said value-of-a and value-of-c', { values: expanded.secrets, truncated: false });
    expect(shown).not.toMatch(/value-of/);
    expect(JSON.stringify(expanded.variables)).not.toContain('value-of');
  });

  test('what was lent is given back once, and what cannot be is named', async () => {
    const back: string[] = [];
    const expanded = await expandOne(
      { command: 'x', env: { A: '${secret:a}', B: '${secret:b}', C: '${secret:c}' } },
      {
        secrets: async ({ name }) => ({
          value: name,
          revoke:
            name === 'c' ? undefined : () => (name === 'b' ? Promise.reject(new Error('no')) : void back.push(name)),
        }),
      },
    );
    expect(await Promise.all([expanded.revoke(), expanded.revoke()])).toEqual([['b'], ['b']]);
    expect(back).toEqual(['a']);
  });

  test('when the start fails, or is given up, what was lent is given back, also what comes late', async () => {
    const back: string[] = [];
    const lend = (name: string): { value: string; revoke: () => void } => ({
      value: name,
      revoke: () => void back.push(name),
    });
    const entry = { command: 'x', env: { A: '${secret:a}', B: '${secret:b}' } };
    await refusalOf(expandOne(entry, { secrets: async ({ name }) => (name === 'a' ? lend(name) : undefined) }));
    expect(back).toEqual(['a']);

    const controller = new AbortController();
    let release: () => void = () => {};
    const gate = new Promise<void>((resolve) => (release = resolve));
    const late = expandOne(entry, {
      signal: controller.signal,
      secrets: async ({ name }) => {
        if (name === 'b') await gate;
        return lend(`late-${name}`);
      },
    });
    const refused = refusalOf(late);
    controller.abort();
    expect(await refused).toMatchObject({ code: 'MCP_ABORTED', serverName: 'example', abortedBy: 'caller' });
    release();
    await expect.poll(() => back, { timeout: 10_000 }).toEqual(['a', 'late-a', 'late-b']);
    expect(await refusalOf(expandOne(entry, { signal: AbortSignal.abort() }))).toMatchObject({ code: 'MCP_ABORTED' });
  });

  test('the words of a vault that fails are not shown', async () => {
    const error = await refusalOf(
      expandOne(
        { command: 'x', env: { A: '${secret:a}' } },
        { secrets: () => Promise.reject(new Error('token hvs.1 expired')) },
      ),
    );
    expect(error.message).toMatch(/the secret a, and asking for it failed/);
    expect(JSON.stringify(error) + String(error.cause)).not.toContain('hvs.1');
  });

  test('an input that is a password is asked of the broker first, then of a person; others of a person only', async () => {
    const inputs = [
      { id: 'key', password: true },
      { id: 'place', description: 'Where?' },
    ];
    const entry = { command: 'x', args: ['${input:place}'], env: { KEY: '${input:key}' } };
    const askInput = async ({ id, serverName }: { id: string; serverName: string }): Promise<string> =>
      `${serverName}-${id}`;
    const asked: string[] = [];
    const secrets = async ({ name }: { name: string }): Promise<{ value: string } | undefined> => {
      asked.push(name);
      return name === 'key' ? { value: 'from-the-broker' } : undefined;
    };
    const both = await expandOne(entry, { askInput, secrets }, { inputs });
    expect(startOf(both)).toMatchObject({ args: ['example-place'], env: { KEY: 'from-the-broker' } });
    expect([asked, both.secrets]).toEqual([['key'], ['from-the-broker']]);
    const alone = await expandOne(entry, { askInput }, { inputs });
    expect([startOf(alone).env, alone.secrets]).toEqual([{ KEY: 'example-key' }, ['example-key']]);
    const headless = await refusalOf(expandOne(entry, {}, { inputs }));
    expect(headless.message).toMatch(/input place, and there is nobody to ask.*input key, and there is nobody to ask/);
  });

  test('two starts at once never see each other’s secrets (mcporter R2/R7)', async () => {
    const entry = { command: 'x', env: { TOKEN: '${TOKEN}', KEY: '${secret:key}' } };
    const start = (who: string): ReturnType<typeof expandOne> =>
      expandOne(entry, { host: { TOKEN: `token-${who}` }, secrets: async () => ({ value: `key-${who}` }) });
    const all = await Promise.all(Array.from({ length: 20 }, (_, index) => start(String(index))));
    for (const [index, expanded] of all.entries()) {
      expect(startOf(expanded).env).toEqual({ TOKEN: `token-${index}`, KEY: `key-${index}` });
      expect(expanded.secrets).toEqual([`token-${index}`, `key-${index}`]);
    }
    expect(process.env['TOKEN']).toBeUndefined();
  });

  test.each<[string, unknown]>([
    ['nothing', null],
    ['a text', 'token'],
    ['no value', {}],
    ['a number', { value: 7 }],
  ])('a broker that gives %s has given no secret: nothing missing becomes empty, or a text', async (_, lent) => {
    const entry = { command: 'x', env: { TOKEN: '${secret:key}' } };
    const error = await refusalOf(expandOne(entry, { secrets: () => Promise.resolve(lent as never) }));
    expect(error).toMatchObject({ code: 'MCP_INVALID_CONFIG', message: expect.stringContaining('the secret key') });
  });

  test.each<[string, () => unknown]>([
    ['null', () => Promise.resolve(null)],
    ['a number', () => Promise.resolve(7)],
    ['nothing, at once', () => undefined],
    [
      'an error, at once',
      () => {
        throw new Error('the vault says hunter2');
      },
    ],
  ])('a prompt that gives %s has given no answer', async (_, askInput) => {
    const inputs = [{ id: 'place', type: 'promptString' }];
    const entry = { command: 'x', env: { PLACE: '${input:place}' } };
    const error = await refusalOf(expandOne(entry, { askInput: askInput as never }, { inputs }));
    expect(error).toMatchObject({ code: 'MCP_INVALID_CONFIG', message: expect.stringContaining('input place') });
    expect(error.message).not.toContain('hunter2');
  });
});
