import { McpClientError } from './errors.ts';
import type { Outcome } from './message.ts';

export interface PendingRequestEvents {
  /** The request has ended, however. Called once. */
  readonly onEnd: () => void;
  /** It ended because we gave it up: the server may still be working. */
  readonly onGivenUp: () => void;
}

/** One request: it ends once, and gives back its timer and its listener in that moment. */
export class PendingRequest {
  readonly promise: Promise<unknown>;
  readonly #events: PendingRequestEvents;
  readonly #timer: NodeJS.Timeout;
  readonly #signal: AbortSignal | undefined;
  readonly #onAbort: () => void;
  #ended = false;
  #resolve: (result: unknown) => void = () => {};
  #reject: (error: Error) => void = () => {};

  constructor(
    { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal?: AbortSignal },
    events: PendingRequestEvents,
    method: string,
  ) {
    this.promise = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.#events = events;
    this.#signal = signal;
    this.#onAbort = () => this.#giveUp(new McpClientError('MCP_ABORTED', `${method} was aborted by the caller`));
    this.#timer = setTimeout(() => {
      this.#giveUp(new McpClientError('MCP_TIMEOUT', `${method} had no answer within ${timeoutMs} ms`));
    }, timeoutMs);
    signal?.addEventListener('abort', this.#onAbort, { once: true });
  }

  settle(outcome: Outcome): void {
    if (!this.#end()) return;
    if ('error' in outcome) this.#reject(outcome.error);
    else this.#resolve(outcome.result);
  }

  fail(error: Error): void {
    this.settle({ error });
  }

  #giveUp(error: McpClientError): void {
    if (this.#ended) return;
    this.fail(error);
    this.#events.onGivenUp();
  }

  #end(): boolean {
    if (this.#ended) return false;
    this.#ended = true;
    clearTimeout(this.#timer);
    this.#signal?.removeEventListener('abort', this.#onAbort);
    this.#events.onEnd();
    return true;
  }
}
