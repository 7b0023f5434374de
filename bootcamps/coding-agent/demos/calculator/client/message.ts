/** Layer 2 of 3. JSON-RPC: requests, answers, notifications. It knows no process below, and no tools above. */
import type { Ending, Transport } from './transport.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** The server answered: no. An answer like any other; the connection is as well as before. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** The server answered, with what MCP has no place for: its result, or its error, is no object. No code of its own says so. */
export class AnswerError extends Error {
  override readonly name = 'AnswerError';

  constructor() {
    super('the answer is no object');
  }
}

/** Nobody answered in time. The server may still be at work: a timeout ends the waiting, not the work. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
  readonly method: string;
  readonly timeoutMs: number;

  constructor(method: string, timeoutMs: number) {
    super(`no answer to ${method} within ${timeoutMs} ms`);
    this.method = method;
    this.timeoutMs = timeoutMs;
  }
}

/** The connection ended first. `ending`: how the server did; undefined when we closed. */
export class ClosedError extends Error {
  override readonly name = 'ClosedError';
  readonly ending: Ending | undefined;

  constructor(ending?: Ending) {
    super(ending === undefined ? 'this client was closed' : `the server ended: ${JSON.stringify(ending)}`);
    this.ending = ending;
  }
}

/** Why a line of the server was dropped. */
export type Dropped = 'not JSON' | 'no JSON-RPC message' | 'nobody waits for this id';

export interface MessageOptions {
  /** For requests that say nothing else. Default 30,000: a server may be slow to start. */
  readonly timeoutMs?: number;
  readonly onDropped?: (why: Dropped, line: string) => void;
}

export interface RequestOptions {
  readonly timeoutMs?: number;
  /** Whether the server is told when we stop waiting. Default true; `initialize` must not be cancelled. */
  readonly isCancellable?: boolean;
}

/** One request that waits. It owns its timer. */
interface Pending {
  readonly resolve: (result: JsonObject) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

type Listener = (params: JsonObject) => void;

/**
 * Sends requests and finds out whose answer each answer is: by its id, and by nothing else. A request ends once: whoever
 * takes it out of the map ends it, and whoever comes later finds nothing.
 */
export class MessageLayer {
  readonly #transport: Transport;
  readonly #options: MessageOptions;
  readonly #pending = new Map<number, Pending>();
  readonly #listeners = new Map<string, Set<Listener>>();
  #nextId = 1; // never used twice, so that a late answer cannot end another request
  #closed: ClosedError | undefined;

  /** Opens the transport; `close` closes it. */
  constructor(transport: Transport, options: MessageOptions = {}) {
    this.#transport = transport;
    this.#options = options;
    transport.open({
      onLine: (line) => this.#receive(line),
      onEnd: (ending) => this.#end(new ClosedError(ending)),
    });
  }

  /** Requests that wait. */
  get pendingCount(): number {
    return this.#pending.size;
  }

  /** Rejects with RpcError, AnswerError, TimeoutError or ClosedError. */
  request(method: string, params?: JsonObject, options: RequestOptions = {}): Promise<JsonObject> {
    const { timeoutMs = this.#options.timeoutMs ?? 30_000, isCancellable = true } = options;
    return new Promise((resolve, reject) => {
      if (this.#closed !== undefined) throw this.#closed;
      const id = this.#nextId;
      const line = JSON.stringify({ jsonrpc: '2.0', id, method, params }); // may throw: nothing is taken yet
      this.#nextId += 1;
      const timer = setTimeout(() => {
        this.#take(id)?.reject(new TimeoutError(method, timeoutMs));
        if (isCancellable) this.notify('notifications/cancelled', { requestId: id, reason: 'no answer in time' });
      }, timeoutMs);
      this.#pending.set(id, { resolve, reject, timer }); // before it is sent: an answer may be fast
      this.#transport.send(line);
    });
  }

  /** A message without an id. Nobody answers it, so there is nothing to wait for. */
  notify(method: string, params?: JsonObject): void {
    if (this.#closed === undefined) this.#transport.send(JSON.stringify({ jsonrpc: '2.0', method, params }));
  }

  /** Hears of the server's notifications of one method, until the returned function is called. */
  onNotification(method: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(method) ?? new Set();
    this.#listeners.set(method, listeners.add(listener));
    return () => void listeners.delete(listener);
  }

  /** Ends what waits, then the server; resolves with how that one ended. */
  close(): Promise<Ending | undefined> {
    this.#end(new ClosedError());
    return this.#transport.close();
  }

  #receive(line: string): void {
    let message: unknown;
    try {
      message = JSON.parse(line);
    } catch {
      return this.#options.onDropped?.('not JSON', line); // a log on stdout, most likely: not a reason to give up
    }
    if (!isObject(message) || message['jsonrpc'] !== '2.0') return this.#drop(line);
    const { id, method, params } = message;
    if (typeof method !== 'string') return this.#answered(message, line);
    if (id === undefined) {
      for (const listener of this.#listeners.get(method) ?? []) listener(isObject(params) ? params : {});
    } else this.#answer(id, method); // the server's ids are its own: they never meet ours
  }

  #answered({ id, result, error }: JsonObject, line: string): void {
    if ((result === undefined) === (error === undefined)) return this.#drop(line);
    // The map is keyed by number: an answer to "3" is none to 3.
    const pending = this.#take(id as number);
    if (pending === undefined) return this.#options.onDropped?.('nobody waits for this id', line);
    if (isObject(result)) pending.resolve(result);
    else if (isObject(error))
      pending.reject(new RpcError(Number(error['code']), String(error['message']), error['data']));
    else pending.reject(new AnswerError());
  }

  /** A server may ask whether we are alive. All else it asks is not offered here. */
  #answer(id: unknown, method: string): void {
    const refusal = { error: { code: -32601, message: `this client does not offer ${method}` } };
    this.#transport.send(JSON.stringify({ jsonrpc: '2.0', id, ...(method === 'ping' ? { result: {} } : refusal) }));
  }

  #drop(line: string): void {
    this.#options.onDropped?.('no JSON-RPC message', line);
  }

  /** The one way out of the map. */
  #take(id: number): Pending | undefined {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    clearTimeout(pending?.timer);
    return pending;
  }

  /** The first reason stays. */
  #end(reason: ClosedError): void {
    this.#closed ??= reason;
    for (const id of this.#pending.keys()) this.#take(id)?.reject(this.#closed);
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
