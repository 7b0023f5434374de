import { errorFrom, McpClientError } from '../errors.ts';
import type { AbortCause, CallGroup, CallOwner } from './call-group.ts';
import { CallGroups } from './call-groups.ts';
import { failureOf } from './failure-kind.ts';

/** All calls of a manager that are under way, from the wait for their server to their result. */
export class ActiveCalls {
  /** Groups with a call under way, in no order. No `Set`: see `IdTable`. */
  readonly #busy: CallGroup[] = [];
  readonly #without = new CallGroups(undefined);
  /** Of those who bring a signal. It is the caller's, and ours only for as long as he keeps it. */
  readonly #with = new WeakMap<AbortSignal, CallGroups>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /**
   * Begins a call. It is to be done under the signal of what comes back, which aborts by the caller's and by `abort`; `leave`
   * must be called when it is over.
   */
  enter(serverName: string, runId: string | undefined, signal: AbortSignal | undefined): CallGroup {
    const group = this.#groupsOf(signal).of(serverName, runId);
    this.#size += 1;
    group.running += 1;
    if (group.running === 1) {
      group.busyPlace = this.#busy.push(group) - 1;
      group.listen();
    }
    return group;
  }

  leave(group: CallGroup): void {
    this.#size -= 1;
    group.running -= 1;
    if (group.running > 0) return;
    group.rest();
    const last = this.#busy.pop();
    if (last !== undefined && last !== group) {
      this.#busy[group.busyPlace] = last;
      last.busyPlace = group.busyPlace;
    }
    group.busyPlace = -1;
  }

  /** Does work as a call, whether it is done at once or later. What it fails with is made by `attributed`. */
  run<T>(
    { serverName, runId }: CallOwner,
    signal: AbortSignal | undefined,
    work: (signal: AbortSignal) => T | Promise<T>,
  ): T | Promise<T> {
    const group = this.enter(serverName, runId, signal);
    try {
      const done = work(group.signal);
      if (done instanceof Promise) return this.#later(done, group);
      this.leave(group);
      return done;
    } catch (error) {
      this.leave(group);
      throw attributed(error, group);
    }
  }

  async #later<T>(work: Promise<T>, group: CallGroup): Promise<T> {
    try {
      return await work;
    } catch (error) {
      throw attributed(error, group);
    } finally {
      this.leave(group);
    }
  }

  /** Aborts those that match; says how many. */
  abort(matches: (owner: CallOwner) => boolean, cause: AbortCause): number {
    const aborted = this.#busy.filter((group) => !group.isAborted && matches(group));
    // Counted before: what is told of an abort may begin and end calls.
    const count = aborted.reduce((sum, { running }) => sum + running, 0);
    for (const group of aborted) group.abort(cause, words[cause]);
    return count;
  }

  #groupsOf(signal: AbortSignal | undefined): CallGroups {
    if (signal === undefined) return this.#without;
    const known = this.#with.get(signal);
    if (known !== undefined) return known;
    const groups = new CallGroups(signal);
    this.#with.set(signal, groups);
    return groups;
  }
}

const words: Readonly<Record<AbortCause, string>> = {
  user: 'the user took it back',
  budget: 'the budget of its run is spent',
  shutdown: 'the manager is being closed',
};

/** What a call ended with because of `abort` says whose wish that was (M-06), and is no failure of the tool. */
export function attributed(error: unknown, { abortedBy }: Pick<CallGroup, 'abortedBy'>): unknown {
  if (abortedBy === undefined || !(error instanceof McpClientError) || error.code !== 'MCP_ABORTED') return error;
  const message = `tools/call was aborted: ${words[abortedBy]}`;
  return errorFrom({ ...failureOf(error), message, abortedBy });
}
