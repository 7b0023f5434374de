import { someInteger } from '@coding-agent/fixture-servers/lab';
import { abortListeners } from '@coding-agent/fixture-servers/testing';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { RunOptions } from '../../src/options.ts';
import { listenerWarnings } from '../support/host.ts';
import { openLab } from '../support/lab.ts';
import { nothing } from '../support/programs.ts';

// How a run ends, and what is left of it.

describe('the end', () => {
  test('who is asked to leave may put things in order', { meta: { id: 'polite-end' } }, async (context) => {
    const lab = await openLab(context);
    const caller = new AbortController();
    const exitCode = someInteger(1, 120);
    const run = lab.runMode('tidy', [String(exitCode)], { signal: caller.signal, graceMs: 20_000 });
    await lab.noted('ready', run);
    caller.abort();
    const result = await run.value();
    expect(result.ending, 'ending of a run that was aborted and put things in order').toBe('aborted');
    expect(result.exitCode, 'exitCode of a process that ends by itself when it is asked to').toBe(exitCode);
    expect(result.signal, 'signal of a process that ends by itself when it is asked to').toBeNull();
    expect(result.stdout.text, 'the last words of a process that was asked to leave').toBe('last words');
    await lab.proveNothingLeft(caller.signal);
  });

  test('who does not hear SIGTERM is killed', { meta: { id: 'stubborn' } }, async (context) => {
    const lab = await openLab(context);
    const caller = new AbortController();
    const run = lab.runMode('stubborn', [], { signal: caller.signal, graceMs: 200 });
    await lab.noted('deaf', run);
    caller.abort();
    const result = await run.value();
    lab.proveGone('a run that does not hear SIGTERM');
    expect(result.ending, 'ending of a run that does not hear SIGTERM').toBe('aborted');
    expect(result.signal, 'signal of a run that does not hear SIGTERM').toBe('SIGKILL');
    await lab.proveNothingLeft(caller.signal);
  });

  test('one signal outlives many runs', { meta: { id: 'long-signal' } }, async (context) => {
    const warnings = listenerWarnings(context);
    const lab = await openLab(context);
    const { signal } = new AbortController();
    const missing = { executable: join(lab.folder, 'nothing'), signal };
    // Ten at once: Node takes an eleventh listener for a leak, and so an eleventh that was left behind.
    for (let wave = 1; wave <= 3; wave += 1) {
      const failing = Array.from({ length: 9 }, () => lab.run('one of the runs that fail', missing));
      const running = lab.run('one of the runs that work', { ...nothing(), signal });
      for (const run of failing) await run.error('PROCESS_NOT_FOUND');
      expect((await running.value()).exitCode, 'exitCode of a run that works').toBe(0);
    }
    expect(abortListeners(signal), 'abort listeners on the signal after all its runs').toBe(0);
    expect(warnings, 'warnings of Node about listeners').toEqual([]);
    await lab.proveNothingLeft(signal);
  });

  test('a time that no timer can hold is refused', { meta: { id: 'timer-range' } }, async (context) => {
    const lab = await openLab(context);
    for (const name of ['timeoutMs', 'graceMs'] as const) {
      for (const value of [0, 0.5, -1, Number.NaN, Infinity, 2 ** 31, 3e9]) {
        const options: Partial<RunOptions> = { [name]: value };
        await lab.run(`a run with ${name} ${value}`, options).error('PROCESS_INVALID_OPTIONS');
      }
    }
    expect(lab.starts(), 'processes started with a time that no timer can hold').toBe(0);
    const longest = { timeoutMs: 2 ** 31 - 1, graceMs: 2 ** 31 - 1 };
    const result = await lab.runMode('exit', ['0'], longest).value();
    expect(result.ending, 'ending of a run with the longest time there is').toBe('exited');
    await lab.proveNothingLeft();
  });
});
