import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { listProcesses } from '@coding-agent/fixture-servers/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parseVerifyOptions } from '../../lesson/verify-options.ts';

const script = resolve(import.meta.dirname, '../../verify-lesson.ts');
let temp = '';
beforeEach(() => void (temp = mkdtempSync(join(tmpdir(), 'verify-'))));
afterEach(() => rmSync(temp, { recursive: true, force: true }));

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command; `onStderr` sees what it says on the way. */
function verify(args: readonly string[], onStderr: (text: string, pid: number) => void = () => {}): Promise<Ended> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, ['--import', 'tsx', script, ...args], {
      cwd: resolve(script, '..'),
      env: { ...process.env, TMPDIR: temp, INIT_CWD: temp },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
      onStderr(stderr, child.pid ?? 0);
    });
    child.on('error', fail);
    child.on('close', (code) => done({ code, stdout, stderr }));
  });
}

test.for([
  [[], /which lesson\?/],
  [['--', '99'], /no lesson "99"; there are: /],
  [['33', '--all'], /not both/],
  [['--frobnicate', '33'], /frobnicate/],
  [['33', '--only', 'solutions'], /--only takes solution, starter/],
  [['33', '--repeats', '1'], /--repeats takes a whole number from 2/],
  [['33', '--repeats', 'many'], /whole number/],
  [['33', '--seed=-1'], /whole number/],
  [['33', '--concurrency', '0'], /whole number/],
  [['33', '--canaries', 'none'], /fresh, cached/],
  [['33', '--json', '.'], /cannot write the report/],
  [['33', '--json', 'no/such/folder/x.json'], /cannot write the report/],
  [['33', '--only', 'wrong:nobody'], /no wrong "nobody"; there are: /],
] as const)('%j is a usage error: exit 2, one line that says why (V-08)', async ([args, message]) => {
  const ended = await verify(args);
  expect(ended).toMatchObject({ code: 2, stdout: '' });
  expect(ended.stderr).toMatch(message);
  expect(ended.stderr.trim().split('\n')).toHaveLength(2);
});

test('a literal leading -- is dropped, and ids, numbers and several lessons are read (V-01)', () => {
  expect(parseVerifyOptions(['--', '33', '33-mcp-lite'])).toMatchObject({ lessons: ['33', '33-mcp-lite'], all: false });
  expect(parseVerifyOptions(['--all', '--only', 'wrong:a,starter'])).toMatchObject({
    all: true,
    canaries: 'cached',
    only: [{ kind: 'wrong', id: 'a' }, { kind: 'starter' }],
  });
});

test(
  'an interrupt in the middle ends everything that was started: exit 130, no process, no file',
  { timeout: 300_000 },
  async () => {
    const before = new Set(listProcesses().map(({ pid }) => pid));
    let pid = 0;
    const ended = await verify(['33', '--canaries', 'fresh'], (text, child) => {
      if (pid === 0 && /^run \d+ of/m.test(text)) {
        pid = child;
        process.kill(pid, 'SIGINT');
      }
    });
    expect(ended.code).toBe(130);
    expect(ended.stderr).toMatch(/interrupted/);
    const left = listProcesses().filter((entry) => !before.has(entry.pid) && entry.command.includes(temp));
    expect(left).toEqual([]);
    expect(readdirSync(temp).filter((name) => name.startsWith('lesson-'))).toEqual([]);
  },
);
