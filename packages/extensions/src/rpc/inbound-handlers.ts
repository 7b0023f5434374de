import { encodeError, encodeResult } from '../wire/codec.ts';
import { encodeJson, type JsonLimits } from '../wire/json-value.ts';
import type { JsonObject, RemoteError, RequestId } from '../wire/message.ts';

/**
 * Answers a request that the server makes of us. The result is JSON; what it throws becomes a refusal whose words are
 * fixed (an error of the host may hold what the server should not see), unless it is an `InboundRefusal`.
 */
export type InboundHandler = (params: JsonObject, context: { readonly signal: AbortSignal }) => unknown;

/** Thrown by a handler to refuse with a code and words of its own. */
export class InboundRefusal extends Error {
  override readonly name = 'InboundRefusal';
  readonly remote: RemoteError;

  constructor(remote: RemoteError) {
    super(remote.message);
    this.remote = remote;
  }
}

export interface InboundOptions {
  readonly handlers: Readonly<Record<string, InboundHandler>>;
  /** Requests of the server that may be under way at once; more are refused. */
  readonly maxConcurrent: number;
  readonly limits: JsonLimits;
  /** Sends one encoded message. */
  readonly reply: (line: string) => void;
  readonly onHandlerFailed: (message: string) => void;
}

const methodNotFound = -32601;
const internalError = -32603;
const notServed: RemoteError = { code: internalError, message: 'the request could not be served' };

/**
 * The requests that the server makes of us. Their ids are the server's: they share no space with ours. Owns one
 * AbortController for each until it is answered or the connection is over.
 */
export class InboundHandlers {
  readonly #options: InboundOptions;
  readonly #running = new Map<RequestId, AbortController>();

  constructor(options: InboundOptions) {
    this.#options = options;
  }

  handle(id: RequestId, method: string, params: JsonObject): void {
    const { handlers, maxConcurrent } = this.#options;
    if (method === 'ping') return this.#answer(id, {});
    const handler = Object.hasOwn(handlers, method) ? handlers[method] : undefined;
    if (handler === undefined) {
      return this.#refuse(id, { code: methodNotFound, message: 'this client does not offer that method' });
    }
    if (this.#running.size >= maxConcurrent || this.#running.has(id)) {
      return this.#refuse(id, { code: internalError, message: 'too many requests at once, or an id that is in use' });
    }
    void this.#run(id, method, handler, params);
    return undefined;
  }

  /** `notifications/cancelled` of the server: its request is not to be answered any more. */
  cancel(id: unknown): void {
    if (typeof id !== 'string' && typeof id !== 'number') return;
    this.#running.get(id)?.abort();
    this.#running.delete(id);
  }

  close(): void {
    const running = [...this.#running.values()];
    this.#running.clear();
    for (const controller of running) controller.abort();
  }

  async #run(id: RequestId, method: string, handler: InboundHandler, params: JsonObject): Promise<void> {
    const controller = new AbortController();
    this.#running.set(id, controller);
    try {
      const result = await handler(params, { signal: controller.signal });
      if (this.#finish(id, controller)) this.#answer(id, result);
    } catch (error) {
      if (!this.#finish(id, controller)) return; // cancelled or closed: nobody wants to know
      if (error instanceof InboundRefusal) return this.#refuse(id, error.remote);
      this.#options.onHandlerFailed(`the handler of ${method} failed`);
      this.#refuse(id, notServed);
    }
    return undefined;
  }

  #answer(id: RequestId, result: unknown): void {
    const encoded = encodeJson(result ?? {}, 'the answer', this.#options.limits);
    if (typeof encoded === 'string') return this.#options.reply(encodeResult(id, encoded));
    this.#options.onHandlerFailed(encoded.problem);
    return this.#refuse(id, notServed);
  }

  #refuse(id: RequestId, error: RemoteError): void {
    this.#options.reply(encodeError(id, error));
  }

  /** False: cancelled, or the connection is over. */
  #finish(id: RequestId, controller: AbortController): boolean {
    return this.#running.get(id) === controller && this.#running.delete(id);
  }
}
