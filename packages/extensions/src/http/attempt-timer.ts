import { systemClock, type Timer } from '../base/clock.ts';
import { msUntil } from '../base/deadline.ts';

/** The time that each attempt has: it stands still between two of them, when nobody waits for the server. */
export class AttemptTimer {
  readonly #ms: number;
  readonly #onLate: () => void;
  #end = 0;
  #timer: Timer | undefined;

  constructor(ms: number, onLate: () => void) {
    this.#ms = ms;
    this.#onLate = onLate;
  }

  /** An attempt begins: it has all of the time. */
  begin(): void {
    this.#end = systemClock.now() + this.#ms;
    this.goOn();
  }

  /** Once or more. */
  stop(): void {
    this.#timer?.cancel();
  }

  /** The attempt that was stopped goes on, with what is left of its time. */
  goOn(): void {
    this.stop();
    this.#timer = systemClock.setTimer(msUntil(this.#end, systemClock), this.#onLate);
  }
}
