/** The bytes of all answers that have begun and are not whole yet, so that together they are bounded too. */
export class HeldBytes {
  readonly #limit: number;
  #held = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** False: that would be too much, and nothing was taken. */
  take(bytes: number): boolean {
    if (this.#held + bytes > this.#limit) return false;
    this.#held += bytes;
    return true;
  }

  give(bytes: number): void {
    this.#held -= bytes;
  }
}
