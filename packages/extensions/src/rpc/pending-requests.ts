import { unwatchAbort, watchAbort, type AbortListener } from '../base/abort-watch.ts';
import type { Clock, Timer } from '../base/clock.ts';
import type { Failure, RequestOutcome } from '../errors.ts';
import type { JsonObject } from '../wire/message.ts';
import { printable } from '../wire/printable.ts';

/** What the server answered to which request, and how many bytes that was. */
export interface Answer {
  readonly id: number;
  readonly result: JsonObject;
  readonly bytes: number;
}

/** How a request ended. A value, not an exception: the error is made where the caller waits. */
export type Settlement = Answer | { readonly failure: Failure };

/** What a request is given. Times in milliseconds, checked already. */
export interface RequestTerms {
  readonly method: string;
  /** Without an answer (or, if that counts, progress) for so long, the request times out. Infinity: it is a stream. */
  readonly timeoutMs: number;
  /** … and after so long in all, whatever comes. */
  readonly maxTotalTimeoutMs?: number | undefined;
  readonly resetTimeoutOnProgress?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Default true. `initialize` may not be cancelled on the wire. A function is asked when the request is given up. */
  readonly cancellable?: boolean | (() => boolean);
  /**
   * A question that some servers do not understand, asked when there is nothing else that an error without an id could be
   * about: such an error is probably the answer.
   */
  readonly isProbe?: boolean;
  /** May throw, or return a promise that rejects. */
  readonly onProgress?: ((params: JsonObject) => unknown) | undefined;
}

/** One request that has not ended. It owns its place in the map, its share of the timer, and its abort listener. */
export interface PendingRequest {
  readonly id: number;
  readonly method: string;
  readonly cancellable: boolean;
  /** Bytes of it may have reached the server. */
  sent: boolean;
  /** How it ends. Never rejects. */
  readonly settlement: Promise<Settlement>;
}

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
  readonly #requests = new Map<number, Entry>();
  readonly #byToken = new Map<number, Entry>();
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
    const entry = new Entry(this, id, terms, progressToken, this.#clock.now());
    if (entry.signal !== undefined) watchAbort(entry.signal, entry);
    this.#requests.set(id, entry);
    if (entry.isStream) this.#streams += 1;
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
    return first?.isProbe === true && second === undefined ? [first.id] : [];
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
    if (entry.resetOnProgress && entry.hurried === undefined) entry.extend(this.#clock.now());
    return entry.onProgress?.(params);
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
    if (entry.isStream) this.#streams -= 1;
    if (entry.signal !== undefined) unwatchAbort(entry.signal, entry);
    if (entry.progressToken !== undefined) this.#byToken.delete(entry.progressToken);
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

class Entry implements PendingRequest, AbortListener {
  readonly #owner: PendingRequests;
  readonly id: number;
  readonly method: string;
  readonly #cancellable: boolean | (() => boolean);
  readonly signal: AbortSignal | undefined;
  readonly resetOnProgress: boolean;
  readonly onProgress: ((params: JsonObject) => unknown) | undefined;
  readonly progressToken: number | undefined;
  readonly isStream: boolean;
  readonly isProbe: boolean;
  readonly #timeoutMs: number;
  readonly #totalMs: number | undefined;
  readonly #started: number;
  deadline: number;
  sent = false;
  hurried: Failure | undefined;
  resolve: (settlement: Settlement) => void = () => {};
  readonly settlement: Promise<Settlement>;

  constructor(owner: PendingRequests, id: number, terms: RequestTerms, progressToken: number | undefined, now: number) {
    this.#owner = owner;
    this.id = id;
    this.method = terms.method;
    this.#cancellable = terms.cancellable ?? true;
    this.signal = terms.signal;
    this.resetOnProgress = terms.resetTimeoutOnProgress === true;
    this.onProgress = terms.onProgress;
    this.progressToken = progressToken;
    this.isStream = terms.timeoutMs === Infinity;
    this.isProbe = terms.isProbe === true;
    this.#timeoutMs = terms.timeoutMs;
    this.#totalMs = terms.maxTotalTimeoutMs;
    this.#started = now;
    this.deadline = this.#deadlineFrom(now);
    this.settlement = new Promise((resolve) => (this.resolve = resolve));
  }

  get cancellable(): boolean {
    return typeof this.#cancellable === 'function' ? this.#cancellable() : this.#cancellable;
  }

  extend(now: number): void {
    this.deadline = this.#deadlineFrom(now);
  }

  onAbort(reason: unknown): void {
    this.#owner.giveUp(this.id, abortFailure(this.method, reason));
  }

  /** Why it is given up at its deadline. An abort that we were not told of (a listener may stop others) is an abort. */
  overdue(now: number): Failure {
    return this.signal?.aborted === true ? abortFailure(this.method, this.signal.reason) : this.#timedOut(now);
  }

  #timedOut(now: number): Failure {
    const total = this.#totalMs !== undefined && now >= this.#started + this.#totalMs;
    const timeoutMs = total ? this.#totalMs : this.#timeoutMs;
    const message = `${this.method} had no answer within ${timeoutMs} ms${total ? ' in all' : ''}`;
    return { code: 'MCP_TIMEOUT', message, timeout: total ? 'total' : 'idle', timeoutMs };
  }

  describe(failure: Failure): Failure {
    const about = { ...failure, method: this.method, requestId: this.id };
    if (failure.code === 'MCP_ERROR') return about; // the server says what became of it
    const outcome: RequestOutcome = this.sent && failure.code !== 'MCP_SPAWN_FAILED' ? 'unknown' : 'not-sent';
    return { ...about, outcome };
  }

  #deadlineFrom(now: number): number {
    const idle = now + this.#timeoutMs;
    return this.#totalMs === undefined ? idle : Math.min(idle, this.#started + this.#totalMs);
  }
}

/** The caller took the request back. Its reason stays here: as a bounded string, whatever object it was. */
export function abortFailure(method: string, reason: unknown): Failure {
  let words: string;
  try {
    words = printable(reason instanceof Error ? reason.message : String(reason));
  } catch {
    words = 'a reason that cannot be shown';
  }
  return {
    code: 'MCP_ABORTED',
    message: `${method} was aborted by the caller`,
    abortedBy: 'caller',
    abortReason: words,
  };
}
