import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { settlesWithin } from '@coding-agent/fixture-servers/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { linuxProcesses, linuxStart, parseStat } from '../../src/stdio/linux-processes.ts';
import { sendSignal } from '../../src/stdio/process-system.ts';
import { ProcessTree } from '../../src/stdio/process-tree.ts';
import { parsePs, psProcesses, psProcessesBy } from '../../src/stdio/ps-processes.ts';
import { FakeProcesses } from './support/fake-processes.ts';

const root = 500;

function treeOf(system: FakeProcesses, options: { mark?: string; rootStart?: string } = { rootStart: '100' }) {
  const state = { unreaped: true };
  const tree = new ProcessTree({ system, rootPid: root, rootIsUnreaped: () => state.unreaped, ...options });
  const pids = async (): Promise<number[] | undefined> =>
    (await tree.look())?.map(({ pid }) => pid).toSorted((a, b) => a - b);
  return { tree, state, pids };
}

describe("C-32: a server's processes are", () => {
  it('itself, its group, its session, and their descendants, and nobody else', async () => {
    const system = new FakeProcesses()
      .add(root, { ppid: process.pid })
      .add(501, { ppid: root, pgid: root })
      .add(502, { ppid: 501, pgid: 502, session: root })
      .add(503, { ppid: 502, pgid: 503 })
      .add(504, { ppid: 1, pgid: root })
      .add(505, { ppid: 503, alive: false })
      .add(600, { ppid: process.pid })
      .add(601, { ppid: 600, pgid: 600 });
    const { pids } = treeOf(system);
    expect(await pids()).toEqual([root, 501, 502, 503, 504]);
  });

  it('remembered when their parents are gone', async () => {
    const system = new FakeProcesses().add(root).add(501, { ppid: root, pgid: 501 }).add(502, { ppid: 501, pgid: 502 });
    const { tree, state, pids } = treeOf(system);
    await pids();
    system.end(root).end(501);
    state.unreaped = false;
    expect(await pids()).toEqual([502]);
    expect((await tree.living())?.map(({ pid }) => pid)).toEqual([502]);
  });

  it('not those that got the number of one of them', async () => {
    const system = new FakeProcesses().add(root).add(501, { ppid: root, pgid: 501 });
    const { tree, state, pids } = treeOf(system);
    await pids();
    state.unreaped = false;
    // Both numbers are given to others, the group's too.
    system.add(root, { start: '999' }).add(501, { start: '999' }).add(502, { ppid: root, pgid: root, start: '1000' });
    const found = await tree.look();
    expect(found).toEqual([]);
    expect(await tree.living()).toEqual([]);
    tree.signal(found, 'SIGKILL');
    expect(system.signals).toEqual([]);
  });

  it('also those of its group that are left when it is gone already at the first look', async () => {
    const system = new FakeProcesses().add(501, { pgid: root, start: '105' }).add(502, { pgid: root, start: '5' });
    const { tree, state, pids } = treeOf(system);
    state.unreaped = false;
    // 502 is older than the server: whatever it is, the server did not start it.
    expect(await pids()).toEqual([501]);
    tree.signal(await tree.look(), 'SIGTERM');
    expect(system.signals).toEqual([`SIGTERM -${root}`]);
  });

  it('known by the first look, where the start could not be had before', async () => {
    const system = new FakeProcesses().add(root, { start: '77' }).add(501, { ppid: root });
    const { state, pids } = treeOf(system, {});
    expect(await pids()).toEqual([root, 501]);
    state.unreaped = false;
    system.end(root).add(root, { start: '78' });
    expect(await pids()).toEqual([501]);
  });

  it('those that carry the mark, of the younger children of the processes above us', async () => {
    const system = new FakeProcesses()
      .add(1, { ppid: 0, start: '1' })
      .add(40, { ppid: 1, start: '2' })
      .add(process.pid, { ppid: 40, start: '3' })
      .add(root, { ppid: process.pid })
      .add(501, { ppid: 1, mark: 'ours', start: '101' })
      .add(502, { ppid: 501, start: '102' })
      .add(503, { ppid: 40, mark: 'ours', start: '103' })
      .add(504, { ppid: 1, mark: 'another', start: '104' })
      .add(505, { ppid: 1, mark: 'ours', start: '50' })
      .add(506, { ppid: 504, start: '105' })
      .add(507, { ppid: 1, alive: false, mark: 'ours' });
    const { pids } = treeOf(system, { mark: 'ours', rootStart: '100' });
    expect(await pids()).toEqual([root, 501, 502, 503]);
    expect(system.asked).toEqual([501, 503, 504]);
  });
});

