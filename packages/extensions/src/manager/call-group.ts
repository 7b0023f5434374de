import type { AbortListener } from '../base/abort-watch.ts';
import { unwatchAbort, watchAbort } from '../base/abort-watch.ts';

/** Who ended a call that was not its caller. */
export type AbortCause = 'user' | 'budget' | 'shutdown';

/** Whose calls they are: all that an abort goes by. */
export interface CallOwner {
  readonly serverName: string;
  readonly runId: string | undefined;
}

/**
 * The calls of one run at one server that bring the same signal, or none: they can only be aborted together, so they share
 * one controller. (One for each call was a third of what a call cost.) What has been aborted is not used again.
 */
export class CallGroup implements CallOwner, AbortListener {
  readonly serverName: string;
  readonly runId: string | undefined;
  /** Calls under way. */
  running = 0;
  /** Where it stands among those that are busy; -1: it is idle. */
  busyPlace = -1;
  /** Kept by the watch on the caller's signal. */
  place = -1;
  readonly #caller: AbortSignal | undefined;
  readonly #controller = new AbortController();
  #isAborted = false;
  #abortedBy: AbortCause | undefined;

  constructor(serverName: string, runId: string | undefined, caller: AbortSignal | undefined) {
    this.serverName = serverName;
    this.runId = runId;
    this.#caller = caller;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get isAborted(): boolean {
    return this.#isAborted;
  }

  /** Whose wish it was; undefined while it goes on, and when it was the caller's. */
  get abortedBy(): AbortCause | undefined {
    return this.#abortedBy;
  }

  /** While a call is under way the caller's signal is listened to, and not longer: it may outlive us. */
  listen(): void {
    if (this.#caller === undefined || this.#isAborted) return;
    if (this.#caller.aborted) this.onAbort(this.#caller.reason);
    else watchAbort(this.#caller, this);
  }

  rest(): void {
    if (this.#caller !== undefined) unwatchAbort(this.#caller, this);
  }

  /** The caller took his calls back. */
  onAbort(reason: unknown): void {
    this.#isAborted = true;
    this.#controller.abort(reason);
  }

  /** Whoever comes first says why. */
  abort(cause: AbortCause, words: string): void {
    if (this.#isAborted) return;
    this.#abortedBy = cause;
    this.onAbort(words);
  }
}
