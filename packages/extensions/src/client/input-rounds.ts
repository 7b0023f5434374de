import { unwatchAbort, watchAbort, type AbortListener } from '../base/abort-watch.ts';
import type { Clock } from '../base/clock.ts';
import { msUntil } from '../base/deadline.ts';
import { createDeferred } from '../base/deferred.ts';
import { errorFrom, type ErrorDetails, type Failure } from '../errors.ts';
import { undeclaredFor } from '../protocol/client-capabilities.ts';
import { readInputRequired, type InputRequired, type InputRequest } from '../protocol/input-required.ts';
import { incompleteness, requireComplete } from '../protocol/result-type.ts';
import { answerOf } from '../rpc/answer-of.ts';
import type { Peer } from '../rpc/peer.ts';
import type { PeerRequest } from '../rpc/peer-options.ts';
import { abortFailure, type Answer, type Settlement } from '../rpc/pending-request.ts';
import { isJsonObject } from '../wire/message.ts';
import type { ResolvedProtocolOptions } from './client-options.ts';

/** How long to wait before asking again a server that only wants to be asked later; each time twice as long. */
const firstPauseMs = 100;
const lastPauseMs = 5_000;

/** What becomes of questions is the client's: its handlers, its capabilities, `maxInputRounds` in a row, `maxInbound` at once. */
export interface InputRoundsOptions {
  readonly clock: Clock;
  readonly protocol: Pick<ResolvedProtocolOptions, 'handlers' | 'capabilities' | 'limits' | 'timeouts'>;
}

interface RoundsTime {
  readonly startedAt: number;
  readonly totalMs: number;
}

/**
 * Requests of the modern era whose server needs something from the host before it can go on: the handlers are asked, and the
 * request is sent again with what they said. Source: 2026-07-28, basic/patterns/mrtr.
 */
export class InputRounds {
  readonly #options: InputRoundsOptions;
  readonly #waiting = new Set<(failure: Failure) => void>();
  /** Why nobody is asked any more. */
  #closed: Failure | undefined;

  constructor(options: InputRoundsOptions) {
    this.#options = options;
  }

