/** A timer that was set; cancelling it twice, or after it fired, does nothing. */
export interface Timer {
  cancel(): void;
}

/** Time, as the protocol core sees it. Tests put a manual one in its place and drive every transition by hand. */
export interface Clock {
  /** Milliseconds since some fixed moment; never goes back. */
  now(): number;
  /** Calls `run` once, after `afterMs` (0 to 2^31 - 1); 0 is the next turn of the event loop, after what came in by then. */
  setTimer(afterMs: number, run: () => void): Timer;
  /** Calls `run` when the current turn and all its promise jobs are over. */
  defer(run: () => void): void;
}

/** The real one. Its timers keep the host alive: they exist only while somebody waits. */
export const systemClock: Clock = {
  now: () => performance.now(),
  setTimer(afterMs, run) {
    if (afterMs === 0) {
      const turn = setImmediate(run);
      return { cancel: () => clearImmediate(turn) };
    }
    const timer = setTimeout(run, afterMs);
    return { cancel: () => clearTimeout(timer) };
  },
  defer: (run) => process.nextTick(run),
};
