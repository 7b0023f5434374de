import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { descendantsOf, listProcesses, waitUntilGone } from '@coding-agent/fixture-servers/testing';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { endTree } from '../../lesson/process/end-tree.ts';
import { Checkout, type Ended } from './support/checkout.ts';

let checkout: Checkout;
let temp = '';
beforeEach(() => {
  checkout = new Checkout();
  temp = mkdtempSync(join(tmpdir(), 'learner-'));
});
afterEach(() => {
  checkout.remove();
  rmSync(temp, { recursive: true, force: true });
});

/** Runs a command line in a process of its own; `onSaid` sees all that it has said so far. */
function run(words: readonly string[], onSaid: (said: string, pid: number) => void = () => {}): Promise<Ended> {
  return new Promise((done, fail) => {
    const driver = fileURLToPath(new URL('./support/drive.ts', import.meta.url));
    const child = spawn(process.execPath, ['--import', 'tsx', driver, checkout.root, checkout.work, ...words], {
      cwd: import.meta.dirname,
      env: { ...process.env, TMPDIR: temp, LANG: 'en_US.UTF-8', LC_ALL: '', NO_COLOR: '1', FORCE_COLOR: '' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const said = { out: '', err: '' };
    for (const [stream, name] of [
      [child.stdout, 'out'],
      [child.stderr, 'err'],
    ] as const) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        said[name] += stripVTControlCharacters(text);
        onSaid(said.out + said.err, child.pid ?? 0);
      });
    }
    onTestFinished(() => void child.kill()); // when the test was given up
    child.on('error', fail);
    child.on('close', (code) => done({ code: code ?? -1, ...said }));
  });
}

/** Processes of this test: their command line names its folders. */
function alive(): string[] {
  return listProcesses()
    .filter(({ state }) => state !== 'zombie')
    .filter(({ command }) => command.includes(temp) || command.includes(checkout.root))
    .map(({ command }) => command);
}

describe('test and watch', () => {
  test("the starter's own script is run, and its exit status passed on", async () => {
    const failing = await run(['test', '00']);
    expect(failing.code).toBe(1);
    expect(failing.out).toMatch(/lab\.test\.ts[^]*2 failed/);
    expect(failing.out).not.toContain('homework.test.ts');
    checkout.solve();
    expect((await run(['test', '00'])).code).toBe(0);
    const homework = await run(['test', '00', '--homework']);
    expect(homework.code).toBe(0);
    expect(homework.out).toContain('homework.test.ts');
  });

  test('a script that is not there, or is not vitest, is told: exit 3', async () => {
    expect(await checkout.run(['watch', '00'])).toMatchObject({
      code: 3,
      err: expect.stringContaining('no script "test:watch" that runs vitest') as unknown,
    });
    checkout.edit('starter/package.json', 'vitest run tests/lab.test.ts', 'rm -rf /');
    expect(await checkout.run(['test', '00'])).toMatchObject({ code: 3 });
    rmSync(join(checkout.lesson, 'starter', 'node_modules'));
    expect(await checkout.run(['test', '00'])).toMatchObject({
      code: 3,
      err: expect.stringContaining('pnpm install') as unknown,
    });
  });

  test('watch runs again at each change and ends with Ctrl-C: exit 130, nothing left', async () => {
    checkout.edit('starter/package.json', '"test":', '"test:watch": "vitest watch tests/lab.test.ts",\n    "test":');
    let state: 'failing' | 'solved' | 'stopped' = 'failing';
    const ended = await run(['watch', '00'], (said, pid) => {
      if (state === 'failing' && /2 failed[^]*Watching for file changes/.test(said)) {
        state = 'solved';
        checkout.solve();
      } else if (state === 'solved' && /2 passed/.test(said)) {
        state = 'stopped';
        process.kill(pid, 'SIGINT');
      }
    });
    expect(ended.code).toBe(130);
    expect(alive()).toEqual([]);
  });

  // Its mark is found in /proc; where there is none, a killed watch can only be ended by hand.
  test.runIf(process.platform === 'linux')('a watch that is killed takes vitest and its workers along', async () => {
    checkout.edit('starter/package.json', '"test":', '"test:watch": "vitest watch tests/lab.test.ts",\n    "test":');
    checkout.solve();
    checkout.edit('starter/src/words.ts', "let best = '';", "let best = '';\n  while (words.length > 0) best = '';");
    let killed = false;
    let looking: NodeJS.Timeout | undefined;
    let below: readonly number[] = [];
    onTestFinished(() => endTree(below));
    await run(['watch', '00'], (_, pid) => {
      looking ??= setInterval(() => {
        const running = descendantsOf(pid, listProcesses());
        if (killed || !running.some(({ command }) => command.includes('vitest/dist/workers'))) return;
        below = running.map(({ pid: child }) => child);
        killed = true;
        process.kill(pid, 'SIGKILL');
      }, 200);
    });
    clearInterval(looking);
    await waitUntilGone(below, { deadlineMs: 10_000 });
    expect(alive()).toEqual([]);
  });
});

test.for(['SIGINT', 'SIGTERM'] as const)(
  'a check that %s interrupts leaves nothing: exit 130, no process, no file',
  async (signal) => {
    checkout.solve();
    checkout.edit('starter/src/words.ts', "let best = '';", "let best = '';\n  while (words.length > 0) best += '';");
    let sent = false;
    let looking: NodeJS.Timeout | undefined;
    const ended = await run(['check', '00'], (said, pid) => {
      if (looking !== undefined || !said.includes('running the tests')) return;
      looking = setInterval(() => {
        if (sent || !alive().some((command) => command.includes('vitest.mjs'))) return;
        sent = true;
        process.kill(pid, signal);
      }, 50);
    });
    clearInterval(looking);
    expect(ended).toMatchObject({
      code: 130,
      out: '',
      err: expect.stringContaining('interrupted: nothing is left') as unknown,
    });
    expect(alive()).toEqual([]);
    expect(readdirSync(temp).filter((name) => name.startsWith('lesson-'))).toEqual([]);
    mkdirSync(checkout.work, { recursive: true });
    expect(readdirSync(checkout.work)).toEqual([]);
  },
);
