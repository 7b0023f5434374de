/** Time as a thing that can be handed in: the tests have one that they move by hand. Grown up: packages/extensions/src/base/clock.ts */
export interface Clock {
  /** Calls `onTime` once, after `ms` milliseconds. Gives back what stops it: the timer is yours until you call that. */
  readonly start: (ms: number, onTime: () => void) => () => void;
}

export const systemClock: Clock = {
  start: (ms, onTime) => {
    const timer = setTimeout(onTime, ms);
    return () => clearTimeout(timer);
  },
};
