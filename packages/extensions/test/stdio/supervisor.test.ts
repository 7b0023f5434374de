import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { isAlive, listProcesses, settlesWithin, waitUntilGone } from '@coding-agent/fixture-servers/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { linuxStart } from '../../src/stdio/linux-processes.ts';
import { reaperScript } from '../../src/stdio/reaper-script.ts';
import { stayAtTerm } from './support/scripts.ts';

describe.runIf(process.platform === 'linux')('C-33: the supervisor', () => {
  const shells = ['/usr/bin/dash', '/usr/bin/bash', '/bin/busybox'].filter((shell) => existsSync(shell));

  it.each(shells)('is fine with the syntax checker of %s', (shell) => {
    const args = shell.endsWith('busybox') ? ['sh', '-n'] : ['-n'];
    expect(execFileSync(shell, args, { input: reaperScript, encoding: 'utf8' })).toBe('');
  });

  /** A process in a session of its own, with a mark if given. */
  function bystander(mark?: string, script: string = stayAtTerm): number {
    const env = { PATH: process.env['PATH'], ...(mark && { MCP_CLIENT_MARK: mark }) };
    const child = spawn(process.execPath, ['-e', script], { detached: true, stdio: 'ignore', env });
    onTestFinished(() => void child.kill('SIGKILL'));
    return child.pid ?? 0;
  }

  /**
   * Runs a supervisor over such a list; resolves when it is gone. What it killed goes when the system lets it: on a busy machine
   * a moment later.
   */
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
    await settlesWithin(exit, 15_000, 'the exit of the supervisor');
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
      await waitUntilGone([one, two], { deadlineMs: 10_000 });
      expect(isAlive(gone)).toBe(true);
    },
  );

  it('ends at once when nothing is listed', async () => {
    const found = bystander(newMark());
    await supervise(['- other']);
    expect(isAlive(found)).toBe(true);
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
    await expect(waitUntilGone(pid, { deadlineMs: 10_000 })).resolves.toBeUndefined();
  });

  it('looks twice, since a server may have been about to be born', async () => {
    const mark = newMark();
    const done = supervise([`+ ${mark} 0 0`]);
    const pid = bystander(mark);
    await done;
    await expect(waitUntilGone(pid, { deadlineMs: 10_000 })).resolves.toBeUndefined();
  });

  it('finds the members of a group whose leader is gone, also when they wiped their environment', async () => {
    const mark = newMark();
    const script = `
      const helper = require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(stayAtTerm)}], { stdio: 'ignore', env: {} });
      helper.once('spawn', () => process.exit());`;
    const leader = bystander(mark, script);
    const start = linuxStart(leader);
    await waitUntilGone(leader);
    const member = listProcesses().find(({ pgid, state }) => pgid === leader && state === 'running');
    expect(member).toBeDefined();
    await supervise([`+ ${mark} ${leader} ${start}`]);
    await waitUntilGone(member?.pid ?? 0, { deadlineMs: 10_000 });
  });

  it('ends groups and their descendants by `ps` alone, where there is no /proc', async () => {
    const mark = newMark();
    const helper = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(stayAtTerm)}], { stdio: 'ignore', detached: true, env: {} }); ${stayAtTerm}`;
    const pid = bystander(mark, helper);
    const other = bystander();
    const find = (): number => listProcesses().find(({ ppid }) => ppid === pid)?.pid ?? 0;
    await expect.poll(find, { timeout: 10_000, interval: 5 }).not.toBe(0);
    const pids = [pid, find()];
    await supervise([`+ ${mark} ${pid} -`], ['/bin/sh'], 'ps');
    await waitUntilGone(pids, { deadlineMs: 10_000 });
    expect(isAlive(other)).toBe(true);
  });
});
