import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FileDigests } from '../../src/manager/file-digests.ts';
import { identify, type IdentityContext, type IdentityPart, type ServerIdentity } from '../../src/manager/identity.ts';
import type { ServerConfig } from '../../src/manager/server-config.ts';
import { httpConfig, stdioConfig } from './support/server-configs.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const key = Buffer.alloc(32, 7);
const sha256 = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex');
const hashOf = async (config: ServerConfig, context: IdentityContext = {}): Promise<string> =>
  (await identify(config, { key, ...context })).hash;
const part = (identity: ServerIdentity, name: IdentityPart['name'], what?: string): IdentityPart | undefined =>
  identity.parts.find((one) => one.name === name && (what === undefined || one.what === what));

/** A program in a folder of its own. */
function program(text: string = '#!/bin/sh\n'): { folder: string; file: string } {
  const folder = temporaryFolder();
  const file = join(folder, 'server');
  writeFileSync(file, text);
  chmodSync(file, 0o755);
  return { folder, file };
}

describe('the configuration in an identity', () => {
  it('changes it in every field that says what is run, with what, and how it is confined', async () => {
    const base = stdioConfig();
    const others: ServerConfig[] = [
      stdioConfig({ args: ['--read-only'] }),
      stdioConfig({ cwd: '/' }),
      stdioConfig({ env: { A: '1' } }),
      stdioConfig({ env: { A: null } }),
      stdioConfig({ inheritEnv: ['HOME'] }),
      stdioConfig({ envFile: '.env' }),
      stdioConfig({}, { source: { ...base.source, folder: '/' } }),
      stdioConfig({}, { permission: 'read' }),
      stdioConfig({}, { toolPermissions: { a: 'write' } }),
      stdioConfig({}, { tools: { exclude: ['a'] } }),
      stdioConfig({}, { tools: { include: ['a'], exclude: [] } }),
      stdioConfig({}, { wishes: ['trust'] }),
      stdioConfig({}, { sandbox: { kind: 'plain', limits: { maxOpenFiles: 10 } } }),
      stdioConfig({}, { era: 'legacy' }),
      stdioConfig({}, { timeouts: { startMs: 1 } }),
      stdioConfig({}, { inputs: [{ id: 'a', isPassword: false }] }),
      stdioConfig({}, { inputs: [{ id: 'a', isPassword: false, default: '--evil' }] }),
      stdioConfig({}, { inputs: [{ id: 'a', isPassword: false, options: ['--evil'] }] }),
      stdioConfig({}, { inputs: [{ id: 'a', isPassword: true, default: 'hunter2' }] }),
      httpConfig(),
      httpConfig({ url: 'https://other.example/' }),
      httpConfig({ headers: { Authorization: 'x' } }),
      httpConfig({ bearerTokenEnv: 'TOKEN' }),
    ];
    const hashes = await Promise.all([base, ...others].map((config) => hashOf(config)));
    expect(new Set(hashes).size).toBe(others.length + 1);
  });

  it('leaves it as it is by another name, another place, another moment of the start, or another order of keys', async () => {
    const server = { env: { A: '1', B: '2' }, inheritEnv: ['X', 'Y'] };
    const base = await hashOf(stdioConfig(server, { toolPermissions: { a: 'read', b: 'write' } }));
    const same = stdioConfig(
      { inheritEnv: ['Y', 'X'], env: { B: '2', A: '1' } },
      {
        toolPermissions: { b: 'write', a: 'read' },
        name: 'renamed',
        source: { ...stdioConfig().source, pointer: '/servers/renamed', dialect: 'vscode', file: '/other.json' },
        isEnabled: false,
        isRequired: true,
        start: 'prewarm',
        idleMs: 1,
        description: 'another one',
      },
    );
    expect(await hashOf(same)).toBe(base);
  });

  it('holds no secret, and no digest that somebody without the key could compare', async () => {
    const secrets = [
      'hunter2',
      'sk-abcdefghijklmnopqrstuvwxyz',
      'opensesame',
      'bearer-value',
      'password-in-url',
      'preset-of-a-password',
    ];
    const [inEnv = '', inArgs = '', afterOption = '', inHeader = '', inUrl = '', inInput = ''] = secrets;
    const args = [`--token=${inArgs}`, '--password', afterOption, '--plain'];
    const env = { A: inEnv, B: '${B}', C: '', D: null };
    const inputs = [{ id: 'a', isPassword: true, default: inInput }];
    const config = stdioConfig({ executable: process.execPath, env, args }, { inputs });
    const http = httpConfig({ url: `https://me:${inUrl}@mcp.example/`, headers: { Authorization: inHeader } });
    for (const one of [config, http]) {
      const identity = await identify(one, { key });
      const text = JSON.stringify(identity);
      for (const secret of secrets) {
        expect(text).not.toContain(secret);
        expect(text).not.toContain(sha256(secret).slice(0, 16));
      }
      expect(await hashOf(one, { key: Buffer.alloc(32, 8) })).not.toBe(identity.hash);
      expect(await hashOf(one, { key: Buffer.alloc(32, 7) })).toBe(identity.hash);
    }
    const { text } = part(await identify(config, { key }), 'configuration', 'env') ?? {};
    expect(JSON.parse(text ?? '')).toEqual({ A: expect.stringMatching(/^\(secret /), B: '${B}', C: '', D: null });
    expect(await hashOf(stdioConfig({ env: { A: 'hunter3' } }))).not.toBe(
      await hashOf(stdioConfig({ env: { A: inEnv } })),
    );
    expect(part(await identify(config, { key }), 'configuration', 'args')?.text).toContain('--plain');
  });

  it('is the same for every process as long as there is nothing secret in it, and a default is no reference', async () => {
    const config = stdioConfig({
      args: ['a'],
      env: { A: '${A}', B: '$B', C: '${secret:github/token}', D: '{file:x}' },
    });
    expect(await hashOf(config)).toBe(await hashOf(config, { key: Buffer.alloc(32, 9) }));
    const withDefault = stdioConfig({ env: { A: '${A:-hunter2}' } });
    expect(JSON.stringify(await identify(withDefault, { key }))).not.toContain('hunter2');
  });

  it('counts the values that were put in, one by one and keyed', async () => {
    const config = stdioConfig();
    const identity = await identify(config, { key, secrets: { TOKEN: 'abc', OTHER: 'def' } });
    expect(part(identity, 'secrets', 'TOKEN')?.digest).toMatch(/^[0-9a-f]{32}$/);
    expect(await hashOf(config, { secrets: { TOKEN: 'abd', OTHER: 'def' } })).not.toBe(identity.hash);
    expect(await hashOf(config, { secrets: { OTHER: 'def', TOKEN: 'abc' } })).toBe(identity.hash);
  });
});

describe.skipIf(process.platform === 'win32')('the files in an identity', () => {
  it('are the bytes of the executable, found on the PATH of the server, through its link', async () => {
    const { folder, file } = program();
    symlinkSync(file, join(folder, 'link'));
    const identity = await identify(stdioConfig({ executable: 'link', env: { PATH: folder } }), { key });
    expect(identity.executable).toBe(join(folder, 'link'));
    expect(part(identity, 'executable')).toMatchObject({
      what: `${join(folder, 'link')} → ${file}`,
      digest: sha256(readFileSync(file)),
    });
  });

  it('notice other bytes under the same path, however they came there, with and without a memory of digests', async () => {
    for (const digests of [new FileDigests(), new FileDigests({ now: () => Date.now() + 60_000 })]) {
      const { folder, file } = program('#!/bin/sh\ntrue\n');
      const config = stdioConfig({ executable: file });
      const before = await hashOf(config, { digests });
      expect(await hashOf(config, { digests })).toBe(before);
      writeFileSync(file, '#!/bin/sh\nevil\n');
      const changed = await hashOf(config, { digests });
      expect(changed).not.toBe(before);
      copyFileSync(process.execPath, join(folder, 'new'));
      renameSync(join(folder, 'new'), file);
      expect(await hashOf(config, { digests })).not.toBe(changed);
    }
  });

  it('are those of the script and of what is loaded before it, also without its ending', async () => {
    const folder = temporaryFolder();
    const executable = join(folder, 'node');
    writeFileSync(executable, '', { mode: 0o755 });
    for (const name of ['server.js', 'hook.js']) writeFileSync(join(folder, name), `// ${name}`);
    mkdirSync(join(folder, 'app'));
    writeFileSync(join(folder, 'app/index.js'), '// app');
    const scripts = async (...args: string[]): Promise<unknown[]> => {
      const identity = await identify(stdioConfig({ executable, args, cwd: folder }), { key });
      return identity.parts.filter(({ name }) => name === 'script').map(({ what, digest }) => [what, digest]);
    };
    const server = [join(folder, 'server.js'), sha256('// server.js')];
    expect(await scripts('server.js', '--port', '1')).toEqual([server]);
    expect(await scripts('./server')).toEqual([server]);
    expect(await scripts('-r', './hook', 'server')).toEqual([[join(folder, 'hook.js'), sha256('// hook.js')], server]);
    expect(await scripts('app')).toEqual([[join(folder, 'app/index.js'), sha256('// app')]]);
    expect(await scripts('-e', 'code')).toEqual([]);
    expect(await scripts('nothing.js')).toEqual([[join(folder, 'nothing.js'), 'unknown']]);
    execFileSync('mkfifo', [join(folder, 'fifo.js')]);
    expect(await scripts('fifo.js')).toEqual([[join(folder, 'fifo.js'), 'unknown']]);
  });

  it('say what a package runner would run, and say so when that cannot be known', async () => {
    const folder = temporaryFolder();
    const where = join(folder, 'node_modules/server');
    mkdirSync(where, { recursive: true });
    const { file: npx } = program();
    const config = stdioConfig({ executable: npx, args: ['-y', 'server@1.0.0'], cwd: folder, env: { HOME: folder } });
    const launch = { executable: npx, args: ['-y', 'server@1.0.0'], cwd: folder, env: { HOME: folder } };
    renameSync(npx, join(npx, '../npx'));
    const moved = { ...launch, executable: join(npx, '../npx') };
    const absent = await identify(config, { key, launch: moved });
    expect(part(absent, 'package-manifest')).toMatchObject({
      digest: 'unknown',
      text: expect.stringMatching(/fetches/),
    });

    const manifest = JSON.stringify({ name: 'server', version: '1.0.0', bin: 'cli.js' });
    writeFileSync(join(where, 'package.json'), manifest);
    writeFileSync(join(where, 'cli.js'), 'good');
    const installed = await identify(config, { key, launch: moved });
    expect(part(installed, 'package-manifest')).toMatchObject({ digest: sha256(manifest), text: /1\.0\.0/ });
    expect(part(installed, 'package-entry')).toMatchObject({ what: join(where, 'cli.js'), digest: sha256('good') });
    writeFileSync(join(where, 'cli.js'), 'evil');
    expect((await identify(config, { key, launch: moved })).hash).not.toBe(installed.hash);
  });

  it('are those of the script behind env, too', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'server.js'), 'code');
    const env = join(folder, 'env');
    writeFileSync(env, '', { mode: 0o755 });
    const args = ['A=1', 'node', 'server.js'];
    const identity = await identify(stdioConfig({ executable: env, args, cwd: folder }), { key });
    expect(part(identity, 'script')).toMatchObject({ digest: sha256('code') });
  });

  it('include the script that a package runs: npx tsx server.ts', async () => {
    const { file } = program();
    const npx = join(file, '../npx');
    renameSync(file, npx);
    writeFileSync(join(npx, '../server.ts'), 'code');
    const identity = await identify(
      stdioConfig({ executable: npx, args: ['tsx', 'server.ts'], cwd: join(npx, '..') }),
      { key },
    );
    expect(part(identity, 'script')).toMatchObject({ digest: sha256('code') });
  });
});

