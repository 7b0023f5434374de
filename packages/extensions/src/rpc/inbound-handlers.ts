import { encodeError, encodeResult } from '../wire/codec.ts';
import { encodeJson, type JsonLimits } from '../wire/json-value.ts';
import { isJsonObject, type Incoming, type JsonObject, type RemoteError, type RequestId } from '../wire/message.ts';
import { printable } from '../wire/printable.ts';

/**
 * Answers a request that the server makes of us. The result is JSON; what it throws becomes a refusal whose words are
 * fixed (an error of the host may hold what the server should not see), unless it is an `InboundRefusal`. The signal is
 * aborted when the server cancels, with the server's words (untrusted) as its reason, and at the end of the connection.
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
  /** Their bytes: what a message becomes takes many times that. */
  readonly maxBytes: number;
  /** False until the handshake is done: before it, only a ping is answered. */
  readonly isOpen: () => boolean;
  readonly limits: JsonLimits;
  /** The host owes the server an answer from now on; false: none any more. Not told of the end of the connection. */
  readonly onOwing: (owes: boolean) => void;
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
  #places = 0;
  #bytes = 0;

  constructor(options: InboundOptions) {
    this.#options = options;
  }

  handle({ id, method, params, bytes }: Extract<Incoming, { kind: 'request' }>): void {
    const { handlers, maxConcurrent, maxBytes, isOpen } = this.#options;
    if (method === 'ping') return this.#answer(id, {});
    const handler = isOpen() && Object.hasOwn(handlers, method) ? handlers[method] : undefined;
    if (handler === undefined) {
      return this.#refuse(id, { code: methodNotFound, message: 'this client does not offer that method' });
    }
    if (this.#places >= maxConcurrent || this.#bytes + bytes > maxBytes || this.#running.has(id)) {
      return this.#refuse(id, { code: internalError, message: 'too much at once, or an id that is in use' });
    }
    this.#places += 1;
    this.#bytes += bytes;
    void this.#run(id, method, handler, params).finally(() => {
      // Also what was cancelled has its place until its handler has ended.
      this.#places -= 1;
      this.#bytes -= bytes;
    });
    return undefined;
  }

  /** `notifications/cancelled` of the server: its request is not to be answered any more. */
  cancel(id: unknown, reason: unknown): void {
    if (typeof id !== 'string' && typeof id !== 'number') return;
    const words = typeof reason === 'string' ? printable(reason) : 'the server cancelled its request';
    this.#running.get(id)?.abort(new DOMException(words, 'AbortError'));
    this.#remove(id);
  }

  close(): void {
    const running = [...this.#running.values()];
    this.#running.clear();
    for (const controller of running) controller.abort();
  }

  async #run(id: RequestId, method: string, handler: InboundHandler, params: JsonObject): Promise<void> {
    const controller = new AbortController();
    this.#running.set(id, controller);
    if (this.#running.size === 1) this.#options.onOwing(true);
    try {
      const result = await handler(params, { signal: controller.signal });
      if (this.#finish(id, controller)) this.#answer(id, result);
    } catch (error) {
      if (!this.#finish(id, controller)) return; // cancelled or closed: nobody wants to know
      if (error instanceof InboundRefusal) return this.#refuse(id, error.remote);
      this.#options.onHandlerFailed(`the handler of ${printable(method, 64)} failed`);
      this.#refuse(id, notServed);
    }
    return undefined;
  }

  #answer(id: RequestId, result: unknown): void {
    const given = result ?? {};
    const encoded = isJsonObject(given)
      ? encodeJson(given, 'the answer', this.#options.limits)
      : { problem: 'the answer is no object' };
    if (typeof encoded === 'string') return this.#options.reply(encodeResult(id, encoded));
    this.#options.onHandlerFailed(encoded.problem);
    return this.#refuse(id, notServed);
  }

  /** A handler's refusal is the host's: it may be no JSON. */
  #refuse(id: RequestId, { code, message, data }: RemoteError): void {
    const error = data === undefined ? { code, message } : { code, message, data };
    const isSound =
      Number.isSafeInteger(code) && typeof encodeJson(error, 'the refusal', this.#options.limits) === 'string';
    if (!isSound) this.#options.onHandlerFailed('a refusal that is no JSON-RPC error');
    this.#options.reply(encodeError(id, isSound ? error : notServed));
  }

  /** False: cancelled, or the connection is over. */
  #finish(id: RequestId, controller: AbortController): boolean {
    return this.#running.get(id) === controller && this.#remove(id);
  }

  #remove(id: RequestId): boolean {
    const isRemoved = this.#running.delete(id);
    if (isRemoved && this.#running.size === 0) this.#options.onOwing(false);
    return isRemoved;
  }
}
