import { unwatchAbort, watchAbort, type AbortListener } from '../base/abort-watch.ts';

interface Waiting extends AbortListener {
  readonly enter: () => void;
}

/**
 * So many at once, and the others in order. Node's agents have such a queue too, but who waits in it cannot be taken out:
 * it would hold its caller until a connection is free, and open one when all of them are closed.
 */
export class Places {
  readonly #limit: number;
  readonly #waiting = new Set<Waiting>();
  #taken = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** True when the caller has a place now, which it has to `leave`. False: the signal was aborted before. Never rejects. */
  async enter(signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return false;
    if (this.#taken < this.#limit) {
      this.#taken += 1;
      return true;
    }
    return new Promise((resolve) => {
      const over = (isIn: boolean): void => {
        this.#waiting.delete(waiting);
        unwatchAbort(signal, waiting);
        resolve(isIn);
      };
      const waiting: Waiting = { place: -1, onAbort: () => over(false), enter: () => over(true) };
      this.#waiting.add(waiting);
      watchAbort(signal, waiting);
    });
  }

  /** Gives a place back: to the one that has waited longest, if there is one. */
  leave(): void {
    const [next] = this.#waiting;
    if (next === undefined) this.#taken -= 1;
    else next.enter();
  }
}