describe('C-32: a look meets what is born during it', () => {
  const birth = (pid: number, carries: boolean | undefined) => ({
    entry: { pid, ppid: 700, pgid: pid, session: pid, alive: true, start: '200' },
    carries,
  });

  it('and knows it by the mark, whoever its parent is', async () => {
    const system = new FakeProcesses().add(root);
    let count = 600;
    system.births = { count: () => (count += 2), since: () => [birth(601, true), birth(602, false)] };
    const { tree, pids } = treeOf(system, { mark: 'ours', rootStart: '100' });
    expect(await pids()).toEqual([root, 601]);
    expect([tree.sawAll, tree.sawStranger]).toEqual([false, false]);
  });

  it('and has seen everything when nothing was born', async () => {
    const system = new FakeProcesses().add(root);
    system.births = { count: () => 600, since: () => [] };
    const { tree } = treeOf(system, { mark: 'ours', rootStart: '100' });
    await tree.look();
    expect([tree.sawAll, tree.sawStranger]).toEqual([true, false]);
  });

  it('and says so when something new does not say what it is, once for each', async () => {
    const system = new FakeProcesses().add(root).add(501, { ppid: 1 });
    system.hasVariable = () => Promise.resolve(undefined);
    system.births = { count: () => 600, since: () => [] };
    const { tree } = treeOf(system, { mark: 'ours', rootStart: '100' });
    await tree.look();
    expect([tree.sawAll, tree.sawStranger]).toEqual([false, true]);
    await tree.look();
    expect([tree.sawAll, tree.sawStranger]).toEqual([true, false]);
  });
});

describe('C-31: a signal goes', () => {
  it('to the group at once, then to each process outside of it', async () => {
    const system = new FakeProcesses()
      .add(root)
      .add(501, { ppid: root, pgid: root })
      .add(502, { ppid: root, pgid: 502 });
    const { tree } = treeOf(system);
    tree.signal(await tree.look(), 'SIGTERM');
    expect(system.signals).toEqual([`SIGTERM -${root}`, 'SIGTERM 502']);
  });

  it('not to a group that has no member of ours any more', async () => {
    const system = new FakeProcesses().add(root).add(502, { ppid: root, pgid: 502 });
    const { tree, state } = treeOf(system);
    await tree.look();
    state.unreaped = false;
    system.end(root);
    tree.signal(await tree.look(), 'SIGKILL');
    expect(system.signals).toEqual(['SIGKILL 502']);
  });

  it('to the group of a child that still runs, also when no table can be had', async () => {
    const system = new FakeProcesses().add(root);
    const { tree, state } = treeOf(system);
    system.readable = false;
    tree.signal(await tree.look(), 'SIGTERM');
    state.unreaped = false;
    tree.signal(await tree.look(), 'SIGKILL');
    expect(system.signals).toEqual([`SIGTERM -${root}`]);
  });

  it.each([0, -1])('never to the target %i, which would be us, or everybody', (target) => {
    const listeners = process.listenerCount('SIGTERM');
    expect(() => sendSignal(target, 'SIGTERM')).not.toThrow();
    expect(process.listenerCount('SIGTERM')).toBe(listeners);
  });
});

