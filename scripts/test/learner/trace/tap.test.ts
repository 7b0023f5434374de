import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { settlesWithin } from '@coding-agent/fixture-servers/testing';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { readJournal, type JournalEntry } from '../../../learner/trace/journal.ts';
import { tsxLoader } from '../../../learner/trace/tsx-loader.ts';

const tapFile = join(import.meta.dirname, '../../../learner/trace/tap.ts');
let folder = '';
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'tap-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Tapped {
  readonly write: (bytes: string | Buffer) => void;
  /** Ends stdin. */
  readonly end: () => void;
  readonly kill: (signal: NodeJS.Signals) => void;
  readonly output: () => Buffer;
  readonly untilOutput: (text: string) => Promise<void>;
  readonly exit: Promise<{ code: number | null; signal: string | null }>;
  readonly entries: () => JournalEntry[];
}

/** A tap before a server that is a line of JavaScript. */
function tap(server: string): Tapped {
  const journal = join(folder, 'journal.jsonl');
  const child = spawn(process.execPath, ['--import', tsxLoader, tapFile, journal, process.execPath, '-e', server]);
  onTestFinished(() => void child.kill('SIGKILL'));
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stdin.on('error', () => {});
  const closed = once(child, 'close').then(([code, signal]) => ({ code, signal }));
  return {
    write: (bytes) => void child.stdin.write(bytes),
    end: () => void child.stdin.end(),
    kill: (signal) => void child.kill(signal),
    output: () => Buffer.concat(chunks),
    untilOutput: async (text) => {
      while (!Buffer.concat(chunks).includes(text)) await within(once(child.stdout, 'data'), `"${text}" on stdout`);
    },
    exit: within(closed, 'the end of the tap'),
    entries: () => readJournal(journal),
  };
}

async function within<T>(promise: Promise<T>, what: string): Promise<T> {
  const settled = await settlesWithin(promise, 30_000, what);
  if (settled.status === 'rejected') throw settled.reason;
  return settled.value;
}

const echo = 'process.stdin.pipe(process.stdout)';

test('every byte passes as it is, in both directions, and each line is written down before it passes', async () => {
  const { write, end, output, untilOutput, exit, entries } = tap(echo);
  const halves = Buffer.from('{"x":"é"}\n');
  write('{"id":1}\n{"id":2}\n');
  write(halves.subarray(0, 7)); // in the middle of a character
  await untilOutput('{"x":"');
  write(halves.subarray(7));
  write('no newline');
  end();
  expect(await exit).toEqual({ code: 0, signal: null });
  expect(output().toString()).toBe('{"id":1}\n{"id":2}\n{"x":"é"}\nno newline');
  const lines = entries().filter((entry) => entry.event === 'line');
  for (const direction of ['to-server', 'from-server']) {
    expect(lines.filter((line) => line.direction === direction).map(({ bytes, text }) => [bytes, text])).toEqual([
      [9, '{"id":1}'],
      [9, '{"id":2}'],
      [11, '{"x":"é"}'],
    ]);
  }
  expect(entries().map(({ event }) => event)).toEqual(
    expect.arrayContaining(['server-started', 'stdin-ended', 'server-exited']) as string[],
  );
  expect(lines[0]?.direction, 'what was asked stands before what was answered').toBe('to-server');
});

test('to its client it ends as the server does, and its last words have come through', async () => {
  const { output, exit, entries } = tap('process.stdout.write("last words"); process.exitCode = 7');
  expect(await exit).toEqual({ code: 7, signal: null });
  expect(output().toString()).toBe('last words');
  expect(entries().at(-1)).toMatchObject({ event: 'server-exited', exitCode: 7, signal: null });
});

test.runIf(process.platform !== 'win32')('a signal goes on to the server, which decides what it does', async () => {
  const stubborn = 'process.on("SIGTERM", () => process.exit(3)); console.log("ready"); setInterval(() => {}, 1000)';
  const { kill, untilOutput, exit, entries } = tap(stubborn);
  await untilOutput('ready');
  kill('SIGTERM');
  expect(await exit).toEqual({ code: 3, signal: null });
  expect(entries().map(({ event }) => event)).toEqual(['server-started', 'line', 'signal', 'server-exited']);
});

test.runIf(process.platform !== 'win32')('a server that dies of a signal is told as that', async () => {
  const { exit, entries } = tap('process.kill(process.pid, "SIGKILL")');
  expect(await exit).toEqual({ code: null, signal: 'SIGKILL' });
  expect(entries().at(-1)).toMatchObject({ event: 'server-exited', exitCode: null, signal: 'SIGKILL' });
});

test('stderr passes too; of it the amount alone is written down', async () => {
  const { exit, entries } = tap('process.stderr.write("secret")');
  await exit;
  expect(entries().filter(({ event }) => event === 'stderr')).toMatchObject([{ bytes: 6 }]);
  expect(JSON.stringify(entries())).not.toContain('secret');
});

test('what would fill the disk is counted and not kept: a long line, and lines without end', async () => {
  const { write, end, output, exit, entries } = tap(echo);
  const long = `${'x'.repeat(100_000)}\n`;
  write(long);
  write('y\n'.repeat(3_000));
  end();
  await exit;
  expect(output()).toHaveLength(long.length + 6_000);
  const lines = entries().filter((entry) => entry.event === 'line');
  expect(lines.filter(({ text }) => text === undefined).map(({ bytes }) => bytes)).toContain(100_001);
  expect(lines).toHaveLength(2_000);
  expect(entries().find(({ event }) => event === 'lines-dropped')).toMatchObject({ count: 6_002 - 2_000 });
});
