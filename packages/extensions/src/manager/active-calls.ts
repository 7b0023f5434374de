import { unwatchAbort, watchAbort, type AbortListener } from '../base/abort-watch.ts';
import { errorFrom, McpClientError } from '../errors.ts';
import { untilAborted } from '../adapter/until-aborted.ts';
import { failureOf } from './failure-kind.ts';

/** Who ended a call that was not its caller. */
export type AbortCause = 'user' | 'budget' | 'shutdown';

/** What a call is about. */
export interface CallInfo {
  readonly serverName: string;
  readonly toolName: string;
  readonly runId: string | undefined;
}

interface ActiveCall extends CallInfo {
  readonly controller: AbortController;
  abortedBy: AbortCause | undefined;
}

/** All calls of a manager that are under way, from the wait for their server to their result. */
export class ActiveCalls {
  readonly #calls = new Set<ActiveCall>();

  get size(): number {
    return this.#calls.size;
  }

  /**
   * Does the work under a signal that aborts by the caller's and by `abort`. What it ends with because of `abort` says whose
   * wish that was (M-06), and is no failure of the tool.
   */
  async run<T>(info: CallInfo, signal: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const call: ActiveCall = { ...info, controller: new AbortController(), abortedBy: undefined };
    const listener: AbortListener = { place: -1, onAbort: (reason) => call.controller.abort(reason) };
    this.#calls.add(call);
    if (signal?.aborted === true) listener.onAbort(signal.reason);
    else if (signal !== undefined) watchAbort(signal, listener);
    try {
      return await work(call.controller.signal);
    } catch (error) {
      throw call.abortedBy === undefined ? error : attributed(error, call.abortedBy);
    } finally {
      this.#calls.delete(call);
      if (signal !== undefined) unwatchAbort(signal, listener);
    }
  }

  /** Waits for an answer, unless the call is aborted meanwhile. */
  async race<T>(info: CallInfo, answer: Promise<T>): Promise<T> {
    return this.run(info, undefined, (signal) => untilAborted(answer, signal));
  }

  /** Aborts those that match; says how many. */
  abort(matches: (call: CallInfo) => boolean, cause: AbortCause): number {
    const aborted = [...this.#calls].filter((call) => call.abortedBy === undefined && matches(call));
    for (const call of aborted) {
      call.abortedBy = cause;
      call.controller.abort(words[cause]);
    }
    return aborted.length;
  }
}

const words: Readonly<Record<AbortCause, string>> = {
  user: 'the user took it back',
  budget: 'the budget of its run is spent',
  shutdown: 'the manager is being closed',
};

function attributed(error: unknown, abortedBy: AbortCause): unknown {
  if (!(error instanceof McpClientError) || error.code !== 'MCP_ABORTED') return error;
  const message = `tools/call was aborted: ${words[abortedBy]}`;
  return errorFrom({ ...failureOf(error), message, abortedBy });
}
