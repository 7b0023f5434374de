import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fixtureServer, type FixtureServer } from '@coding-agent/fixture-servers';
import { isAlive, listProcesses, settlesWithin, waitUntilGone } from '@coding-agent/fixture-servers/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { stayAtTerm } from './support/scripts.ts';
import { startHost } from './support/start-host.ts';

function fixture(...parameters: Parameters<typeof fixtureServer>): FixtureServer {
  const server = fixtureServer(...parameters);
  onTestFinished(() => server.dispose());
  return server;
}

/** A server with a helper in a session of its own, both deaf; it writes the helper's pid to the file. */
const withHelper = (file: string): string => `
  const helper = require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(stayAtTerm)}], { detached: true, stdio: 'ignore' });
  require('node:fs').writeFileSync(${JSON.stringify(file)}, String(helper.pid)); ${stayAtTerm}`;

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
    await expect.poll(() => existsSync(file), { timeout: 10_000, interval: 5 }).toBe(true);
    const helper = listProcesses().filter(({ ppid }) => ppid === host.servers[2]);
    expect(helper).toHaveLength(1);
    const all = [...host.servers, ...wrapped.pids(), ...helper.map(({ pid }) => pid), host.supervisor];
    expect(all.filter(isAlive)).toHaveLength(6);
    host.kill();
    await host.exit();
    await waitUntilGone(all, { deadlineMs: 10_000 });
  });

  it('lets a server that listens to the end of stdin leave by itself', async () => {
    const server = fixture({ mode: 'normal' });
    const host = await startHost([{ executable: server.executable, args: server.args }]);
    await server.waitFor(({ event }) => event === 'start');
    host.kill();
    await waitUntilGone([...host.servers, host.supervisor], { deadlineMs: 10_000 });
    expect(server.journal().map(({ event }) => event)).toEqual(['start', 'stdin-end', 'exit']);
  });

  it('gives them a while to leave after the end of stdin, before any signal', async () => {
    const { journalFile } = fixture();
    const script = `process.stdin.resume().once('end', () => setTimeout(() => {
      require('node:fs').writeFileSync(${JSON.stringify(journalFile)}, 'left in order'); process.exit(); }, 100));
      console.log('{}');`;
    const host = await startHost([{ executable: process.execPath, args: ['-e', script] }]);
    host.kill();
    await waitUntilGone([...host.servers, host.supervisor], { deadlineMs: 10_000 });
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
    await waitUntilGone(pids, { deadlineMs: 10_000 });
    expect(servers.flatMap((server) => server.pids()).filter(isAlive)).toEqual([]);
  }, 180_000);
});

describe('C-33, C-34: a host that ends in order', () => {
  it('leaves no supervisor and exits by itself', async () => {
    const server = fixture({ mode: 'normal' });
    const host = await startHost([{ executable: server.executable, args: server.args }]);
    expect(isAlive(host.supervisor)).toBe(true);
    host.tell('close');
    expect(await host.exit(10_000)).toBe(0);
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
      settlesWithin(new Promise((resolve) => child.once('exit', resolve)), 15_000, 'the exit of the host'),
      new Promise<string>((resolve) => child.stdout.once('data', (data: Buffer) => resolve(data.toString()))),
    ]);
    expect(exit).toEqual({ status: 'fulfilled', value: 0 });
    await waitUntilGone(Number(text), { deadlineMs: 10_000 });
  });

  it('takes its servers along when it exits without closing them', async () => {
    const server = fixture({ mode: 'ignore-sigterm' });
    const host = await startHost([{ executable: server.executable, args: server.args }]);
    await server.waitFor(({ event }) => event === 'start');
    host.tell('end');
    expect(await host.exit()).toBe(0);
    await waitUntilGone([...host.servers, host.supervisor], { deadlineMs: 10_000 });
  });
});
