import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCommand } from '../src/run-command.ts';

const executable = process.execPath;
const hangs = 'setInterval(() => {}, 1_000_000)';

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

it('gives what a command wrote, and how it ended', async () => {
  const script = 'console.log("out"); console.error("err"); process.exitCode = 3';
  const end = await runCommand({ executable, args: ['-e', script], timeoutMs: 60_000 });
  expect(end).toEqual({ code: 3, stopped: undefined, stdout: 'out\n', stderr: 'err\n' });
});

it('says why a command could not be started', async () => {
  const end = await runCommand({ executable: '/no/such/program', args: [], timeoutMs: 60_000 });
  expect(end).toMatchObject({ stopped: expect.objectContaining({ code: 'ENOENT' }) });
});

it('ends a command whose time is over', async () => {
  const end = await runCommand({ executable, args: ['-e', hangs], timeoutMs: 200 });
  expect(end).toMatchObject({ code: null, stopped: 'time limit' });
});

it('ends what the command started too, though it holds the pipes', async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'run-command-'));
  context.onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'pid');
  const child = `require('node:fs').writeFileSync(${JSON.stringify(file)}, String(process.pid)); ${hangs}`;
  const script = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(child)}], { stdio: 'inherit' })`;
  const interrupted = new AbortController();
  const { signal } = interrupted;
  const run = runCommand({ executable, args: ['-e', script], timeoutMs: 600_000, signal });
  await expect.poll(() => existsSync(file) && readFileSync(file, 'utf8'), { timeout: 60_000 }).toMatch(/^\d+$/);
  interrupted.abort();
  expect(await run).toMatchObject({ stopped: 'interrupted' });
  const pid = Number(readFileSync(file, 'utf8'));
  await expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false);
}, 90_000);
