import { cpus } from 'node:os';
import pLimit from 'p-limit';

/**
 * Many runs of a known-wrong solution wait for a deadline and use no core. So the queue starts as wide as there are cores
 * and lets more runs in while the machine is idle, up to twice as many: none is added while the cores are busy, so a run
 * hardly feels its neighbours.
 */
const widestPerCore = 2;
const lookMs = 400;
const idleEnough = 0.45;
const tooBusy = 0.1;

/** The next width: pure, one step at a time. `idle` is the share of all cores that did nothing since the last look. */
export function nextWidth(now: { readonly width: number; readonly cores: number; readonly idle: number }): number {
  const { width, cores, idle } = now;
  if (idle > idleEnough) return Math.min(width + 1, cores * widestPerCore);
  return idle < tooBusy ? Math.max(width - 1, cores) : width;
}

/** Runs a task when there is room for it. */
export type RunLimit = <T>(task: () => T | Promise<T>) => Promise<T>;

export interface RunQueue {
  readonly limit: RunLimit;
  /** Tasks at a time, now. */
  readonly width: () => number;
  /** Waits until nothing of it is under way or waiting, and stops looking at the machine. */
  readonly close: () => Promise<void>;
}

/** A queue for runs: `fixed` runs at a time, or as many as the cores (and their idle time) allow. */
export function openRunQueue({
  cores,
  fixed,
}: {
  readonly cores: number;
  readonly fixed?: number | undefined;
}): RunQueue {
  const queue = pLimit(fixed ?? cores);
  const open = new Set<Promise<unknown>>();
  let last = coreTimes();
  const look = (): void => {
    const now = coreTimes();
    const all = now.all - last.all;
    const idle = all > 0 ? (now.idle - last.idle) / all : 0;
    last = now;
    queue.concurrency = nextWidth({ width: queue.concurrency, cores, idle });
  };
  const timer = fixed === undefined ? setInterval(look, lookMs) : undefined;
  return {
    limit: (task) => {
      const promise = queue(task);
      open.add(promise);
      const forget = (): void => void open.delete(promise);
      promise.then(forget, forget);
      return promise;
    },
    width: () => queue.concurrency,
    close: async () => {
      while (open.size > 0) await Promise.allSettled(open);
      clearInterval(timer);
    },
  };
}

function coreTimes(): { all: number; idle: number } {
  const times = cpus().map((core) => core.times);
  return {
    all: times.reduce((sum, time) => sum + time.user + time.nice + time.sys + time.idle + time.irq, 0),
    idle: times.reduce((sum, time) => sum + time.idle, 0),
  };
}
