import type { Clock, Timer } from '../../src/base/clock.ts';

/** Time that moves only when the test says so. Deferred work runs in `settle` and before time moves. */
export class ManualClock implements Clock {
  #now = 0;
  #timers: { at: number; run: () => void }[] = [];
  #deferred: (() => void)[] = [];

  /** Timers that are set. */
  get timers(): number {
    return this.#timers.length;
  }

  now(): number {
    return this.#now;
  }

  setTimer(afterMs: number, run: () => void): Timer {
    const timer = { at: this.#now + afterMs, run };
    this.#timers.push(timer);
    return { cancel: () => void (this.#timers = this.#timers.filter((one) => one !== timer)) };
  }

  defer(run: () => void): void {
    this.#deferred.push(run);
  }

  /** Runs what was deferred and all promise jobs, until there are none. */
  async settle(): Promise<void> {
    do {
      const deferred = this.#deferred;
      this.#deferred = [];
      for (const run of deferred) run();
      await new Promise(setImmediate);
    } while (this.#deferred.length > 0);
  }

  /** The host does something else for so long: time goes on, and no timer fires. */
  block(ms: number): void {
    this.#now += ms;
  }

  /** Fires the timers that are due now, once. */
  async fire(): Promise<void> {
    const due = this.#timers.filter((timer) => timer.at <= this.#now);
    this.#timers = this.#timers.filter((timer) => !due.includes(timer));
    for (const timer of due) timer.run();
    await this.settle();
  }

  /** Moves time, one timer after the other. */
  async advance(ms: number): Promise<void> {
    await this.settle();
    const end = this.#now + ms;
    for (;;) {
      const next = this.#timers.filter((timer) => timer.at <= end).toSorted((a, b) => a.at - b.at)[0];
      if (next === undefined) break;
      this.#timers = this.#timers.filter((timer) => timer !== next);
      this.#now = Math.max(this.#now, next.at);
      next.run();
      await this.settle();
    }
    this.#now = end;
  }
}
