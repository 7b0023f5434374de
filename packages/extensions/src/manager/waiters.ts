import { unwatchAbort, watchAbort, type AbortListener } from '../base/abort-watch.ts';
import { createDeferred, type Deferred } from '../base/deferred.ts';
import { errorFrom, type Failure } from '../errors.ts';
import { abortFailure } from '../rpc/pending-request.ts';

/** Those who wait for a server to be ready. Each may leave by its own signal, and gets an error of its own. */
export class Waiters {
  readonly #waiting = new Set<Deferred<Failure | undefined>>();
  readonly #onWithdrawn: () => void;

  /** `onWithdrawn`: the last one took its wish back. */
  constructor(onWithdrawn: () => void) {
    this.#onWithdrawn = onWithdrawn;
  }

  get size(): number {
    return this.#waiting.size;
  }

  /**
   * Resolves when the server is ready. The signal must not be aborted already.
   *
   * @throws McpClientError why it will not be; `MCP_ABORTED`
   */
  async wait(signal: AbortSignal | undefined): Promise<void> {
    const waiter = createDeferred<Failure | undefined>();
    const listener: AbortListener = { place: -1, onAbort: (reason) => this.#leave(waiter, reason) };
    this.#waiting.add(waiter);
    if (signal !== undefined) watchAbort(signal, listener);
    const failure = await waiter.promise;
    if (signal !== undefined) unwatchAbort(signal, listener);
    if (failure === undefined) return;
    // The request that failed was one of the start: what waits here was never one.
    const { requestId: _, ...why } = failure;
    throw errorFrom({ method: 'tools/call', ...why, outcome: 'not-sent' });
  }

  ready(): void {
    this.#settle(undefined);
  }

  refuse(failure: Failure): void {
    this.#settle(failure);
  }

  #settle(failure: Failure | undefined): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const { resolve } of waiting) resolve(failure);
  }

  #leave(waiter: Deferred<Failure | undefined>, reason: unknown): void {
    if (!this.#waiting.delete(waiter)) return;
    waiter.resolve(abortFailure('tools/call', reason));
    if (this.#waiting.size === 0) this.#onWithdrawn();
  }
}
