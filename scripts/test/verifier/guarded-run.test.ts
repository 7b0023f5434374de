import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive, listProcesses, waitUntilGone } from '@coding-agent/fixture-servers/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { endTree } from '../../lesson/process/end-tree.ts';
import { runGuarded, type GuardedResult } from '../../lesson/process/guarded-run.ts';
import { chooseGuard, findAbilities, type Guard } from '../../lesson/process/guard.ts';

let out = '';
beforeEach(() => void (out = mkdtempSync(join(tmpdir(), 'guarded-'))));
afterEach(() => rmSync(out, { recursive: true, force: true }));

const guards: readonly Guard[] = [chooseGuard(findAbilities()), chooseGuard(findAbilities(), 'marker')];
/** Leaves a process behind; its command line carries a word to find it by. */
const leaver = (word: string, options: string): string =>
  `require('child_process').spawn(process.execPath, ['-e', 'setTimeout(() => {}, 20000)', '${word}'], { stdio: 'ignore', ${options} }).unref(); setTimeout(() => {}, 1300);`;

describe.for(guards.map((guard) => [guard.method, guard] as const))('%s', ([, guard]) => {
  function run(script: string, more: Partial<Parameters<typeof runGuarded>[0]> = {}): Promise<GuardedResult> {
    return runGuarded({
      guard,
      executable: process.execPath,
      args: ['-e', script],
      cwd: out,
      env: { PATH: process.env['PATH'] ?? '' },
      out,
      timeoutMs: 20_000,
      maxOutputBytes: 100_000,
      maxRssBytes: 2 ** 31,
      signal: new AbortController().signal,
      ...more,
    });
  }
  const carrying = (word: string): number =>
    listProcesses().filter(({ command, state }) => state === 'running' && command.includes(word)).length;

  test('exit status and output come through', async () => {
    const result = await run("console.log('to stdout'); console.error('to stderr'); process.exitCode = 7;");
    expect(result).toMatchObject({ ended: 'exit', exitCode: 7, signal: null, processes: { left: [] } });
    expect(result.output).toContain('to stdout');
    expect(result.output).toContain('to stderr');
  });

  test('a process left behind is counted before it is ended', async () => {
    const word = `left-${guard.method}`;
    const result = await run(leaver(word, ''));
    expect(result.processes.left.map((left) => left.command)).toEqual([expect.stringContaining(word)]);
    expect(carrying(word)).toBe(0);
  });

  // The weaker method may miss this one; that is why it is never complete.
  test('a complete method lets not even a process with its own session and an empty environment escape', async () => {
    const word = `hidden-${guard.method}`;
    const script = leaver(word, 'detached: true, env: {}').replace(' setTimeout(() => {}, 1300);', '');
    const result = await run(script);
    expect(result.processes.complete).toBe(guard.method.includes('namespace'));
    if (guard.complete) expect(result.processes.left).toHaveLength(1);
    const missed = listProcesses().filter((entry) => entry.state === 'running' && entry.command.includes(word));
    expect(guard.complete ? missed : []).toEqual([]);
    await endTree(missed.map(({ pid }) => pid));
  });

  test('a loop without end is stopped, and nothing of it is alive afterwards', async () => {
    const word = `loop-${guard.method}`;
    const result = await run(`'${word}'; for (;;);`, { timeoutMs: 700 });
    expect(result.ended).toBe('timeout');
    expect(carrying(word)).toBe(0);
  });

  test('output without end is stopped, and only its end is kept', async () => {
    const result = await run("setInterval(() => process.stdout.write('x'.repeat(50_000)), 1);");
    expect(result.ended).toBe('output-limit');
    expect(result.output.length).toBeLessThan(1_000_000);
  });

  test('memory without end is stopped', async () => {
    const hog = 'const all = []; setInterval(() => all.push(Buffer.alloc(20_000_000, 1)), 20);';
    const result = await run(hog, { maxRssBytes: 300_000_000 });
    expect(result.ended).toBe('memory-limit');
    expect(result.peakRssBytes).toBeGreaterThan(300_000_000);
  });

  test('an abort ends the whole tree', async () => {
    const controller = new AbortController();
    const word = `aborted-${guard.method}`;
    const running = run(leaver(word, '').replace('1300', '20000'), { signal: controller.signal });
    await expect.poll(() => carrying(word), { timeout: 10_000 }).toBeGreaterThan(0);
    const pids = listProcesses()
      .filter(({ command }) => command.includes(word))
      .map(({ pid }) => pid);
    controller.abort();
    expect((await running).ended).toBe('aborted');
    await waitUntilGone(pids, { deadlineMs: 5000 });
    expect(pids.some(isAlive)).toBe(false);
  });

  test('a program that does not exist is told, not waited for', async () => {
    const result = await run('', { executable: join(out, 'no-such-program') });
    expect(result.exitCode === 0).toBe(false);
    expect(['not-started', 'exit']).toContain(result.ended);
  });
});
