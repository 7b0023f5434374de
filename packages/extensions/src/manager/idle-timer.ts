import type { Clock, Timer } from '../base/clock.ts';
import { maxTimerMs } from '../base/deadline.ts';

/**
 * Says when a server was idle for long. A call only notes the time: the timer is set anew when it fires too early, and not
 * for each call.
 */
export class IdleTimer {
  readonly #clock: Clock;
  readonly #idleMs: number;
  readonly #onIdle: () => void;
  #timer: Timer | undefined;
  /** Undefined while it is not idle. */
  #since: number | undefined;

  /** `idleMs`: Infinity, or more than a timer can wait, is never. */
  constructor(clock: Clock, idleMs: number, onIdle: () => void) {
    this.#clock = clock;
    this.#idleMs = idleMs;
    this.#onIdle = onIdle;
  }

  /** To be told of every change: each begins the time anew. */
  set(isIdle: boolean): void {
    this.#since = isIdle ? this.#clock.now() : undefined;
    if (isIdle && this.#timer === undefined) this.#arm(this.#idleMs);
  }

  /** There is nothing any more that could be idle. */
  stop(): void {
    this.#since = undefined;
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  #arm(afterMs: number): void {
    if (this.#idleMs > maxTimerMs) return;
    this.#timer = this.#clock.setTimer(Math.max(1, Math.ceil(afterMs)), () => {
      this.#timer = undefined;
      if (this.#since === undefined) return;
      const left = this.#since + this.#idleMs - this.#clock.now();
      if (left > 0) this.#arm(left);
      else this.#onIdle();
    });
  }
}
