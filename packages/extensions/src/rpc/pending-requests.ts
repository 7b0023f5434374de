import { unwatchAbort, watchAbort } from '../base/abort-watch.ts';
import type { Clock, Timer } from '../base/clock.ts';
import { maxTimerMs } from '../base/deadline.ts';
import type { Failure } from '../errors.ts';
import type { JsonObject } from '../wire/message.ts';
import { IdTable } from './id-table.ts';
import type { PeerObserver } from './peer-observer.ts';
import { PendingEntry } from './pending-request.ts';
import type { Answer, PendingRequest, RequestTerms, Settlement } from './pending-request.ts';
import { Standstill } from './standstill.ts';

export interface PendingRequestsOptions {
  readonly clock: Clock;
  /** How long the time of a call may stand still, in all. */
  readonly maxStandstillMs: number;
  /** We stopped waiting: by a timeout or by the caller. Called after the settlement. */
  readonly onGivenUp: (request: PendingRequest, code: 'MCP_TIMEOUT' | 'MCP_ABORTED') => void;
  /** The request has ended, in whatever way: what others hold for it is given back here. */
  readonly onSettled: (request: PendingRequest) => void;
  /** Who watches; then requests are timed. */
  readonly observer?: PeerObserver | undefined;
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
  readonly #requests = new IdTable<PendingEntry>();
  /** Why those that are given little time only will fail. Few ever are. */
  readonly #hurried = new Map<PendingEntry, Failure>();
  readonly #standstill: Standstill;
  #streams = 0;
  #timer: Timer | undefined;
  #timerAt = Infinity;
  /** One turn was given to what may lie in the pipe. */
  #waited = false;
  /** What was due at the last look and has not ended yet, the oldest first. */
  #due: PendingEntry[] = [];

  constructor(options: PendingRequestsOptions) {
    this.#options = options;
    this.#clock = options.clock;
    this.#standstill = new Standstill(options.maxStandstillMs);
  }

  /** Requests that wait for an answer. A stream is answered when it ends: nobody waits for that. */
  get size(): number {
    return this.#requests.size - this.#streams;
  }

