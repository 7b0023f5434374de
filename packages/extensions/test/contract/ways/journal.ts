/** How long a test waits for what must come. Milliseconds; far more than a busy machine needs. */
const deadlineMs = 15_000;

/** What happened, in order, and a way to wait for more of it. */
export class Journal<T> {
  readonly entries: T[] = [];
  readonly #looking = new Set<() => void>();

  add(entry: T): void {
    this.entries.push(entry);
    for (const look of this.#looking) look();
  }

  /**
   * The entry that a test waits for, also one that is there already.
   *
   * @param nth Which of those that fit, from 1.
   */
  first<S extends T>(fits: (entry: T) => entry is S, what: string, nth?: number): Promise<S>;
  first(fits: (entry: T) => boolean, what: string, nth?: number): Promise<T>;
  first(fits: (entry: T) => boolean, what: string, nth = 1): Promise<T> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        this.#looking.delete(look);
        reject(new Error(`${what} did not come; there was ${JSON.stringify(this.entries)}`));
      }, deadlineMs);
      const look = (): void => {
        const entry = this.entries.filter(fits)[nth - 1];
        if (entry === undefined) return;
        clearTimeout(late);
        this.#looking.delete(look);
        resolve(entry);
      };
      this.#looking.add(look);
      look();
    });
  }
}
