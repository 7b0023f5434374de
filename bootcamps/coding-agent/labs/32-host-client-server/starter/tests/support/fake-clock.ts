import type { Clock } from '../../src/clock.ts';

export interface FakeClock {
  readonly clock: Clock;
  /** Milliseconds since the test began. */
  readonly now: () => number;
  /** Timers that were started and neither fired nor stopped. */
  readonly running: () => number;
  /** Moves time on, from one timer to the next; who is called by a timer sees the moment for which it was set. */
  readonly advance: (ms: number) => Promise<void>;
}

/** Waits until all that is under way in memory has happened. No time passes. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** A clock that stands still until the test moves it. Nobody waits for two seconds here. */
export function fakeClock(): FakeClock {
  const timers = new Set<{ readonly at: number; readonly onTime: () => void }>();
  let now = 0;
  return {
    clock: {
      start: (ms, onTime) => {
        const timer = { at: now + ms, onTime };
        timers.add(timer);
        return () => void timers.delete(timer);
      },
    },
    now: () => now,
    running: () => timers.size,
    advance: async (ms) => {
      const end = now + ms;
      for (;;) {
        const due = [...timers].filter(({ at }) => at <= end).toSorted((one, other) => one.at - other.at)[0];
        if (due === undefined) break;
        now = due.at;
        timers.delete(due);
        due.onTime();
        await turn();
      }
      now = end;
      await turn();
    },
  };
}
