/** Hands on what it is given, but not before it is released; then in order. */
export class HeldBack<T> {
  readonly #handOn: (item: T) => void;
  #held: T[] | undefined = [];

  constructor(handOn: (item: T) => void) {
    this.#handOn = handOn;
  }

  take(item: T): void {
    if (this.#held === undefined) this.#handOn(item);
    else this.#held.push(item);
  }

  release(): void {
    const held = this.#held ?? [];
    // While these are handed on more may come: it waits for its turn.
    for (let item = held.shift(); item !== undefined; item = held.shift()) this.#handOn(item);
    this.#held = undefined;
  }
}
