import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { fixtureServer, type FixtureServer } from '@coding-agent/fixture-servers';
import { isAlive, listProcesses, settlesWithin, waitUntilGone } from '@coding-agent/fixture-servers/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { linuxStart } from '../../src/stdio/linux-processes.ts';
import { Reaper, reaperPlan } from '../../src/stdio/reaper.ts';
import { reaperScript } from '../../src/stdio/reaper-script.ts';
import { startHost } from './support/start-host.ts';

function fixture(...parameters: Parameters<typeof fixtureServer>): FixtureServer {
  const server = fixtureServer(...parameters);
  onTestFinished(() => server.dispose());
  return server;
}

const stubborn = `process.on('SIGTERM', () => {}); setTimeout(() => {}, 30000);`;
/** A server with a helper in a session of its own, both deaf; it writes the helper's pid to the file. */
const withHelper = (file: string): string => `
  const helper = require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(stubborn)}], { detached: true, stdio: 'ignore' });
  require('node:fs').writeFileSync(${JSON.stringify(file)}, String(helper.pid)); ${stubborn}`;

function raise(message: string): never {
  throw new Error(message);
}

async function sees(condition: () => boolean, what: string, deadlineMs: number = 5000): Promise<void> {
  const deadline = performance.now() + deadlineMs;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error(`${what}: not within ${deadlineMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

describe('C-33: a host that is killed with SIGKILL', () => {
  it('takes its servers along: a deaf one, one behind `sh -c`, one with a helper in a session of its own', async () => {
    const deaf = fixture({ mode: 'ignore-sigterm' });
    const wrapped = fixture({ mode: 'ignore-sigterm' });
    const file = `${deaf.journalFile}.helper`;
    const host = await startHost([
      { executable: deaf.executable, args: deaf.args },
      { executable: '/bin/sh', args: ['-c', '"$0" "$@"; exit $?', wrapped.executable, ...wrapped.args] },
      { executable: process.execPath, args: ['-e', withHelper(file)] },
    ]);
    await deaf.waitFor(({ event }) => event === 'start');
    await wrapped.waitFor(({ event }) => event === 'start');
    await sees(() => existsSync(file), 'the helper');
    const helper = listProcesses().filter(({ ppid }) => ppid === host.servers[2]);
    expect(helper).toHaveLength(1);
    const all = [...host.servers, ...wrapped.pids(), ...helper.map(({ pid }) => pid), host.supervisor];
    expect(all.filter(isAlive)).toHaveLength(6);
    host.kill();
    await host.exit();
    await waitUntilGone(all, { deadlineMs: 3000 });
  });

  it('lets a server that listens to the end of stdin leave by itself', async () => {
    const server = fixture({ mode: 'normal' });
    const host = await startHost([{ executable: server.executable, args: server.args }]);
    await server.waitFor(({ event }) => event === 'start');
    host.kill();
    await waitUntilGone([...host.servers, host.supervisor], { deadlineMs: 3000 });
    expect(server.journal().map(({ event }) => event)).toEqual(['start', 'stdin-end', 'exit']);
  });

  it('gives them a while to leave after the end of stdin, before any signal', async () => {
    const { journalFile } = fixture();
    const script = `process.stdin.resume().once('end', () => setTimeout(() => {
      require('node:fs').writeFileSync(${JSON.stringify(journalFile)}, 'left in order'); process.exit(); }, 100));
      console.log('{}');`;
    const host = await startHost([{ executable: process.execPath, args: ['-e', script] }]);
    host.kill();
    await waitUntilGone([...host.servers, host.supervisor], { deadlineMs: 3000 });
    expect(readFileSync(journalFile, 'utf8')).toBe('left in order');
  });

  it('leaves its servers alone when they were to outlive it', async () => {
    const server = fixture({ mode: 'ignore-stdin-end' });
    const host = await startHost([{ executable: server.executable, args: server.args, endWithHost: false }]);
    onTestFinished(() => server.pids().forEach((pid) => process.kill(pid, 'SIGKILL')));
    expect(host.supervisor).toBeUndefined();
    host.kill();
    await server.waitFor(({ event }) => event === 'stdin-end');
    await host.exit();
    expect(server.pids().every(isAlive)).toBe(true);
  });

  it('leaves nothing, ten times over', async () => {
    const servers = Array.from({ length: 10 }, () => fixture({ mode: 'ignore-sigterm' }));
    const pids: number[] = [];
    for (const server of servers) {
      // Killed as soon as it has spawned: the server may not have come to its first line.
      const host = await startHost([{ executable: server.executable, args: server.args }]);
      host.kill();
      pids.push(...host.servers, host.supervisor);
    }
    await waitUntilGone(pids, { deadlineMs: 3000 });
    expect(servers.flatMap((server) => server.pids()).filter(isAlive)).toEqual([]);
  }, 60_000);
});

describe('C-33, C-34: a host that ends in order', () => {
  it('leaves no supervisor and exits by itself', async () => {
    const server = fixture({ mode: 'normal' });
    const host = await startHost([{ executable: server.executable, args: server.args }]);
    expect(isAlive(host.supervisor)).toBe(true);
    host.tell('close');
    expect(await host.exit(3000)).toBe(0);
    expect([...host.servers, host.supervisor].filter(isAlive)).toEqual([]);
  });

  it('is not kept alive by the supervisor', async () => {
    const module = new URL('../../src/stdio/reaper.ts', import.meta.url).href;
    const script = `import { hostReaper } from ${JSON.stringify(module)};
      hostReaper.register('a', () => {}); process.stdout.write(String(hostReaper.pid));`;
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const [exit, text] = await Promise.all([
      settlesWithin(new Promise((resolve) => child.once('exit', resolve)), 5000, 'the exit of the host'),
      new Promise<string>((resolve) => child.stdout.once('data', (data: Buffer) => resolve(data.toString()))),
    ]);
    expect(exit).toEqual({ status: 'fulfilled', value: 0 });
    await waitUntilGone(Number(text), { deadlineMs: 2000 });
  });

  it('takes its servers along when it exits without closing them', async () => {
    const server = fixture({ mode: 'ignore-sigterm' });
    const host = await startHost([{ executable: server.executable, args: server.args }]);
    await server.waitFor(({ event }) => event === 'start');
    host.tell('end');
    expect(await host.exit()).toBe(0);
    await waitUntilGone([...host.servers, host.supervisor], { deadlineMs: 3000 });
  });
});

describe.runIf(process.platform === 'linux')('C-33: the supervisor', () => {
  const shells = ['/usr/bin/dash', '/usr/bin/bash', '/bin/busybox'].filter((shell) => existsSync(shell));

  it.each(shells)('is fine with the syntax checker of %s', (shell) => {
    const args = shell.endsWith('busybox') ? ['sh', '-n'] : ['-n'];
    expect(execFileSync(shell, args, { input: reaperScript, encoding: 'utf8' })).toBe('');
  });

  /** A process in a session of its own, with a mark if given. */
  function bystander(mark?: string, script: string = stubborn): number {
    const env = { PATH: process.env['PATH'], ...(mark && { MCP_CLIENT_MARK: mark }) };
    const child = spawn(process.execPath, ['-e', script], { detached: true, stdio: 'ignore', env });
    onTestFinished(() => void child.kill('SIGKILL'));
    return child.pid ?? 0;
  }

  /** Runs a supervisor over such a list; resolves when it is gone. */
  async function supervise(
    lines: readonly string[],
    shell: readonly string[] = ['/bin/sh'],
    ...args: string[]
  ): Promise<void> {
    const [file = '', ...before] = shell;
    const child = spawn(file, [...before, '-c', reaperScript, 'supervisor', ...args], {
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    const exit = new Promise((resolve) => child.once('exit', resolve));
    child.stdin.end(lines.map((line) => `${line}\n`).join(''));
    await settlesWithin(exit, 5000, 'the exit of the supervisor');
  }

  const newMark = (): string => randomBytes(16).toString('hex');

  it.each(shells.map((shell) => [shell.endsWith('busybox') ? [shell, 'sh'] : [shell]]))(
    'does its work in %s',
    async (shell) => {
      const [first, second, third] = [newMark(), newMark(), newMark()];
      const [one, two, gone] = [bystander(first), bystander(second), bystander(third)];
      const list = [
        `+ ${first} 0 0`,
        `+ ${first} ${one} ${linuxStart(one)}`,
        `+ ${second} ${two} ${linuxStart(two)}`,
        `+ ${third} ${gone} ${linuxStart(gone)}`,
        `- ${third}`,
      ];
      await supervise(list, shell);
      expect([one, two, gone].map(isAlive)).toEqual([false, false, true]);
    },
  );

  it('ends at once when nothing is listed', async () => {
    const begin = performance.now();
    await supervise([`+ ${newMark()} 0 0`, '- other'].slice(1));
    expect(performance.now() - begin).toBeLessThan(500);
  });

  it('does not signal a process that got the number of a server', async () => {
    const pid = bystander();
    await supervise([`+ ${newMark()} ${pid} 1`]);
    expect(isAlive(pid)).toBe(true);
  });

  it('finds by the mark what was only about to be started when the host died', async () => {
    const mark = newMark();
    const pid = bystander(mark);
    await supervise([`+ ${mark} 0 0`]);
    expect(isAlive(pid)).toBe(false);
  });

  it('looks twice, since a server may have been about to be born', async () => {
    const mark = newMark();
    const done = supervise([`+ ${mark} 0 0`]);
    const pid = bystander(mark);
    await done;
    expect(isAlive(pid)).toBe(false);
  });

  it('finds the members of a group whose leader is gone, also when they wiped their environment', async () => {
    const mark = newMark();
    const script = `
      const helper = require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(stubborn)}], { stdio: 'ignore', env: {} });
      helper.once('spawn', () => process.exit());`;
    const leader = bystander(mark, script);
    const start = linuxStart(leader);
    await waitUntilGone(leader);
    const member = listProcesses().find(({ pgid, state }) => pgid === leader && state === 'running');
    expect(member).toBeDefined();
    await supervise([`+ ${mark} ${leader} ${start}`]);
    expect(isAlive(member?.pid ?? 0)).toBe(false);
  });

  it('ends groups and their descendants by `ps` alone, where there is no /proc', async () => {
    const mark = newMark();
    const helper = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(stubborn)}], { stdio: 'ignore', detached: true, env: {} }); ${stubborn}`;
    const pid = bystander(mark, helper);
    const other = bystander();
    const find = (): number => listProcesses().find(({ ppid }) => ppid === pid)?.pid ?? 0;
    await sees(() => find() !== 0, 'the helper');
    const pids = [pid, find()];
    await supervise([`+ ${mark} ${pid} -`], ['/bin/sh'], 'ps');
    expect([...pids, other].map(isAlive)).toEqual([false, false, true]);
  });
});

