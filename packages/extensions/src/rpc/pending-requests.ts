import { unwatchAbort, watchAbort } from '../base/abort-watch.ts';
import type { Clock, Timer } from '../base/clock.ts';
import type { Failure } from '../errors.ts';
import type { JsonObject } from '../wire/message.ts';
import { PendingEntry } from './pending-request.ts';
import type { Answer, PendingRequest, RequestTerms, Settlement } from './pending-request.ts';

export interface PendingRequestsOptions {
  readonly clock: Clock;
  /** We stopped waiting: by a timeout or by the caller. Called after the settlement. */
  readonly onGivenUp: (request: PendingRequest, code: 'MCP_TIMEOUT' | 'MCP_ABORTED') => void;
  /** The request has ended, in whatever way: what others hold for it is given back here. */
  readonly onSettled: (request: PendingRequest) => void;
}

/** A timer that fires so much later than it was set for was kept from it. */
const busyMs = 30;

/** So many expired requests are ended in one turn of the event loop: making errors takes time, and others wait. */
const expiredAtOnce = 500;

/**
 * The requests that wait for an answer. Each ends exactly once: whoever comes first wins, and deleting the map entry is
 * the commit. One timer, at the earliest deadline, serves all of them.
 */
export class PendingRequests {
  readonly #options: PendingRequestsOptions;
  readonly #clock: Clock;
  readonly #requests = new Map<number, PendingEntry>();
  readonly #byToken = new Map<number, PendingEntry>();
  #streams = 0;
  #timer: Timer | undefined;
  #timerAt = Infinity;
  /** One turn was given to what may lie in the pipe. */
  #waited = false;

  constructor(options: PendingRequestsOptions) {
    this.#options = options;
    this.#clock = options.clock;
  }

  /** Requests that wait for an answer. A stream is answered when it ends: nobody waits for that. */
  get size(): number {
    return this.#requests.size - this.#streams;
  }

  /** Registers a request. The signal must not be aborted already. The token is what progress of it carries. */
  add(id: number, terms: RequestTerms, progressToken?: number): PendingRequest {
    const entry = new PendingEntry(this, id, terms, progressToken, this.#clock.now());
    if (entry.signal !== undefined) watchAbort(entry.signal, entry);
    this.#requests.set(id, entry);
    if (entry.rare?.isStream === true) this.#streams += 1;
    if (progressToken !== undefined) this.#byToken.set(progressToken, entry);
    if (entry.deadline < this.#timerAt) this.#armFor(entry.deadline);
    return entry;
  }

  /** The answer has come. False: nobody waits for it, or it was never asked. */
  fulfil(id: number, answer: Answer): boolean {
    return this.#requests.get(id)?.sent === true && this.#settle(id, answer);
  }

  /** The request has failed; method, id and, where nobody knows what became of it, that are added here. */
  fail(id: number, failure: Failure): boolean {
    const entry = this.#requests.get(id);
    if (entry === undefined) return false;
    return this.#settle(id, { failure: entry.describe(failure) });
  }

  /** Everybody who waits is told the same. */
  failAll(failure: Failure): void {
    for (const id of this.#requests.keys()) this.fail(id, failure);
  }

  /** The request that an error without an id is about, if that can be told: the probe, while nobody else waits. */
  idsForNameless(): readonly number[] {
    const [first, second] = this.#requests.values();
    return first?.rare?.isProbe === true && second === undefined ? [first.id] : [];
  }

  /** Gives the rest of a request at most so many milliseconds; when they are over it fails with `failure`. */
  hurry(id: number, ms: number, failure: Failure): boolean {
    const entry = this.#requests.get(id);
    if (entry === undefined) return false;
    entry.hurried ??= failure;
    entry.deadline = Math.min(entry.deadline, this.#clock.now() + ms);
    this.#armFor(entry.deadline);
    return true;
  }

  /** Progress of a request: extends its time if that was agreed. Returns what the handler returns. */
  progress(token: unknown, params: JsonObject): unknown {
    const entry = typeof token === 'number' ? this.#byToken.get(token) : undefined;
    if (entry === undefined) return undefined;
    if (entry.rare?.resetOnProgress === true && entry.hurried === undefined) entry.extend(this.#clock.now());
    return entry.rare?.onProgress?.(params);
  }

  /** For an entry whose signal was aborted. */
  giveUp(id: number, failure: Failure): void {
    const entry = this.#requests.get(id);
    if (entry === undefined || !this.fail(id, failure)) return;
    if (failure.code === 'MCP_TIMEOUT' || failure.code === 'MCP_ABORTED') this.#options.onGivenUp(entry, failure.code);
  }

  #settle(id: number, settlement: Settlement): boolean {
    const entry = this.#requests.get(id);
    if (entry === undefined) return false;
    this.#requests.delete(id); // the commit
    if (entry.rare?.isStream === true) this.#streams -= 1;
    if (entry.signal !== undefined) unwatchAbort(entry.signal, entry);
    if (entry.rare?.progressToken !== undefined) this.#byToken.delete(entry.rare.progressToken);
    if (this.size === 0) this.#disarm();
    entry.resolve(settlement);
    this.#options.onSettled(entry);
    return true;
  }

  #armFor(deadline: number): void {
    if (deadline >= this.#timerAt) return;
    this.#timer?.cancel();
    this.#timerAt = deadline;
    const afterMs = Math.max(0, Math.ceil(deadline - this.#clock.now()));
    this.#timer = this.#clock.setTimer(afterMs, () => this.#expire());
  }

  #disarm(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
    this.#timerAt = Infinity;
  }

  /** Ends what is due, and sleeps until the next one is. A deadline may have moved since the timer was set. */
  #expire(): void {
    const now = this.#clock.now();
    const wasBusy = now - this.#timerAt > busyMs;
    this.#disarm();
    if (wasBusy && !this.#waited) {
      // The host did something else for a while: answers may lie in the pipe. They are read before the next turn's timers.
      this.#waited = true;
      this.#armFor(now);
      return;
    }
    this.#waited = false;
    let next = Infinity;
    let ended = 0;
    for (const entry of this.#requests.values()) {
      if (entry.deadline > now) {
        next = Math.min(next, entry.deadline);
      } else if (ended === expiredAtOnce) {
        next = now; // more are due: in the next turn
        break;
      } else {
        ended += 1;
        this.giveUp(entry.id, entry.hurried ?? entry.overdue(now));
      }
    }
    if (next !== Infinity) this.#armFor(next);
  }
}
