import { AsyncResource } from 'node:async_hooks';
import type { Clock } from '../base/clock.ts';

/**
 * A clock whose timers belong to nobody's call. A timer runs in the asynchronous context in which it was set, and what a
 * manager does by itself for hours (heartbeats, restarts, lists that changed) was often set by somebody's call: in a trace it
 * would be part of that call, and what is kept for a call would be kept with it. Here they run in the context in which this was
 * made. Whoever waits for a promise goes on in their own.
 */
export function detachedClock(clock: Clock): Clock {
  const origin = new AsyncResource('McpManager');
  return {
    now: () => clock.now(),
    setTimer: (afterMs, run) => origin.runInAsyncScope(() => clock.setTimer(afterMs, run)),
    defer: (run) => origin.runInAsyncScope(() => clock.defer(run)),
  };
}
