import { systemClock } from '../base/clock.ts';
import { maxTimerMs } from '../base/deadline.ts';
import { unwatchAbort, watchAbort, type AbortListener } from '../base/abort-watch.ts';

/** A server that gives no time is asked again after so many milliseconds; each time in vain twice as many, */
const firstMs = 1_000;
/** up to these. */
const lastMs = 60_000;
/** No server is asked more often than that, whatever it says. */
const leastMs = 100;

/** How long to wait before a stream that ended is opened again. Source: HTML, 9.2.3; 2025-11-25, basic/transports. */
export class ReconnectDelay {
  #askedMs = firstMs;
  #vain = 0;

  /** What the server wants (`retry`). */
  asked(ms: number): void {
    this.#askedMs = ms;
  }

  /** The stream said something: the next wait is the shortest one again. */
  worked(): void {
    this.#vain = 0;
  }

  /** An event has an id, if nothing else: whoever asks again goes on from there, and that may be all that the server wants. */
  reached(id: string | undefined): void {
    if (id !== undefined) this.worked();
  }

  /** The next wait. At least what the server asked for. */
  next(): number {
    const grown = Math.min(lastMs, firstMs * 2 ** Math.min(this.#vain, 16));
    const ms = this.#vain === 0 ? this.#askedMs : Math.max(this.#askedMs, grown);
    this.#vain += 1;
    return Math.min(maxTimerMs, Math.max(leastMs, ms));
  }
}

/** Waits; false: the signal was aborted meanwhile. */
export function waits(ms: number, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return Promise.resolve(false);
  return new Promise((resolve) => {
    const listener: AbortListener = { place: -1, onAbort: () => over(false) };
    const timer = systemClock.setTimer(ms, () => over(true));
    const over = (passed: boolean): void => {
      timer.cancel();
      unwatchAbort(signal, listener);
      resolve(passed);
    };
    watchAbort(signal, listener);
  });
}