  /** False: nobody here answers anything, so no request comes to a second round for its arguments. */
  get mayAnswer(): boolean {
    return Object.keys(this.#options.protocol.handlers).length > 0;
  }

  /** The connection is over: nobody needs what the handlers are working on. */
  close(reason: Failure): void {
    this.#closed ??= reason;
    for (const stop of this.#waiting) stop(reason);
  }

  /**
   * Sends a request: its final answer, after as many rounds as it takes.
   *
   * @param mend Called with the failure of the first round, and the time that is left of all. True: it was refused before
   *   anything was done, and is worth another attempt, the last one.
   * @throws McpClientError what any round ends with; `MCP_INVALID_RESULT` for questions that are malformed, too many, or
   *   not for this client; `MCP_ABORTED` (with `cause`) when a handler does not answer
   */
  async send(
    request: PeerRequest,
    peer: Peer,
    mend?: (failure: Failure, leftMs: number) => Promise<boolean>,
  ): Promise<Answer> {
    const { clock, protocol } = this.#options;
    const totalMs = request.maxTotalTimeoutMs ?? protocol.timeouts.totalMs;
    const time = { startedAt: clock.now(), totalMs };
    let first = await peer.send(request);
    if (mend && 'failure' in first && (await mend(first.failure, this.#leftMs(time))))
      first = await peer.send({ ...request, maxTotalTimeoutMs: this.#leftMs(time) });
    const answer = answerOf(first);
    if (incompleteness(answer.result) === undefined) return answer;
    return this.#complete(answer, request, peer, time);
  }

  /**
   * @param time When the first round began, by the clock, and how many milliseconds all of them have together.
   */
  async #complete(answer: Answer, request: PeerRequest, peer: Peer, time: RoundsTime): Promise<Answer> {
    const { maxInputRounds: maxRounds } = this.#options.protocol.limits;
    let last = answer;
    let pauseMs = firstPauseMs;
    for (let round = 1; last.result['resultType'] === 'input_required'; round += 1) {
      const { id } = last;
      if (round > maxRounds) throw invalid(`it is not the last one after ${maxRounds} rounds`, id, request);
      const asked = this.#read(last, request);
      const inputResponses = await this.#orStop(request, id, time, (signal) =>
        asked.inputRequests === undefined
          ? this.#pause(pauseMs, signal)
          : this.#answerAll(asked.inputRequests, signal, request, id),
      );
      if (asked.inputRequests === undefined) pauseMs = Math.min(2 * pauseMs, lastPauseMs);
      const { requestState } = asked;
      const params = {
        ...request.params,
        ...(inputResponses === undefined ? {} : { inputResponses }),
        ...(requestState === undefined ? {} : { requestState }),
      };
      const settlement = await peer.send({ ...request, params, maxTotalTimeoutMs: this.#leftMs(time) });
      last = answerOf(afterARound(settlement));
    }
    return requireComplete(last, request.method);
  }

  #read({ id, result }: Answer, request: PeerRequest): InputRequired {
    const { handlers, capabilities, limits } = this.#options.protocol;
    const read = readInputRequired(result, limits.maxInbound);
    if ('problem' in read) throw invalid(read.problem, id, request);
    const { inputRequests = [] } = read.value;
    const missing = inputRequests.flatMap(({ method, params }) =>
      Object.hasOwn(handlers, method) ? (undeclaredFor(method, params, capabilities) ?? []) : method,
    );
    if (missing.length === 0) return read.value;
    throw invalid(`it asks for ${missing[0]}, which this client does not offer`, id, request);
  }

  /** Every question to its handler, all at once. */
  async #answerAll(
    requests: readonly InputRequest[],
    signal: AbortSignal,
    { method }: PeerRequest,
    requestId: number,
  ): Promise<Readonly<Record<string, unknown>>> {
    const { handlers } = this.#options.protocol;
    const ask = async ({ key, method: question, params }: InputRequest): Promise<[string, unknown]> => {
      let given: unknown;
      try {
        given = (await handlers[question]?.(params, { signal })) ?? {};
      } catch (cause) {
        const message = `${method} needs input, and the handler of ${question} gave none`;
        const details: ErrorDetails = { method, requestId, outcome: 'unknown', abortedBy: 'user', cause };
        throw errorFrom({ code: 'MCP_ABORTED', message, ...details });
      }
      if (isJsonObject(given)) return [key, given];
      const message = `inputResponses: the answer to ${question} is no object`;
      throw errorFrom({ code: 'MCP_INVALID_PARAMS', message, method, outcome: 'unknown' });
    };
    return Object.fromEntries(await Promise.all(requests.map(ask)));
  }

  #leftMs({ startedAt, totalMs }: RoundsTime): number {
    return msUntil(startedAt + totalMs, this.#options.clock);
  }

  #pause(ms: number, signal: AbortSignal): Promise<undefined> {
    return new Promise((resolve) => {
      const timer = this.#options.clock.setTimer(ms, () => resolve(undefined));
      signal.addEventListener('abort', () => timer.cancel(), { once: true });
    });
  }

  /** Runs something that takes its time, until the caller, the clock or the end of the connection stops it. */
  async #orStop<T>(
    request: PeerRequest,
    requestId: number,
    time: RoundsTime,
    run: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const { method, signal } = request;
    // Both may have come after the answer, and before whoever waits for it could go on: within one chunk, for example.
    const already = signal?.aborted === true ? abortFailure(method, signal.reason) : this.#closed;
    if (already !== undefined) throw errorFrom({ ...already, method, requestId, outcome: 'unknown' });
    const stopped = createDeferred<Failure>();
    const controller = new AbortController();
    const stop = (failure: Failure): void => {
      stopped.resolve({ ...failure, method, requestId, outcome: 'unknown' });
      controller.abort();
    };
    const listener: AbortListener = { place: -1, onAbort: (reason) => stop(abortFailure(method, reason)) };
    const message = `${method} had no final answer in time: it waited for input`;
    const timer = this.#options.clock.setTimer(this.#leftMs(time), () =>
      stop({ code: 'MCP_TIMEOUT', message, timeout: 'total', timeoutMs: time.totalMs }),
    );
    this.#waiting.add(stop);
    if (signal) watchAbort(signal, listener);
    try {
      const failed = stopped.promise.then((failure): never => {
        throw errorFrom(failure);
      });
      return await Promise.race([failed, run(controller.signal)]);
    } finally {
      this.#waiting.delete(stop);
      timer.cancel();
      if (signal) unwatchAbort(signal, listener);
      controller.abort(); // whoever is still at work need not go on
    }
  }
}

/** What the tool did before it asked nobody knows, also when the next round was never sent. */
function afterARound(settlement: Settlement): Settlement {
  if ('result' in settlement || settlement.failure.outcome !== 'not-sent') return settlement;
  return { failure: { ...settlement.failure, outcome: 'unknown' } };
}

function invalid(problem: string, requestId: number, { method }: PeerRequest): Error {
  return errorFrom({ code: 'MCP_INVALID_RESULT', message: `the result of ${method}: ${problem}`, method, requestId });
}