describe('C-33: the reaper', () => {
  it.each([
    ['linux', 'supervisor'],
    ['darwin', 'supervisor'],
    ['freebsd', 'supervisor'],
    ['win32', 'none'],
  ] as const)('has a plan for %s: %s', (platform, kind) => {
    expect(reaperPlan(platform).kind).toBe(kind);
  });

  it('says so where there is nothing to end servers with', async () => {
    const reaper = new Reaper({ plan: reaperPlan('win32') });
    const why = await new Promise<string>((resolve) => {
      const entry = reaper.register('mark', resolve);
      entry.started(1, undefined);
      void entry.release();
    });
    expect(why).toContain('Windows');
    expect(reaper.pid).toBeUndefined();
  });

  it('says so when there is no shell', async () => {
    const reaper = new Reaper({ plan: { kind: 'supervisor', shell: '/no/such/shell', args: [] } });
    const why = await new Promise<string>((resolve) => void reaper.register('mark', resolve));
    expect(why).toContain('/no/such/shell');
  });

  it('says so, once, when starting it throws; the list stays right, and the next server tries again', async () => {
    const plan = { kind: 'supervisor' as const, shell: 'no\0shell', args: ['-c', reaperScript] };
    const reaper = new Reaper({ plan });
    const told: string[] = [];
    const first = reaper.register('a', (why) => told.push(why));
    first.started(1, undefined);
    expect(told).toEqual([]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(told).toEqual([expect.stringContaining('not ended with a killed host')]);
    plan.shell = '/bin/sh';
    const second = reaper.register('b', (why) => told.push(why));
    const pid = reaper.pid ?? 0;
    expect(isAlive(pid)).toBe(true);
    await first.release();
    expect(reaper.pid).toBe(pid);
    await second.release();
    expect(isAlive(pid)).toBe(false);
    expect(told).toHaveLength(1);
  });

  it('says so when starting it again throws, and a handler that throws or rejects harms nobody', async () => {
    for (const fail of [() => Promise.reject(new Error('from the handler')), () => raise('from the handler')]) {
      const plan = { kind: 'supervisor' as const, shell: '/bin/sh', args: ['-c', 'exit 1'] };
      const reaper = new Reaper({ plan });
      const why = new Promise<string>((resolve) => {
        reaper.register('a', (text) => {
          resolve(text);
          return fail();
        });
      });
      plan.shell = 'no\0shell';
      expect(await why).toContain('not ended with a killed host');
      await new Promise((resolve) => setImmediate(resolve));
      expect(reaper.pid).toBeUndefined();
    }
  });

  it('starts the supervisor with the first server and ends it with the last', async () => {
    const reaper = new Reaper({ plan: reaperPlan(process.platform) });
    const [first, second] = [reaper.register('a', () => {}), reaper.register('b', () => {})];
    const pid = reaper.pid ?? 0;
    expect(isAlive(pid)).toBe(true);
    await first.release();
    expect(reaper.pid).toBe(pid);
    await Promise.all([second.release(), second.release()]);
    expect(isAlive(pid)).toBe(false);
    expect(reaper.pid).toBeUndefined();
  });

  it('starts the supervisor again when somebody ended it', async () => {
    const reaper = new Reaper({ plan: reaperPlan(process.platform) });
    const entry = reaper.register('a', () => {});
    const first = reaper.pid ?? 0;
    process.kill(first, 'SIGKILL');
    await sees(() => reaper.pid !== undefined && reaper.pid !== first, 'a new supervisor');
    const second = reaper.pid ?? 0;
    expect(isAlive(second)).toBe(true);
    await entry.release();
    expect(isAlive(second)).toBe(false);
  });
});