  /** Registers a request. The signal must not be aborted already. `hasToken`: progress of it carries its id. */
  add(id: number, terms: RequestTerms, hasToken: boolean = false): PendingRequest {
    const now = this.#clock.now();
    const entry = new PendingEntry(this, id, terms, hasToken, now);
    if (this.#options.observer !== undefined) entry.startedAt = now;
    if (entry.signal !== undefined) watchAbort(entry.signal, entry);
    this.#requests.add(entry);
    if (entry.rare?.isStream === true) this.#streams += 1;
    if (entry.deadline < this.#timerAt) this.#armFor(entry.deadline);
    return entry;
  }

  /** Tells who watches that a request is about to be sent. False: by that it has ended. */
  announce(entry: PendingRequest, bytes: number, runId?: string): boolean {
    const { observer } = this.#options;
    if (observer === undefined) return true;
    observer.requested(entry, bytes, runId);
    return this.#requests.get(entry.id) === entry;
  }

  /** The answer has come. False: nobody waits for it, or it was never asked. */
  fulfil(id: number, answer: Answer): boolean {
    const entry = this.#requests.get(id);
    if (entry?.sent !== true) return false;
    const { result, bytes } = answer;
    return this.#settle(entry, { id, result, bytes, about: entry.about });
  }

  /** The answer has come and is no result. False: as `fulfil`. */
  refuse(id: number, failure: Failure): boolean {
    return this.#requests.get(id)?.sent === true && this.fail(id, failure);
  }

  /** The request has failed; method, id and, where nobody knows what became of it, that are added here. */
  fail(id: number, failure: Failure): boolean {
    const entry = this.#requests.get(id);
    if (entry === undefined) return false;
    return this.#settle(entry, { failure: entry.describe(failure) });
  }

  /** The transport knows that no answer will come, and may know that the request never reached the server. */
  unanswered(id: number, failure: Failure): boolean {
    const entry = this.#requests.get(id);
    if (entry?.sent !== true) return false;
    const { outcome } = failure;
    return this.#settle(entry, { failure: { ...entry.describe(failure), ...(outcome !== undefined && { outcome }) } });
  }

  /** They could not be handed to the transport. */
  unwritten(requests: readonly PendingRequest[], cause: Error): void {
    for (const { id, method } of requests) {
      this.fail(id, { code: 'MCP_WRITE_FAILED', message: `${method} could not be sent`, cause });
    }
  }

  /** Everybody who waits is told the same. */
  failAll(failure: Failure): void {
    for (const { id } of byAge(this.#requests.values())) this.fail(id, failure);
  }

  /** The request that an error without an id is about, if that can be told: the probe, while nobody else waits. */
  idsForNameless(): readonly number[] {
    if (this.#requests.size !== 1) return [];
    return this.#requests.values().flatMap(({ id, rare }) => (rare?.isProbe === true ? [id] : []));
  }

  /** Gives the rest of a request that was sent at most so many milliseconds; when they are over it fails with `failure`. */
  hurry(id: number, ms: number, failure: Failure): boolean {
    const entry = this.#requests.get(id);
    if (entry?.sent !== true) return false;
    if (!this.#hurried.has(entry)) this.#hurried.set(entry, failure);
    entry.deadline = Math.min(entry.deadline, this.#clock.now() + ms);
    this.#armFor(entry.deadline);
    return true;
  }

  /** Progress of a request: extends its time if that was agreed. Returns what the handler returns. */
  progress(token: unknown, params: JsonObject): unknown {
    const entry = typeof token === 'number' ? this.#requests.get(token) : undefined;
    if (entry?.rare?.hasToken !== true) return undefined;
    if (entry.rare.resetOnProgress && !this.#hurried.has(entry)) entry.extend(this.#clock.now());
    this.#options.observer?.progressed(entry.id);
    return this.#requests.get(entry.id) === entry ? entry.rare.onProgress?.(params) : undefined;
  }

  /** The host owes the server an answer from now on, or none any more: meanwhile the time of calls stands still. */
  owing(owes: boolean): void {
    const now = Math.ceil(this.#clock.now());
    if (owes) return this.#standstill.begin(now);
    const entries = this.#requests.values().filter((entry) => !this.#hurried.has(entry));
    this.#standstill.end(entries, now);
    // The timer may be set for what was due at the latest.
    return this.#armForNext();
  }

  /** For an entry whose signal was aborted. */
  giveUp(id: number, failure: Failure): void {
    const entry = this.#requests.get(id);
    if (entry === undefined || !this.fail(id, failure)) return;
    if (failure.code === 'MCP_TIMEOUT' || failure.code === 'MCP_ABORTED') this.#options.onGivenUp(entry, failure.code);
  }

  #settle(entry: PendingEntry, settlement: Settlement): true {
    this.#requests.delete(entry.id); // the commit
    if (this.#hurried.size > 0) this.#hurried.delete(entry);
    this.#standstill.forget(entry);
    if (entry.rare?.isStream === true) this.#streams -= 1;
    if (entry.signal !== undefined) unwatchAbort(entry.signal, entry);
    if (this.#requests.size === 0) this.#due = [];
    if (this.size === 0 && this.#hurried.size === 0) this.#disarm();
    entry.resolve(settlement);
    this.#options.onSettled(entry);
    this.#options.observer?.settled(entry, settlement);
    return true;
  }

  #armFor(deadline: number): void {
    if (deadline >= this.#timerAt) return;
    this.#timer?.cancel();
    this.#timerAt = deadline;
    const afterMs = Math.min(maxTimerMs, Math.max(0, Math.ceil(deadline - this.#clock.now())));
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
    if (this.#due.length === 0) this.#due = byAge(this.#requests.values().filter((entry) => this.#dueAt(entry) <= now));
    for (const entry of this.#due.splice(0, expiredAtOnce)) {
      // It may have ended meanwhile, or have been given more time.
      if (this.#dueAt(entry) <= now) this.giveUp(entry.id, this.#hurried.get(entry) ?? entry.overdue(now));
    }
    if (this.#due.length > 0) return this.#armFor(now); // in the next turn
    return this.#armForNext();
  }

  #armForNext(): void {
    let next = Infinity;
    for (const entry of this.#requests.values()) next = Math.min(next, this.#dueAt(entry));
    if (next !== Infinity) this.#armFor(next);
  }

  #dueAt(entry: PendingEntry): number {
    return this.#hurried.has(entry) ? entry.deadline : this.#standstill.dueAt(entry);
  }
}

function byAge(entries: readonly PendingEntry[]): PendingEntry[] {
  return entries.toSorted((one, other) => one.id - other.id);
}
