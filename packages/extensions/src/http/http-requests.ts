import {
  Agent,
  request as plainRequest,
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http';
import { Agent as TlsAgent, request as tlsRequest } from 'node:https';
import type { Socket } from 'node:net';
import { unwatchAbort, watchAbort, type AbortListener } from '../base/abort-watch.ts';
import { systemClock, type Timer } from '../base/clock.ts';
import { settlesWithin } from '../base/deadline.ts';
import { createDeferred } from '../base/deferred.ts';
import type { Encoded } from '../wire/codec.ts';
import { allowedFor, guardedLookup } from './addresses.ts';
import { connectionFailure, HttpFailure, takenBack } from './http-failure.ts';
import type { ResolvedHttpOptions } from './http-options.ts';
import { Places } from './places.ts';
import { isRedirect, redirected } from './redirects.ts';

export interface HttpRequest {
  readonly method: 'POST' | 'GET' | 'DELETE';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Encoded;
  readonly signal: AbortSignal;
  /** Beside what may be under way at once: the connection cannot go on without it. */
  readonly isUrgent: boolean;
  /** From now on bytes of it may leave. */
  readonly onStart?: (() => void) | undefined;
  /** The head of its answer is there, or will not come. */
  readonly onHead?: (() => void) | undefined;
}

/** A connection that was idle for so long is not used again: servers close them, some without a word. Milliseconds. */
const idleMs = 4_000;

/** A server that takes nothing of a message for so long takes no more. Milliseconds. */
const uploadMs = 30_000;

/** How long a closed socket may take to be gone. Milliseconds. */
const goneMs = 1_000;

/** What of a server's options says how it is connected to. */
export type ConnectionOptions = Pick<
  ResolvedHttpOptions,
  'url' | 'agent' | 'maxConnections' | 'connectMs' | 'allowInsecure' | 'addresses'
>;

/** The way from a message to the head of its answer. Owns the sockets: after `close` there are none. */
export class HttpRequests {
  readonly #options: ConnectionOptions;
  readonly #agent: Agent;
  readonly #places: Places;
  readonly #sockets = new Set<Socket>();
  readonly #running = new Set<ClientRequest>();
  #isClosed = false;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    const { url, agent, maxConnections } = options;
    const Kind = url.protocol === 'https:' ? TlsAgent : Agent;
    this.#agent = agent ?? new Kind({ keepAlive: true, timeout: idleMs });
    this.#places = new Places(maxConnections);
  }

  /**
   * Sends one message, once; redirects within the origin are followed. The answer's body is the caller's to read or destroy.
   * The signal ends all of it, the body too.
   *
   * @throws HttpFailure `MCP_CONNECTION_FAILED`, `MCP_HTTP_ERROR` for a redirect that is refused
   */
  async send(request: HttpRequest): Promise<IncomingMessage> {
    let { url } = this.#options;
    for (let redirects = 0; ; redirects += 1) {
      const answer = await this.sendOnce(url, request);
      if (!isRedirect(answer)) return answer;
      answer.destroy();
      url = redirected(url, answer, redirects);
    }
  }

  /** Ends everything that is under way, and waits until the sockets are gone. Nothing is sent afterwards. Never rejects. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const running of this.#running) running.destroy();
    if (this.#options.agent === undefined) {
      const { sockets, freeSockets } = this.#agent;
      for (const socket of [...Object.values(sockets), ...Object.values(freeSockets)].flat()) {
        if (socket !== undefined) this.#own(socket);
      }
      this.#agent.destroy();
    }
    const gone = [...this.#sockets].map(
      (socket) => new Promise<void>((resolve) => socket.once('close', () => resolve())),
    );
    if (!(await settlesWithin(Promise.all(gone), goneMs, systemClock)))
      for (const socket of this.#sockets) socket.unref();
  }

  /** As `send`, to an address of the same protocol; a redirect comes back as it is. */
  async sendOnce(url: URL, request: HttpRequest): Promise<IncomingMessage> {
    const { isUrgent, signal, onStart, onHead, body } = request;
    if (!isUrgent && !(await this.#places.enter(signal))) throw takenBack();
    const leave = (): void => (isUrgent ? undefined : this.#places.leave());
    // What the request keeps for as long as its answer lasts is not the body.
    const { head, begun } = this.#begin(url, { ...request, body: lengthOf(body) }, leave);
    if (begun !== undefined) {
      onStart?.();
      begun.end(body);
    }
    const answer = await head;
    onHead?.();
    if (answer instanceof HttpFailure) throw answer;
    return answer;
  }

  /**
   * `body`: its bytes. `onOver` is called once: when nothing of it is under way any more. `begun` is undefined when it failed
   * at once.
   */
  #begin(
    url: URL,
    { method, headers, body: length, signal }: Omit<HttpRequest, 'body'> & { readonly body: number | undefined },
    onOver: () => void,
  ): { readonly head: Promise<IncomingMessage | HttpFailure>; readonly begun?: ClientRequest } {
    const { promise: head, resolve } = createDeferred<IncomingMessage | HttpFailure>();
    let isConnected = false;
    let isOver = false;
    let late: Timer | undefined;
    let used: Socket | undefined;
    const over = (): void => {
      if (isOver) return;
      isOver = true;
      late?.cancel();
      used?.off('timeout', stalled);
      unwatchAbort(signal, listener);
      if (begun !== undefined) this.#running.delete(begun);
      resolve(takenBack()); // unless it has an answer, or failed
      onOver();
    };
    const listener: AbortListener = {
      place: -1,
      onAbort: () => {
        begun?.destroy();
        // Who waits in a queue of the caller's agent would hear of it only when its turn comes.
        over();
      },
    };
    // Not of the request: Node would hear the first one only, and that may be the idle time of a socket that is made.
    const stalled = (): void => {
      if (isConnected && begun?.writableFinished === false) {
        begun.destroy(new Error('the server takes no more of the message'));
      }
    };
    let begun: ClientRequest | undefined;
    if (signal.aborted || this.#isClosed) {
      over();
      return { head };
    }
    const options: RequestOptions = {
      agent: this.#agent,
      method,
      headers: { ...headers, ...(length !== undefined && { 'Content-Length': length }) },
      ...(this.#options.agent === undefined && { lookup: guardedLookup(allowedFor(url, this.#options)) }),
    };
    try {
      begun = url.protocol === 'https:' ? tlsRequest(url, options) : plainRequest(url, options);
    } catch (error) {
      resolve(connectionFailure(error, url, false));
      over();
      return { head };
    }
    const sent = begun;
    this.#running.add(sent);
    // Not as an option of Node's: that would be the socket's too, which others use later.
    watchAbort(signal, listener);
    sent.once('close', over);
    let answer: IncomingMessage | undefined;
    sent.once('response', (message) => {
      answer = message;
      resolve(message);
    });
    sent.on('error', (error) => {
      if (answer?.complete === false) answer.destroy(error); // the body would say that it was cut off, and not why
      resolve(connectionFailure(error, url, isConnected));
    });
    sent.once('socket', (socket) => {
      this.#own(socket);
      if (isOver || socket.destroyed) return; // it could not even begin to connect
      used = socket.on('timeout', stalled);
      const connected = (): void => {
        late?.cancel();
        isConnected = true;
        socket.setTimeout(uploadMs); // until it is idle again
      };
      if (!socket.connecting) return connected();
      const { connectMs } = this.#options;
      late = systemClock.setTimer(connectMs, () => {
        sent.destroy(Object.assign(new Error(`not within ${connectMs} ms`), { code: 'ETIMEDOUT' }));
      });
      socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', connected);
    });
    return { head, begun };
  }

  #own(socket: Socket): void {
    if (this.#options.agent !== undefined || this.#sockets.has(socket)) return;
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
  }
}

function lengthOf(body: Encoded | undefined): number | undefined {
  return body === undefined ? undefined : Buffer.byteLength(body);
}
