import type { Clock } from '../base/clock.ts';
import { RateBudget, type RateLimits } from '../base/rate-budget.ts';
import type { Failure } from '../errors.ts';
import { messagesIn } from '../wire/codec.ts';
import type { Incoming } from '../wire/message.ts';
import { printable } from '../wire/printable.ts';
import type { DiagnosticKind } from './diagnostic.ts';
import type { PeerCounters } from './peer-counters.ts';
import type { PeerObserver } from './peer-observer.ts';
import type { PendingRequests } from './pending-requests.ts';

export interface StrayOptions {
  /** What becomes of a line that is no protocol: `strict` ends the connection, `tolerant` counts and goes on. */
  readonly policy: 'strict' | 'tolerant';
  /** What may come in a window before the connection is given up all the same. */
  readonly noise: RateLimits;
  readonly clock: Clock;
  readonly pending: PendingRequests;
  readonly counters: PeerCounters;
  readonly observer?: PeerObserver | undefined;
  readonly diagnose: (kind: DiagnosticKind, message: string, sample?: string) => void;
  /** Ends the connection. */
  readonly fail: (message: string) => void;
}

/** How long an answer that was probably spoiled may still come in order. */
const spoiledGraceMs = 100;

/**
 * What came and is no answer to anything: noise, malformed messages, answers that nobody waits for. None of it is ever
 * matched with a request; but whoever waits for an answer that was spoiled is told, instead of waiting for the timeout.
 */
export class StrayMessages {
  readonly #options: StrayOptions;
  readonly #noise: RateBudget;

  constructor(options: StrayOptions) {
    this.#options = options;
    this.#noise = new RateBudget(options.noise, options.clock);
  }

  spoiled(message: Extract<Incoming, { kind: 'malformed' | 'noise' }>): void {
    const { policy, pending, counters, diagnose, fail } = this.#options;
    const malformed = message.kind === 'malformed';
    const what = malformed ? `a malformed message: ${message.why}` : 'a line on stdout that is no protocol';
    if (malformed) counters.malformed += 1;
    else counters.noiseLines += 1;
    diagnose(message.kind, what, message.sample);
    if (policy === 'strict') return fail(what);
    const failure: Failure = { code: 'MCP_PROTOCOL_ERROR', message: `the answer was spoiled: ${what}` };
    const mayAnswer = malformed && message.isNameless ? pending.idsForNameless() : message.mayAnswer;
    this.#refuse(malformed ? message.answers : undefined, mayAnswer, failure);
    if (!this.#noise.take(message.bytes)) fail('too much on stdout that is no protocol');
    return undefined;
  }

  /** An array of messages where there may be none. Whose answers are in it is clear, so these need not wait. */
  unexpectedBatch({ entries, bytes, sample }: Extract<Incoming, { kind: 'batch' }>): void {
    const why = 'an array of messages, which this revision does not know, or of too many';
    this.#options.counters.receivedBytes += bytes; // nobody takes it apart, so nobody counts its parts
    this.spoiled({ kind: 'malformed', why, bytes, sample });
    const failure: Failure = { code: 'MCP_PROTOCOL_ERROR', message: `the answer was spoiled: it came in ${why}` };
    for (const entry of messagesIn(entries, bytes)) {
      if (entry.kind === 'result' || entry.kind === 'error') this.#refuse(entry.id, [], failure);
      if (entry.kind === 'malformed') this.#refuse(entry.answers, entry.mayAnswer, failure);
    }
  }

  /** Whose answer it was is told at once; whose it may have been, soon. */
  #refuse(answers: number | undefined, mayAnswer: readonly number[] | undefined, failure: Failure): void {
    const { pending } = this.#options;
    if (answers !== undefined) pending.refuse(answers, failure);
    for (const id of mayAnswer ?? []) pending.hurry(id, spoiledGraceMs, failure);
  }

  /** A request of the server where it may ask nothing. Nobody answers it: a client of that era sends no answers. */
  unexpectedRequest({ method, bytes }: Extract<Incoming, { kind: 'request' }>): void {
    const why = 'a request of the server, which the modern era does not know';
    this.spoiled({ kind: 'malformed', why, bytes, sample: printable(method, 64) });
  }

  /** A message whose text is not what the server wrote. Returns whether it may be used all the same. */
  invalidUtf8(): boolean {
    const { policy, counters, diagnose, fail } = this.#options;
    counters.invalidUtf8 += 1;
    diagnose('invalid-utf8', 'a message with bytes that are no UTF-8: they were replaced');
    if (policy === 'strict') fail('a message that is no UTF-8');
    return policy === 'tolerant';
  }

  /** An answer whose request is not in the map. `asked`: there was such a request once. */
  unknownAnswer(id: number, asked: boolean): void {
    const { counters, observer, diagnose } = this.#options;
    observer?.strayAnswer(id, asked);
    if (asked) counters.lateAnswers += 1;
    else counters.unknownAnswers += 1;
    const message = asked
      ? `an answer to request ${id}, which has ended`
      : 'an answer to a request that was never made';
    diagnose('unknown-answer', message);
  }
}