describe.skipIf(process.platform === 'win32')('what cannot be identified', () => {
  it.each([
    ['a program that is nowhere', 'no-such-program', 'ENOENT', /no-such-program was not found on PATH/],
    ['a directory', '/', 'EACCES', /is a directory/],
    ['a device', '/dev/null', 'EACCES', /is no regular file/],
  ])('%s is refused before anything is started', async (_, executable, errno, message) => {
    await expect(identify(stdioConfig({ executable }), {})).rejects.toMatchObject({
      code: 'MCP_SPAWN_FAILED',
      errno,
      serverName: 'example',
      message: expect.stringMatching(message),
    });
  });

  it('is no FIFO either: nothing waits for its writer', async () => {
    const { file } = program();
    const fifo = `${file}.fifo`;
    execFileSync('mkfifo', ['-m', '755', fifo]);
    await expect(identify(stdioConfig({ executable: fifo }), {})).rejects.toMatchObject({ code: 'MCP_SPAWN_FAILED' });
  });

  it('is a server whose executable is not the pinned one: both digests are named', async () => {
    const { file } = program();
    const digest = sha256(readFileSync(file));
    await expect(identify(stdioConfig({ executable: file }, { digest }), {})).resolves.toHaveProperty('hash');
    await expect(
      identify(stdioConfig({ executable: file }, { digest: digest.toUpperCase() }), {}),
    ).resolves.toBeDefined();
    const pinned = '0'.repeat(64);
    const error: unknown = await identify(stdioConfig({ executable: file }, { digest: pinned }), {}).catch(
      (e: unknown) => e,
    );
    expect(error).toMatchObject({ code: 'MCP_INVALID_CONFIG', serverName: 'example' });
    expect(String(error)).toContain(pinned);
    expect(String(error)).toContain(digest);
    await expect(identify(httpConfig({}, { digest }), {})).rejects.toMatchObject({ code: 'MCP_INVALID_CONFIG' });
  });
});
