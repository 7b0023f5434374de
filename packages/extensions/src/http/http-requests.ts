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
import { systemClock } from '../base/clock.ts';
import { settlesWithin } from '../base/deadline.ts';
import type { Encoded } from '../wire/codec.ts';
import { guardedLookup, isLoopback, type AllowedAddresses } from './addresses.ts';
import { connectionFailure, HttpFailure, shownUrl } from './http-failure.ts';
import type { ResolvedHttpOptions } from './http-options.ts';

export interface HttpRequest {
  readonly method: 'POST' | 'GET' | 'DELETE';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Encoded;
  readonly signal: AbortSignal;
  /** Beside what may be under way at once: the connection cannot go on without it. */
  readonly isUrgent: boolean;
}

/** A connection that was idle for so long is not used again: servers close them, some without a word. Milliseconds. */
const idleMs = 4_000;

/** A server that takes nothing of a message for so long takes no more. Milliseconds. */
const uploadMs = 30_000;

/** So many redirects within the server's origin are followed. */
const maxRedirects = 3;

/** How long a closed socket may take to be gone. Milliseconds. */
const goneMs = 1_000;

/** The way from a message to the head of its answer. Owns the sockets: after `close` there are none. */
export class HttpRequests {
  readonly #options: ResolvedHttpOptions;
  readonly #agents: readonly Agent[];
  readonly #sockets = new Set<Socket>();
  readonly #running = new Set<ClientRequest>();

  constructor(options: ResolvedHttpOptions) {
    this.#options = options;
    const { url, agent, maxConnections } = options;
    const Kind = url.protocol === 'https:' ? TlsAgent : Agent;
    const common = { keepAlive: true, timeout: idleMs };
    this.#agents =
      agent === undefined ? [new Kind({ ...common, maxSockets: maxConnections }), new Kind(common)] : [agent, agent];
  }

  /**
   * Sends one message; redirects within the origin are followed. The answer's body is the caller's to read or destroy.
   *
   * @throws HttpFailure `MCP_CONNECTION_FAILED`, `MCP_HTTP_ERROR` for a redirect that is refused
   */
  async send(request: HttpRequest): Promise<IncomingMessage> {
    let { url } = this.#options;
    for (let redirects = 0; ; redirects += 1) {
      const answer = await this.#sendOnce(url, request);
      const { statusCode: status = 0, headers } = answer;
      if (status < 300 || status > 399 || status === 304) return answer;
      answer.destroy();
      url = redirected(url, status, headers.location, redirects);
    }
  }

  /** Ends everything that is under way, and waits until the sockets are gone. Never rejects. */
  async close(): Promise<void> {
    for (const running of this.#running) running.destroy();
    if (this.#options.agent === undefined) for (const agent of this.#agents) agent.destroy();
    const gone = [...this.#sockets].map(
      (socket) => new Promise<void>((resolve) => socket.once('close', () => resolve())),
    );
    if (!(await settlesWithin(Promise.all(gone), goneMs, systemClock)))
      for (const socket of this.#sockets) socket.unref();
  }

  #sendOnce(url: URL, { method, headers, body, signal, isUrgent }: HttpRequest): Promise<IncomingMessage> {
    const { connectMs } = this.#options;
    const addresses = allowedFor(url, this.#options);
    return new Promise((resolve, reject) => {
      let isConnected = false;
      const options: RequestOptions = {
        agent: this.#agents[isUrgent ? 1 : 0],
        method,
        headers: { ...headers, ...(body !== undefined && { 'Content-Length': Buffer.byteLength(body) }) },
        ...(this.#options.agent === undefined && { lookup: guardedLookup(addresses) }),
      };
      const request = url.protocol === 'https:' ? tlsRequest(url, options) : plainRequest(url, options);
      this.#running.add(request);
      // Not as an option of Node's: that would be the socket's too, which others use later.
      const listener: AbortListener = { place: -1, onAbort: () => void request.destroy() };
      if (signal.aborted) listener.onAbort(signal.reason);
      else watchAbort(signal, listener);
      request.once('close', () => {
        this.#running.delete(request);
        unwatchAbort(signal, listener);
      });
      request.on('error', (error) => reject(connectionFailure(error, url, isConnected)));
      request.once('response', resolve);
      request.once('socket', (socket) => {
        this.#own(socket);
        isConnected = !socket.connecting;
        if (isConnected) return;
        const late = systemClock.setTimer(connectMs, () => {
          request.destroy(Object.assign(new Error(`not within ${connectMs} ms`), { code: 'ETIMEDOUT' }));
        });
        request.once('close', () => late.cancel());
        socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
          late.cancel();
          isConnected = true;
        });
      });
      request.setTimeout(uploadMs, () => {
        if (!request.writableFinished) request.destroy(new Error('the server takes no more of the message'));
      });
      request.end(body);
    });
  }

  #own(socket: Socket): void {
    if (this.#options.agent !== undefined || this.#sockets.has(socket)) return;
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
  }
}

/** Plain HTTP may be for this machine alone, and then whatever its name leads to has to be this machine. */
function allowedFor(url: URL, { allowInsecure, addresses }: ResolvedHttpOptions): AllowedAddresses {
  return url.protocol === 'http:' && !allowInsecure && isLoopback(url) ? 'loopback' : addresses;
}

/** Where the server wants to be asked instead: within its own origin, and by the same method. */
function redirected(url: URL, status: number, location: string | undefined, redirects: number): URL {
  const target = location !== undefined && URL.canParse(location, url.href) ? new URL(location, url) : undefined;
  const refused = (why: string): HttpFailure =>
    new HttpFailure({
      code: 'MCP_HTTP_ERROR',
      message: `the server answered HTTP ${status}, a redirect${target ? ` to ${shownUrl(target)}` : ''}: ${why}`,
      httpStatus: status,
    });
  if (target === undefined) throw refused('it does not say where to');
  if (target.origin !== url.origin)
    throw refused('another origin is not followed; configure that address if it is right');
  if (status !== 307 && status !== 308) throw refused('only 307 and 308 keep the message, and are followed');
  if (redirects >= maxRedirects) throw refused(`more than ${maxRedirects} are not followed`);
  return target;
}
