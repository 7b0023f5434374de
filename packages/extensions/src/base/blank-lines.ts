import { systemClock } from './clock.ts';

/** So many blank lines in a row, within that time, are noise. */
const floodLines = 1000;
const floodMs = 1000;

/**
 * Blank lines between messages are nothing. A flood of them is one, and costs as much as any other: it is handed on as
 * noise, for the budget that noise has. What comes now and then, to keep a connection alive, is not counted.
 */
export class BlankLines {
  #lines = 0;
  #bytes = 0;
  #since = 0;

  /** One more, of so many bytes without its newline. True: it is a flood, to be told and to begin again by `flush`. */
  take(bytes: number): boolean {
    if (this.#lines === 0) this.#since = systemClock.now();
    this.#lines += 1;
    this.#bytes += bytes + 1;
    if (this.#lines < floodLines) return false;
    if (systemClock.now() - this.#since <= floodMs) return true;
    this.flush();
    return false;
  }

  /** Begins again. Returns the bytes so far. */
  flush(): number {
    const bytes = this.#bytes;
    this.#lines = 0;
    this.#bytes = 0;
    return bytes;
  }
}
