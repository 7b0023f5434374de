import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  descendantsOf,
  isAlive,
  listProcesses,
  processState,
  waitUntilGone,
  type ProcessInfo,
} from '../../src/testing/index.ts';
import { parseLinuxProcess } from '../../src/testing/linux-processes.ts';
import { processSource } from '../../src/testing/process-table.ts';
import { parsePs } from '../../src/testing/ps-processes.ts';
import { parseWindowsProcesses } from '../../src/testing/windows-processes.ts';
import { hasSignals } from '../support/platform.ts';

describe('the process table of each platform', () => {
  test('comes from /proc on Linux, from ps on other POSIX systems, from PowerShell on Windows', () => {
    expect(processSource('linux')).toEqual({ kind: 'proc' });
    for (const platform of ['darwin', 'freebsd', 'openbsd'] as const) {
      expect(processSource(platform)).toMatchObject({ executable: 'ps', args: expect.arrayContaining(['-A', 'rss=']) });
    }
    expect(processSource('win32')).toMatchObject({ executable: 'powershell.exe' });
  });

  test('Linux: a name with blanks and parentheses does not shift the columns', () => {
    const stat = '4242 (a) S 1 (b) ) R 4240 4241 4000 0 -1 4194304 100 0 0 0 1 2 0 0 20 0 11 0 12345 1000 2000\n';
    const status = 'Name:\ta) S 1 (b) \nState:\tR (running)\nVmPeak:\t   99 kB\nVmRSS:\t   4321 kB\nThreads:\t11\n';
    expect(parseLinuxProcess(stat, status, 'node\0-e\0a b\0')).toEqual({
      pid: 4242,
      ppid: 4240,
      pgid: 4241,
      state: 'running',
      rssBytes: 4321 * 1024,
      command: 'node -e a b',
    });
  });

  test('Linux: a zombie has no memory and no command line, and keeps its name; a dead one is none', () => {
    const stat = (state: string) => `7 (node) ${state} 1 7 7 0 -1 4228100 0\n`;
    expect(parseLinuxProcess(stat('Z'), 'State:\tZ (zombie)\n', '')).toEqual({
      pid: 7,
      ppid: 1,
      pgid: 7,
      state: 'zombie',
      rssBytes: 0,
      command: 'node',
    });
    expect(parseLinuxProcess(stat('X'), '', '')).toBeUndefined();
    expect(parseLinuxProcess('', '', '')).toBeUndefined();
  });

  test('ps: the columns of macOS, a zombie, and a command with blanks', () => {
    const text = [
      '    1     0     1 Ss    13952 /sbin/launchd',
      '  631   630   630 S+    61440 /usr/local/bin/node /Users/me/my server.mjs --mode=normal',
      '  632   631   630 Z         0 (node)',
      '  633   631   630 R+      512 ps -A -ww -o pid=',
      '',
    ].join('\n');
    expect(parsePs(text)).toEqual([
      { pid: 1, ppid: 0, pgid: 1, state: 'running', rssBytes: 13952 * 1024, command: '/sbin/launchd' },
      {
        pid: 631,
        ppid: 630,
        pgid: 630,
        state: 'running',
        rssBytes: 61440 * 1024,
        command: '/usr/local/bin/node /Users/me/my server.mjs --mode=normal',
      },
      { pid: 632, ppid: 631, pgid: 630, state: 'zombie', rssBytes: 0, command: '(node)' },
      { pid: 633, ppid: 631, pgid: 630, state: 'running', rssBytes: 512 * 1024, command: 'ps -A -ww -o pid=' },
    ]);
  });

  test('Windows: JSON from PowerShell, with a byte order mark, other users’ processes, or one row only', () => {
    const rows = [
      { ProcessId: 4, ParentProcessId: 0, WorkingSetSize: 147456, Name: 'System', CommandLine: null },
      { ProcessId: 900, ParentProcessId: 4, WorkingSetSize: 4096, Name: 'node.exe', CommandLine: '"node.exe" -e 1' },
    ];
    expect(parseWindowsProcesses(`\uFEFF${JSON.stringify(rows)}\r\n`)).toEqual([
      { pid: 4, ppid: 0, pgid: 4, state: 'running', rssBytes: 147456, command: 'System' },
      { pid: 900, ppid: 4, pgid: 900, state: 'running', rssBytes: 4096, command: '"node.exe" -e 1' },
    ]);
    expect(parseWindowsProcesses(JSON.stringify(rows[0]))).toHaveLength(1);
  });
});

