import { untilAborted } from './until-aborted.ts';

/**
 * One attempt that several callers wait for. Whoever takes its wish back stops waiting, alone; the attempt itself is
 * taken back when nobody waits any more. So no caller lives or dies by another one's signal.
 */
export class SharedAttempt<T> {
  readonly #controller = new AbortController();
  readonly #result: Promise<T>;
  #waiting = 0;
  #settled = false;

  /** `start` gets the signal that says: nobody waits any more. */
  constructor(start: (signal: AbortSignal) => Promise<T>) {
    this.#result = start(this.#controller.signal);
    const settled = (): void => void (this.#settled = true);
    this.#result.then(settled, settled);
  }

  /** Nobody waits any more: it is being taken back. */
  get isAbandoned(): boolean {
    return this.#controller.signal.aborted;
  }

  /** Waits for the result. `aborted` makes the error for a caller whose signal aborts; it must not be aborted already. */
  async join(signal: AbortSignal | undefined, aborted: (reason: unknown) => Error): Promise<T> {
    this.#waiting += 1;
    try {
      return await untilAborted(this.#result, signal, aborted);
    } finally {
      this.#waiting -= 1;
      if (this.#waiting === 0 && !this.#settled) this.#controller.abort();
    }
  }
}
