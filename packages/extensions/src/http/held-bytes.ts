/** Bytes of messages that are not through yet: so that together they are bounded too. One alone is, by its own limit. */
export class HeldBytes {
  readonly #limit: number;
  #held = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** False: that would be too much, and nothing was taken. Where nothing is held any message fits. */
  take(bytes: number): boolean {
    if (bytes > 0 && this.#held > 0 && this.#held + bytes > this.#limit) return false;
    this.#held += bytes;
    return true;
  }

  give(bytes: number): void {
    this.#held -= bytes;
  }
}
