import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { listProcesses } from '@coding-agent/fixture-servers/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { recordPlay, type Recording } from '../../../learner/trace/record-play.ts';
import { storyOf } from '../../../learner/trace/story.ts';
import { readVariant } from '../../../lesson/collect/variant-files.ts';
import { Checkout } from '../support/checkout.ts';
import { ownTempFolder } from './support/own-temp-folder.ts';
import { addTrace } from './support/traced-lesson.ts';

// A learner's client may do anything. Whatever it does, the command ends, and nothing is left.

const temp = ownTempFolder();
let checkout: Checkout;
beforeEach(() => {
  checkout = new Checkout();
  addTrace(checkout);
});
afterEach(() => {
  checkout.remove();
  expect(
    readdirSync(temp.folder()).filter((name) => name.startsWith('lesson-')),
    'folders left',
  ).toEqual([]);
  const alive = listProcesses().filter(({ state, command }) => state !== 'zombie' && command.includes(temp.folder()));
  expect(
    alive.map(({ command }) => command),
    'processes left',
  ).toEqual([]);
});

const longEnoughMs = 60_000;

/** Plays the lesson's client with one change. */
function play(change: { from: string; to: string }, { timeoutMs = longEnoughMs } = {}): Promise<Recording> {
  checkout.edit('solution/src/client.ts', change.from, change.to);
  const home = join(checkout.lesson, 'solution');
  const limits = { rssMb: 1024, outputKb: 64 };
  const { signal } = new AbortController();
  return recordPlay({
    root: checkout.root,
    home,
    files: readVariant(home),
    play: 'tests/trace.ts',
    limits,
    signal,
    timeoutMs,
  });
}

const open = 'await this.request';

test('the client as it is: both are given their own, in the other order', async () => {
  const { entries, run } = await play({ from: open, to: open });
  expect(run).toMatchObject({ ended: 'exit', exitCode: 0, processes: { left: [] } });
  const { callers, steps, end } = storyOf(entries);
  expect(callers.map(({ name, outcome }) => [name, outcome])).toEqual([
    ['A', 'own'],
    ['B', 'own'],
  ]);
  expect(steps.map(({ kind }) => kind)).toEqual(['scene', 'request', 'request', 'given', 'given']);
  expect(end).toEqual({ kind: 'ended' });
});

test('one that prints is not heard: what it says is no part of the picture', async () => {
  const { entries, run } = await play({ from: open, to: `console.log('{"jsonrpc":"2.0","id":9}'); ${open}` });
  expect(run.output).toContain('"id":9');
  expect(storyOf(entries).end).toEqual({ kind: 'ended' });
  expect(JSON.stringify(entries)).not.toContain('"id":9');
});

test('one that prints without end is stopped', async () => {
  const { run } = await play({ from: open, to: `for (;;) process.stdout.write('x'.repeat(1000)); ${open}` });
  expect(run.ended).toBe('output-limit');
});

test.for([
  ['throws', `throw new TypeError('not today'); ${open}`],
  ['throws later, where nobody catches it', `setImmediate(() => { throw new TypeError('not today'); }); ${open}`],
  ['rejects where nobody looks', `void Promise.reject(new TypeError('not today')); ${open}`],
] as const)('one that %s: it failed, and why', async ([, to]) => {
  const { entries } = await play({ from: open, to });
  expect(storyOf(entries).end).toEqual({ kind: 'failed', name: 'TypeError', message: 'not today' });
});

test('one that cannot be compiled fails too', async () => {
  const { entries } = await play({ from: 'export class Client {', to: 'export class Client {{' });
  expect(storyOf(entries).end).toMatchObject({ kind: 'failed' });
});

test('one that never answers its callers: they are told nothing, and the play goes on', async () => {
  const { entries } = await play({ from: 'waiting?.(result);', to: 'if (id === 1) waiting?.(result);' });
  const { callers, end } = storyOf(entries);
  expect(callers.map(({ outcome }) => outcome)).toEqual(['in-vain', 'in-vain']);
  expect(entries.filter(({ event }) => event === 'untold')).toHaveLength(2);
  expect(end).toEqual({ kind: 'ended' });
});

test('one that ends the process in the middle', async () => {
  const { entries, run } = await play({
    from: 'waiting?.(result);',
    to: 'if (id > 1) process.exit(0); waiting?.(result);',
  });
  expect(run).toMatchObject({ ended: 'exit', exitCode: 0 });
  const { end, callers } = storyOf(entries);
  expect(end).toEqual({ kind: 'stopped' });
  expect(callers.map(({ outcome }) => outcome)).toEqual(['in-vain', 'in-vain']);
});

test('one that loops for ever is ended at the deadline', async () => {
  const { entries, run } = await play({ from: open, to: `for (;;); ${open}` }, { timeoutMs: 4_000 });
  expect(run.ended).toBe('timeout');
  expect(storyOf(entries).end).toEqual({ kind: 'stopped' });
});

test('one that leaves a process: it is counted, and ended', async () => {
  const leave = `spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'], { detached: true, stdio: 'ignore' }).unref();`;
  const { run } = await play({ from: open, to: `${leave} ${open}` });
  expect(run.ended).toBe('exit');
  expect(run.processes.left.map(({ command }) => command)).toEqual([expect.stringContaining('setTimeout')]);
});

test('one that does not close its server: nothing is left of that either', async () => {
  const { entries, run } = await play({ from: 'this.#server.stdin.end();', to: 'return Promise.resolve();' });
  expect(storyOf(entries).end).toEqual({ kind: 'ended' });
  expect(run.processes.left).toEqual([]);
});

test('an abort ends it, with the reason', async () => {
  const home = join(checkout.lesson, 'solution');
  checkout.edit('solution/src/client.ts', open, `for (;;); ${open}`);
  const interrupted = new AbortController();
  const recording = recordPlay({
    root: checkout.root,
    home,
    files: readVariant(home),
    play: 'tests/trace.ts',
    limits: { rssMb: 1024, outputKb: 64 },
    signal: interrupted.signal,
  });
  interrupted.abort(new Error('Ctrl-C'));
  await expect(recording).rejects.toThrow('Ctrl-C');
});
