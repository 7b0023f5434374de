import { fixtureServer, type FixtureOptions, type FixtureServer } from '@coding-agent/fixture-servers';
import { descendantsOf, isAlive, waitUntilGone } from '@coding-agent/fixture-servers/testing';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished } from 'vitest';
import { findLauncher } from '../../src/manager/find-executable.ts';
import { sandboxed, type SandboxedCommand } from '../../src/manager/sandbox.ts';
import type { SandboxConfig, StdioServer } from '../../src/manager/server-config.ts';
import { McpClient, type StdioClientOptions } from '../../src/mcp-client.ts';
import { serverEnvironment } from '../../src/stdio/environment.ts';
import { stdioConfig } from '../manager/support/server-configs.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { startHost } from '../stdio/support/start-host.ts';
import { needBubblewrap } from '../support/bubblewrap.ts';
import { errorOf } from '../support/peer.ts';
import { textOf } from '../support/process-client.ts';
import { verifies } from './verifies.ts';

/** Several processes are started in a test, and the machine may be busy. */
const processMs = 100_000;

const confined = { kind: 'bubblewrap', readOnly: [], writable: [], network: false } as const;

interface Explorer {
  readonly client: McpClient;
  readonly folder: string;
  readonly command: SandboxedCommand;
  /** What a tool answers: its text, or the code that it failed with. */
  readonly ask: (tool: string, args?: Record<string, unknown>) => Promise<string>;
}

/** The command line of a fixture server behind a sandbox. Its folder, for the journal, can be written. */
function fixtureCommand(
  sandbox: SandboxConfig,
  options: FixtureOptions = {},
  rest: Partial<StdioServer> = {},
): { readonly command: SandboxedCommand; readonly folder: string; readonly fixture: FixtureServer } {
  const folder = temporaryFolder();
  const fixture = fixtureServer({ mode: 'explorer', shape: 'mcp', journalDirectory: folder, ...options });
  const { executable, args } = fixture;
  const writable = sandbox.kind === 'bubblewrap' ? { ...sandbox, writable: [folder, ...sandbox.writable] } : sandbox;
  const env = serverEnvironment({ platform: process.platform, host: process.env, ...rest });
  const launch = { executable, args, cwd: rest.cwd ?? folder };
  return { command: sandboxed(stdioConfig(rest, { sandbox: writable }), launch, { env }), folder, fixture };
}

/** A server that tries what it may, behind a sandbox, after the handshake. Closed with the test. */
async function explorer(
  sandbox: SandboxConfig,
  {
    fixture,
    server = {},
    ...options
  }: Partial<StdioClientOptions> & { fixture?: FixtureOptions; server?: Partial<StdioServer> } = {},
): Promise<Explorer> {
  const { command, folder } = fixtureCommand(sandbox, fixture, server);
  const graces = { killMs: 10_000, ...options.graces };
  const { env, inheritEnv } = server;
  const client = new McpClient({ env, inheritEnv, ...command, ...options, graces });
  onTestFinished(async () => void (await client.close()));
  await client.initialize();
  const ask = async (tool: string, args: Record<string, unknown> = {}): Promise<string> =>
    textOf(await client.callTool(tool, args));
  return { client, folder, command, ask };
}

/** What runs below this process and is of a sandbox. */
function sandboxProcesses(): number[] {
  const isOfSandbox = (words: string): boolean => /bwrap|server\.mjs|grandchild\.mjs/.test(words);
  return descendantsOf(process.pid)
    .filter(({ state, command }) => state === 'running' && isOfSandbox(command))
    .map(({ pid }) => pid);
}

