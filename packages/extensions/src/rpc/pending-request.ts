import type { AbortListener } from '../base/abort-watch.ts';
import type { Failure, RequestOutcome } from '../errors.ts';
import type { Encoded } from '../wire/codec.ts';
import type { JsonObject } from '../wire/message.ts';
import { wordsOf } from '../wire/printable.ts';

/** What the server answered to which request, and how many bytes that was. */
export interface Answer {
  readonly id: number;
  readonly result: JsonObject;
  readonly bytes: number;
  /** What the request was about, as its terms say. */
  readonly about?: string | undefined;
}

/** The reason for which we give up a request of our own that nobody needs any more: nobody took it back, so nobody counts it. */
export const notNeeded = Symbol('not needed any more');

/** How a request ended. A value, not an exception: the error is made where the caller waits. */
export type Settlement = Answer | { readonly failure: Failure };

/** What a request is given. Times in milliseconds, checked already. */
export interface RequestTerms {
  readonly method: string;
  /** What it is about, for whoever reads the answer: so that many requests can share one reader. */
  readonly about?: string | undefined;
  /** The run that it belongs to, for who watches. */
  readonly runId?: string | undefined;
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

/** A message that waits to be written. */
export interface QueuedMessage {
  /** Undefined when its request has ended: then it is not sent. */
  line: Encoded | undefined;
  readonly bytes: number;
}

/** One request that has not ended. It owns its place in the map, its share of the timer, and its abort listener. */
export interface PendingRequest {
  readonly id: number;
  readonly method: string;
  readonly about: string | undefined;
  readonly signal: AbortSignal | undefined;
  readonly cancellable: boolean;
  /** When it was registered, in milliseconds of the clock; 0 unless somebody watches. */
  readonly startedAt: number;
  /** Bytes of it may have reached the server. */
  sent: boolean;
  /** Its message, while that waits in the queue. */
  queued: QueuedMessage | undefined;
  /** How it ends. Never rejects. */
  readonly settlement: Promise<Settlement>;
}

/** What few requests have: together, so that the others need not keep its absence. */
interface Rare {
  /** When it was registered: for its time in all. */
  readonly started: number;
  readonly totalMs: number | undefined;
  readonly resetOnProgress: boolean;
  readonly onProgress: ((params: JsonObject) => unknown) | undefined;
  /** Progress of it carries its id: that is the token, so that nothing but the request itself must be kept for it. */
  readonly hasToken: boolean;
  readonly cancellable: boolean | (() => boolean);
  readonly isStream: boolean;
  readonly isProbe: boolean;
}

/** Whom an entry belongs to: it is told of the caller's abort. */
export interface EntryOwner {
  giveUp(id: number, failure: Failure): void;
}

/** A request in the map. Times are whole milliseconds: they take no memory of their own then. */
export class PendingEntry implements PendingRequest, AbortListener {
  readonly #owner: EntryOwner;
  readonly id: number;
  readonly method: string;
  readonly about: string | undefined;
  readonly signal: AbortSignal | undefined;
  readonly rare: Rare | undefined;
  readonly #timeoutMs: number;
  deadline: number;
  startedAt = 0;
  sent = false;
  queued: QueuedMessage | undefined;
  place = -1;
  resolve: (settlement: Settlement) => void = () => {};
  readonly settlement: Promise<Settlement>;

  constructor(owner: EntryOwner, id: number, terms: RequestTerms, hasToken: boolean, now: number) {
    this.#owner = owner;
    this.id = id;
    this.method = terms.method;
    this.about = terms.about;
    this.signal = terms.signal;
    this.rare = rareOf(terms, hasToken, Math.ceil(now));
    this.#timeoutMs = terms.timeoutMs;
    this.deadline = this.#deadlineFrom(now);
    this.settlement = new Promise((resolve) => (this.resolve = resolve));
  }

  get cancellable(): boolean {
    const cancellable = this.rare?.cancellable ?? true;
    return typeof cancellable === 'function' ? cancellable() : cancellable;
  }

  extend(now: number): void {
    this.deadline = this.#deadlineFrom(now);
  }

  /** Its time stood still since a moment: it gets that time, but no more than so much. Returns how much it got. */
  postpone(since: number, now: number, maxMs: number): number {
    const begun = this.deadline - this.#timeoutMs; // or later, when it is bounded by its time in all
    const stood = Math.min(maxMs, Math.max(0, now - Math.max(since, begun)));
    this.deadline = this.latest(stood);
    return stood;
  }

  /** When it is due at the latest, should its time stand still for so long yet. */
  latest(stillMs: number): number {
    const { totalMs, started = 0 } = this.rare ?? {};
    return totalMs === undefined ? this.deadline + stillMs : Math.min(this.deadline + stillMs, started + totalMs);
  }

  onAbort(reason: unknown): void {
    this.#owner.giveUp(this.id, abortFailure(this.method, reason));
  }

  /** Why it is given up at its deadline. An abort that we were not told of (a listener may stop others) is an abort. */
  overdue(now: number): Failure {
    return this.signal?.aborted === true ? abortFailure(this.method, this.signal.reason) : this.#timedOut(now);
  }

  #timedOut(now: number): Failure {
    const { totalMs, started = now } = this.rare ?? {};
    const total = totalMs !== undefined && now >= started + totalMs;
    const timeoutMs = total ? totalMs : this.#timeoutMs;
    const message = `${this.method} had no answer within ${timeoutMs} ms${total ? ' in all' : ''}`;
    return { code: 'MCP_TIMEOUT', message, timeout: total ? 'total' : 'idle', timeoutMs };
  }

  describe(failure: Failure): Failure {
    const { method, id: requestId } = this;
    if (failure.code === 'MCP_ERROR') return { ...failure, method, requestId }; // the server says what became of it
    const outcome: RequestOutcome = this.sent && failure.code !== 'MCP_SPAWN_FAILED' ? 'unknown' : 'not-sent';
    return { ...failure, method, requestId, outcome };
  }

  #deadlineFrom(now: number): number {
    const idle = Math.ceil(now) + this.#timeoutMs;
    const { totalMs, started = now } = this.rare ?? {};
    return totalMs === undefined ? idle : Math.min(idle, started + totalMs);
  }
}

function rareOf(terms: RequestTerms, hasToken: boolean, started: number): Rare | undefined {
  const { timeoutMs, maxTotalTimeoutMs: totalMs, onProgress, cancellable = true } = terms;
  const isStream = timeoutMs === Infinity;
  const isProbe = terms.isProbe === true;
  const resetOnProgress = terms.resetTimeoutOnProgress === true;
  const isPlain = totalMs === undefined && !hasToken && cancellable === true && !isStream && !isProbe;
  if (isPlain && onProgress === undefined && !resetOnProgress) return undefined;
  return { started, totalMs, resetOnProgress, onProgress, hasToken, cancellable, isStream, isProbe };
}

/** The caller took the request back. Its reason stays here: as a bounded string, whatever object it was. */
export function abortFailure(method: string, reason: unknown): Failure {
  return {
    code: 'MCP_ABORTED',
    message: `${method} was aborted by the caller`,
    method,
    abortedBy: 'caller',
    abortReason: wordsOf(reason, 'a reason that cannot be shown'),
  };
}