describe('processes of this machine', () => {
  test('include this one, with its parent and its memory', () => {
    const self = listProcesses().find(({ pid }) => pid === process.pid);
    expect(self).toMatchObject({ ppid: process.ppid, state: 'running', command: expect.stringContaining('node') });
    expect(self?.rssBytes).toBeGreaterThan(10 * 1024 * 1024);
    expect(processState(process.pid)).toBe('running');
    expect(isAlive(process.pid)).toBe(true);
  });

  test('a process that has ended is gone', async () => {
    const child = spawn(process.execPath, ['-e', ''], { stdio: 'ignore' });
    await once(child, 'exit');
    expect(processState(child.pid ?? 0)).toBe('gone');
    expect(isAlive(child.pid ?? 0)).toBe(false);
  });

  // A zombie needs a parent that does not ask for it: a stopped one does not.
  test.runIf(hasSignals)('a zombie is told from a running process, and counts as gone (L-07)', async () => {
    const script = `
      const child = require('node:child_process').spawn(process.execPath, ['-e', 'process.stdin.resume()'], { stdio: ['pipe', 'ignore', 'ignore'] });
      console.log(child.pid);
      setInterval(() => {}, 1000);`;
    const parent = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'ignore'] });
    onTestFinished(() => void parent.kill('SIGKILL'));
    const [text] = await once(parent.stdout, 'data');
    const child = Number(text);
    expect(processState(child)).toBe('running');
    expect(descendantsOf(parent.pid ?? 0).map(({ pid }) => pid)).toEqual([child]);
    parent.kill('SIGSTOP');
    process.kill(child, 'SIGKILL');
    await waitUntilGone(child);
    expect(processState(child)).toBe('zombie');
    expect(isAlive(child)).toBe(false);
    expect(() => process.kill(child, 0), 'signal 0 still says alive').not.toThrow();
    parent.kill('SIGKILL');
    await once(parent, 'exit');
  });
});

describe('descendantsOf', () => {
  const table = (pairs: [pid: number, ppid: number][]): ProcessInfo[] =>
    pairs.map(([pid, ppid]) => ({ pid, ppid, pgid: 1, state: 'running', rssBytes: 0, command: `${pid}` }));

  test('finds children of children in a table of any order, and nothing else', () => {
    const processes = table([
      [5, 4],
      [4, 2],
      [3, 1],
      [2, 1],
      [9, 8],
      [1, 0],
    ]);
    expect(descendantsOf(2, processes).map(({ pid }) => pid)).toEqual([4, 5]);
    expect(descendantsOf(1, processes).map(({ pid }) => pid)).toEqual([3, 2, 4, 5]);
    expect(descendantsOf(77, processes)).toEqual([]);
  });

  test('ends in a table that goes in circles, as reused pids can make it', () => {
    const processes = table([
      [1, 2],
      [2, 1],
      [3, 3],
    ]);
    expect(descendantsOf(1, processes).map(({ pid }) => pid)).toEqual([2]);
    expect(descendantsOf(3, processes)).toEqual([]);
  });
});

describe('waitUntilGone', () => {
  test('waits for all of several processes', async () => {
    const children = [1, 2].map(() =>
      spawn(process.execPath, ['-e', 'process.stdin.resume()'], { stdio: ['pipe', 'ignore', 'ignore'] }),
    );
    const gone = waitUntilGone(children.map(({ pid }) => pid ?? 0));
    for (const child of children) child.stdin.end();
    await gone;
    for (const { pid } of children) expect(isAlive(pid ?? 0)).toBe(false);
  });

  test('names the survivors', async () => {
    await expect(waitUntilGone([process.pid, 0x7fff_fffe], { deadlineMs: 5 })).rejects.toThrow(
      new RegExp(`^still running after 5 ms:\\n  ${process.pid} .*node.*$`),
    );
  });
});
