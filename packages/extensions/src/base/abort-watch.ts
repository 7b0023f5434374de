/** What hears of an abort. */
export interface AbortListener {
  /** Where it stands in the list of its signal, of which it has one at a time; kept by the watch. -1: in none. */
  place: number;
  onAbort(reason: unknown): void;
}

/**
 * One listener for each signal, however many wait on it: a signal that outlives thousands of calls would otherwise make
 * Node warn of a leak from the eleventh on. Shared by all clients of the process.
 *
 * A listener of the caller's that was there first and calls `stopImmediatePropagation` hides the abort from us: then the
 * deadline of the request is what ends it. (A signal made by `AbortSignal.any` would hear it, but costs four times as much
 * for each new signal; Node's own way around is not open to code without `node:*`.)
 */
class SignalWatch {
  readonly #signal: AbortSignal;
  /** In no order. A `Set` would make much work for the garbage collector: see `IdTable`. */
  #waiting: AbortListener[] = [];

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  add(listener: AbortListener): void {
    if (this.#waiting.length === 0) this.#signal.addEventListener('abort', this);
    listener.place = this.#waiting.push(listener) - 1;
  }

  delete(listener: AbortListener): void {
    const { place } = listener;
    if (this.#waiting[place] !== listener) return;
    listener.place = -1;
    const last = this.#waiting.pop();
    if (last !== undefined && last !== listener) {
      this.#waiting[place] = last;
      last.place = place;
    }
    if (this.#waiting.length === 0) this.#signal.removeEventListener('abort', this);
  }

  handleEvent(): void {
    this.#signal.removeEventListener('abort', this);
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const listener of waiting) listener.place = -1;
    for (const listener of waiting) listener.onAbort(this.#signal.reason);
  }
}

const watches = new WeakMap<AbortSignal, SignalWatch>();

/** From now until `unwatchAbort` or the abort, `listener` hears of the signal's abort. It must not be aborted already. */
export function watchAbort(signal: AbortSignal, listener: AbortListener): void {
  let watch = watches.get(signal);
  if (watch === undefined) {
    watch = new SignalWatch(signal);
    watches.set(signal, watch);
  }
  watch.add(listener);
}

/** Gives the listener back; doing it twice, or after the abort, does no harm. */
export function unwatchAbort(signal: AbortSignal, listener: AbortListener): void {
  watches.get(signal)?.delete(listener);
}
