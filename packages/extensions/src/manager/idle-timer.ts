import type { Clock, Timer } from '../base/clock.ts';
import { maxTimerMs } from '../base/deadline.ts';

/** Says once when a server was idle for long. It only waits while the server is idle. */
export class IdleTimer {
  readonly #clock: Clock;
  readonly #idleMs: number;
  readonly #onIdle: () => void;
  #timer: Timer | undefined;

  /** `idleMs`: Infinity, or more than a timer can wait, is never. */
  constructor(clock: Clock, idleMs: number, onIdle: () => void) {
    this.#clock = clock;
    this.#idleMs = idleMs;
    this.#onIdle = onIdle;
  }

  /** To be told of every change: each begins the time anew. */
  set(isIdle: boolean): void {
    this.#timer?.cancel();
    this.#timer = undefined;
    if (!isIdle || this.#idleMs > maxTimerMs) return;
    this.#timer = this.#clock.setTimer(this.#idleMs, () => {
      this.#timer = undefined;
      this.#onIdle();
    });
  }
}
