import type { Clock } from './clock.ts';

/** The longest time that a timer can wait, in milliseconds: a longer one would fire at once. */
export const maxTimerMs = 2 ** 31 - 1;

/** True for whole milliseconds that a timer can wait. */
export function isTimerMs(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= maxTimerMs;
}

/** What is left until a moment, in whole milliseconds that a timer can wait; at least 1. */
export function msUntil(end: number, clock: Clock): number {
  return Math.min(maxTimerMs, Math.max(1, Math.ceil(end - clock.now())));
}

/** True when the promise settles (either way) in time. Its timer is given back in both cases. */
export function settlesWithin(promise: Promise<unknown>, ms: number, clock: Clock): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = clock.setTimer(ms, () => resolve(false));
    const settled = (): void => {
      timer.cancel();
      resolve(true);
    };
    promise.then(settled, settled);
  });
}
