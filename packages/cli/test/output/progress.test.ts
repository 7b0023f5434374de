import { expect, test } from 'vitest';
import { createProgress, type ProgressClock } from '../../src/output/progress.ts';
import { memoryHost } from '../support/memory-host.ts';

/** Time that is driven by hand. */
function manualClock(): ProgressClock & { readonly pass: (ms: number) => void; readonly running: () => number } {
  let now = 0;
  const timers = new Map<symbol, { readonly ms: number; next: number; readonly run: () => void }>();
  return {
    now: () => now,
    every(ms, run) {
      const key = Symbol('timer');
      timers.set(key, { ms, next: now + ms, run });
      return () => timers.delete(key);
    },
    pass(ms) {
      const end = now + ms;
      while (now < end) {
        now += 50;
        for (const timer of timers.values()) {
          if (timer.next > now) continue;
          timer.next += timer.ms;
          timer.run();
        }
      }
    },
    running: () => timers.size,
  };
}

test('on a terminal: nothing for what is quick, then one line that is overwritten and taken away', () => {
  const host = memoryHost({ isTerminal: true, columns: 30 });
  const clock = manualClock();
  const progress = createProgress(host.stderr, clock);
  progress.step('starting files');
  clock.pass(200);
  expect(host.err()).toBe('');
  clock.pass(300);
  expect(host.err()).toBe('\r\u001b[2Kstarting files … 0 s');
  clock.pass(1_000);
  progress.step('a text that is longer than the terminal is wide');
  expect(host.err()).not.toContain('\n');
  expect(host.err().endsWith('\r\u001b[2Ka text that is longer than t…')).toBe(true);
  progress.clear();
  expect(host.err().endsWith('\r\u001b[2K')).toBe(true);
  expect(clock.running()).toBe(0);
});

test('in a pipe: plain lines, few of them', () => {
  const host = memoryHost();
  const clock = manualClock();
  const progress = createProgress(host.stderr, clock);
  progress.step('starting files');
  clock.pass(2_000);
  expect(host.err()).toBe('');
  clock.pass(60_000);
  progress.step('calling files/read');
  clock.pass(20_000);
  progress.clear();
  clock.pass(60_000);
  // oxlint-disable-next-line no-control-regex -- there must be none
  expect(host.err()).not.toMatch(/[\r\u001b]/);
  const lines = host.err().trimEnd().split('\n');
  expect(lines[0]).toBe('starting files … 3 s');
  expect(lines.filter((line) => line.startsWith('starting'))).toHaveLength(4);
  expect(lines.filter((line) => line.startsWith('calling'))).toHaveLength(2);
  expect(clock.running()).toBe(0);
});

test('what a server tells of its progress is shown, not obeyed', () => {
  const host = memoryHost({ isTerminal: true });
  const clock = manualClock();
  const progress = createProgress(host.stderr, clock);
  progress.step('calling: \u001b]0;gotcha\u0007\nsecond line');
  clock.pass(500);
  progress.clear();
  expect(host.err()).toContain('calling: \\u001b]0;gotcha\\u0007\\nsecond line');
});
