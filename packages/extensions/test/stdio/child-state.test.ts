import { describe, expect, it } from 'vitest';
import { nextChildState, type ChildEvent, type ChildState } from '../../src/stdio/child-state.ts';

const states = {
  spawning: { kind: 'spawning' },
  running: { kind: 'running', pid: 7 },
  asked: { kind: 'stopping', pid: 7, step: 'stdin-ended' },
  terminated: { kind: 'stopping', pid: 7, step: 'terminated' },
  exited: { kind: 'exited', exitCode: 0, signal: null, step: undefined },
  failed: { kind: 'failed', errno: 'ENOENT' },
} satisfies Record<string, ChildState>;

const events = {
  spawned: { kind: 'spawned', pid: 7 },
  asked: { kind: 'step', step: 'stdin-ended' },
  terminated: { kind: 'step', step: 'terminated' },
  exit: { kind: 'exit', exitCode: null, signal: 'SIGTERM' },
  error: { kind: 'error', errno: 'ENOENT' },
} satisfies Record<string, ChildEvent>;

const gone = (step: 'stdin-ended' | 'terminated' | undefined): ChildState => ({
  kind: 'exited',
  exitCode: null,
  signal: 'SIGTERM',
  step,
});

describe('C-35: a child that is', () => {
  it.each([
    ['spawning', 'spawned', states.running],
    ['spawning', 'asked', states.spawning],
    ['spawning', 'exit', states.spawning],
    ['spawning', 'error', states.failed],
    ['running', 'spawned', states.running],
    ['running', 'asked', states.asked],
    ['running', 'terminated', states.terminated],
    ['running', 'exit', gone(undefined)],
    // A signal that could not be sent.
    ['running', 'error', states.running],
    ['asked', 'terminated', states.terminated],
    ['asked', 'exit', gone('stdin-ended')],
    ['asked', 'error', states.asked],
    ['terminated', 'exit', gone('terminated')],
    ['exited', 'spawned', states.exited],
    ['exited', 'terminated', states.exited],
    ['exited', 'exit', states.exited],
    ['exited', 'error', states.exited],
    ['failed', 'spawned', states.failed],
    ['failed', 'terminated', states.failed],
    ['failed', 'exit', states.failed],
    ['failed', 'error', states.failed],
  ] as const)('%s, and hears %s, goes to its one next state', (from, event, to) => {
    expect(nextChildState(states[from], events[event])).toEqual(to);
  });
});