describe('bubblewrap', () => {
  verifies(
    'M-09',
    'a server sees its mounts and nothing else, and writes only where it may',
    async (context) => {
      needBubblewrap(context);
      const [secret, readOnly, writable] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
      for (const folder of [secret, readOnly]) writeFileSync(join(folder, 'file'), 'planted');
      const { ask, folder } = await explorer({ ...confined, readOnly: [readOnly], writable: [writable] });
      expect(await ask('read', { path: join(readOnly, 'file') })).toBe('planted');
      for (const path of [join(secret, 'file'), import.meta.filename, '/etc/shadow', '/etc/hosts', '/root']) {
        expect(await ask('read', { path }), path).toBe('ENOENT');
      }
      expect((await ask('list', { path: '/' })).split('\n')).not.toContain('root');
      expect((await ask('list', { path: join(secret, '..') })).split('\n')).not.toContain(secret.split('/').at(-1));
      for (const path of [join(readOnly, 'file'), '/file', '/usr/file', '/etc/passwd']) {
        expect(await ask('write', { path }), path).toBe('EROFS');
      }
      expect(await ask('write', { path: '/tmp/mine' })).toBe('written');
      expect(existsSync('/tmp/mine')).toBe(false);
      expect(await ask('write', { path: join(writable, 'file') })).toBe('written');
      expect(readFileSync(join(writable, 'file'), 'utf8')).toBe('written');
      expect(JSON.parse(await ask('whoami'))).toMatchObject({ cwd: folder });
    },
    processMs,
  );

  verifies(
    'M-09',
    'it has no network, not even to this machine, unless that is configured',
    async (context) => {
      needBubblewrap(context);
      let connections = 0;
      const listener = createServer((socket) => {
        connections += 1;
        socket.destroy();
      });
      await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
      onTestFinished(() => void listener.close());
      const { port } = listener.address() as AddressInfo;
      const alone = await explorer(confined);
      expect(await alone.ask('connect', { port })).toBe('ECONNREFUSED');
      expect(connections).toBe(0);
      const networked = await explorer({ ...confined, network: true });
      expect(await networked.ask('connect', { port })).toBe('connected');
    },
    processMs,
  );

  verifies(
    'M-09',
    'it answers calls, in a working directory and with an environment as they are given',
    async (context) => {
      needBubblewrap(context);
      const server = { cwd: '/nowhere/in/particular', env: { TOKEN: 'hunter2', HOME: '/home/nobody' } };
      const { ask, command } = await explorer(confined, { server, cwd: temporaryFolder() });
      expect(await ask('echo', { value: '你好' })).toBe('你好');
      const { cwd, pid, env } = JSON.parse(await ask('whoami')) as {
        cwd: string;
        pid: number;
        env: Record<string, string>;
      };
      expect({ cwd, env }).toMatchObject({ cwd: server.cwd, env: { ...server.env, PATH: process.env['PATH'] } });
      expect(pid).toBeLessThan(10);
      expect(await ask('list', { path: '/home/nobody' })).toBe('');
      expect(await ask('write', { path: '/home/nobody/.cache' })).toBe('written');
      expect(command.args.join(' ')).not.toContain('hunter2');
    },
  );

  verifies(
    'M-09',
    'what its configuration loads into it, it does not load into its launcher',
    async (context) => {
      needBubblewrap(context);
      const library = join(temporaryFolder(), 'way-out.so');
      const server = { env: { LD_PRELOAD: library, PATH: `/nowhere:${process.env['PATH']}` } };
      const { ask } = await explorer(confined, { server });
      const { env } = JSON.parse(await ask('whoami')) as { env: Record<string, string> };
      expect(env).toMatchObject(server.env);
      const outside = sandboxProcesses().map((pid) => [
        readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[0] ?? '',
        readFileSync(`/proc/${pid}/environ`, 'utf8').includes(library),
      ]);
      const ofLauncher = outside.filter(([program]) => String(program).endsWith('bwrap'));
      expect(ofLauncher.length).toBeGreaterThan(0);
      expect(ofLauncher.filter(([, isLoaded]) => isLoaded)).toEqual([]);
    },
    processMs,
  );

  verifies(
    'M-09',
    'close ends it with its whole tree, also what left its session, and what ignores all signs',
    async (context) => {
      needBubblewrap(context);
      for (const mode of ['explorer', 'ignore-sigterm', 'grandchild'] as const) {
        const graces = { stdinMs: 200, terminateMs: 200 };
        const { client, ask } = await explorer(confined, { fixture: { mode }, graces });
        if (mode === 'explorer') await ask('spawn');
        const pids = sandboxProcesses();
        expect(pids.length).toBeGreaterThan(mode === 'ignore-sigterm' ? 2 : 3);
        expect(await client.close()).toEqual({ survivors: [] });
        expect(pids.filter(isAlive), mode).toEqual([]);
      }
    },
  );

  verifies(
    'M-09',
    'a host that is killed takes it along',
    async (context) => {
      needBubblewrap(context);
      const { command, fixture } = fixtureCommand(confined, { mode: 'ignore-sigterm', selfKillMs: 120_000 });
      const host = await startHost([command], 30_000);
      await fixture.waitFor(({ event }) => event === 'start', { deadlineMs: 30_000 });
      const pids = descendantsOf(host.pid).map(({ pid }) => pid);
      expect(pids.length).toBeGreaterThan(1);
      host.kill();
      await waitUntilGone(pids, { deadlineMs: 30_000 });
    },
    processMs,
  );
});

describe('limits and accounts', () => {
  verifies(
    'M-09',
    'the limits hold in the server, and in what it starts',
    async (context) => {
      const { kind } = findLauncher('prlimit');
      expect(kind).toBeTypeOf('string');
      if (kind === 'not-found') {
        process.stderr.write('SKIPPED, limits were not tried: there is no prlimit here\n');
        return context.skip('there is no prlimit here');
      }
      const limits = { maxOpenFiles: 64, maxCpuSeconds: 300, maxMemoryBytes: 4_000_000_000 };
      const { ask } = await explorer({ kind: 'plain', limits });
      const text = await ask('read', { path: '/proc/self/limits' });
      expect(text).toMatch(/^Max open files +64 +64 /m);
      expect(text).toMatch(/^Max cpu time +300 +300 /m);
      expect(text).toMatch(/^Max data size +4000000000 +4000000000 /m);
      expect(await ask('echo', { value: 'works' })).toBe('works');
    },
    processMs,
  );

  verifies(
    'M-09',
    'another account is what the server runs as; only root may say so',
    async () => {
      if (process.platform === 'win32') {
        expect(() => new McpClient({ executable: 'node', account: { uid: 1, gid: 1 } })).toThrow(/account/);
        return;
      }
      const account = { uid: 65_533, gid: 65_533 };
      const script = 'process.stderr.write(JSON.stringify([process.getuid(), process.getgid(), process.getgroups()]))';
      const sandbox = { kind: 'plain', account } as const;
      const launch = { executable: process.execPath, args: ['-e', script], cwd: '/' };
      const client = new McpClient(sandboxed(stdioConfig({}, { sandbox }), launch, { env: {} }));
      const error = await errorOf(client.initialize());
      if (process.getuid?.() === 0) {
        expect(error).toMatchObject({ reason: 'exited', stderrTail: JSON.stringify([65_533, 65_533, [65_533]]) });
      } else {
        expect(error).toMatchObject({ code: 'MCP_SPAWN_FAILED', errno: 'EPERM' });
        expect(error.message).toMatch(/only root may start it as user 65533/);
      }
      await client.close();
    },
    processMs,
  );
});
