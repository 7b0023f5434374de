import type { Clock } from './clock.ts';

/** How much may come: so many events and so many bytes in every window. */
export interface RateLimits {
  readonly maxCount: number;
  readonly maxBytes: number;
  readonly windowMs: number;
}

/** Counts what comes and says when it is too much. */
export class RateBudget {
  readonly #limits: RateLimits;
  readonly #clock: Clock;
  #count = 0;
  #bytes = 0;
  #windowEnd: number;

  constructor(limits: RateLimits, clock: Clock) {
    this.#limits = limits;
    this.#clock = clock;
    this.#windowEnd = clock.now() + limits.windowMs;
  }

  /** Takes one event of so many bytes. False: it is over the budget. */
  take(bytes: number): boolean {
    const { maxCount, maxBytes, windowMs } = this.#limits;
    const now = this.#clock.now();
    if (now >= this.#windowEnd) {
      this.#windowEnd = now + windowMs;
      this.#count = 0;
      this.#bytes = 0;
    }
    this.#count += 1;
    this.#bytes += bytes;
    return this.#count <= maxCount && this.#bytes <= maxBytes;
  }
}