describe('the process table', () => {
  it('of Linux is read with any name of a process', () => {
    const rest = '500 500 400 0 -1 4194304 1 2 3 4 5 6 7 8 20 0 1 0 123456 1000 100';
    for (const name of ['node', 'a b', ') Z 1 1 1', 'line\nbreak', '((']) {
      expect(parseStat(501, `501 (${name}) S ${rest}`)).toEqual({
        pid: 501,
        ppid: 500,
        pgid: 500,
        session: 400,
        alive: true,
        start: '123456',
      });
    }
    expect(parseStat(501, `501 (x) Z ${rest}`)).toMatchObject({ alive: false });
    expect(parseStat(501, '')).toBeUndefined();
  });

  it('of `ps` is read with start times that hold blanks', () => {
    const text =
      '    1     0     1 Ss   Mon Nov 30 09:00:00 2026\n  501   500   500 Z+   Mon Nov  2 09:00:01 2026    \n\nnoise\n';
    expect(parsePs(text)).toEqual([
      { pid: 1, ppid: 0, pgid: 1, session: 1, alive: true, start: 'Mon Nov 30 09:00:00 2026' },
      { pid: 501, ppid: 500, pgid: 500, session: 500, alive: false, start: 'Mon Nov  2 09:00:01 2026' },
    ]);
  });

  it.skipIf(process.platform === 'win32')(
    'is none when `ps` takes too long, also when something holds its pipe',
    async () => {
      const file = join(tmpdir(), `ps-${process.pid}`);
      writeFileSync(file, `#!/bin/sh\nsleep 30 & echo $! >${file}.pid; exec sleep 30\n`, { mode: 0o755 });
      onTestFinished(() => {
        process.kill(Number(readFileSync(`${file}.pid`, 'utf8')));
        for (const each of [file, `${file}.pid`]) rmSync(each);
      });
      const looked = await settlesWithin(psProcessesBy(file).table(), 10_000, 'the table');
      expect(looked).toEqual({ status: 'fulfilled', value: undefined });
    },
  );

  it.skipIf(process.platform === 'win32')('is the same, read either way', async () => {
    const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 30000)'], { detached: true, stdio: 'ignore' });
    onTestFinished(() => void child.kill('SIGKILL'));
    const pid = child.pid ?? 0;
    const expected = { pid, ppid: process.pid, pgid: pid, alive: true };
    const systems = process.platform === 'linux' ? [linuxProcesses, psProcesses] : [psProcesses];
    for (const system of systems) {
      // A look gives up after a while (C-31), and on a busy machine `ps` may need longer: then the next one tells.
      const row = async (): Promise<unknown> => (await system.table())?.find((entry) => entry.pid === pid);
      await expect.poll(row, { timeout: 10_000 }).toMatchObject(expected);
      await expect.poll(() => system.entries([pid]), { timeout: 10_000 }).toMatchObject([expected]);
      const command = async (): Promise<string> => (await system.describe(pid)).command;
      await expect.poll(command, { timeout: 10_000 }).toContain('setTimeout');
    }
  });

  it.runIf(process.platform === 'linux')('of Linux tells what was born since then', () => {
    const { births } = linuxProcesses;
    const count = births?.count() ?? 0;
    // Asked in the same turn: when `spawn` returns the program runs, with its environment.
    const child = spawn('/bin/sleep', ['30'], { env: { MARK: 'abc' }, stdio: 'ignore' });
    const born = births?.since(count, 'MARK', 'abc').filter(({ carries }) => carries === true);
    onTestFinished(() => void child.kill('SIGKILL'));
    expect(born?.map(({ entry }) => entry.pid)).toEqual([child.pid]);
    expect(births?.count()).toBeGreaterThan(count);
  });

  it.runIf(process.platform === 'linux')('of Linux takes no thread for a process', async () => {
    const { births } = linuxProcesses;
    const count = births?.count() ?? 0;
    const worker = new Worker('setTimeout(() => {}, 30000)', { eval: true });
    onTestFinished(async () => void (await worker.terminate()));
    await once(worker, 'online');
    const threads = readdirSync('/proc/self/task').map(Number);
    const born = births?.since(count, 'MARK', 'abc').map(({ entry }) => entry.pid) ?? [];
    expect(threads.filter((thread) => thread > count).length).toBeGreaterThan(0);
    expect(born.filter((pid) => threads.includes(pid))).toEqual([]);
  });

  it.runIf(process.platform === 'linux')('of Linux tells the environment that a process was started with', async () => {
    const env = { MARK: 'abc', OTHER: 'x' };
    const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 30000)'], { env, stdio: 'ignore' });
    onTestFinished(() => void child.kill('SIGKILL'));
    const pid = child.pid ?? 0;
    // A look gives up after a while: on a busy machine the next one tells.
    const has = (value: string) => (): Promise<boolean | undefined> => linuxProcesses.hasVariable(pid, 'MARK', value);
    await expect.poll(has('abc'), { timeout: 10_000 }).toBe(true);
    await expect.poll(has('ab'), { timeout: 10_000 }).toBe(false);
    expect(await linuxProcesses.hasVariable(2 ** 30, 'MARK', 'abc')).toBeUndefined();
    expect(linuxStart(2 ** 30)).toBeUndefined();
  });
});
