import type { IncomingMessage } from 'node:http';
import { systemClock } from '../base/clock.ts';
import { settlesWithin } from '../base/deadline.ts';
import { createDeferred } from '../base/deferred.ts';
import type { TransportEnd } from '../rpc/transport.ts';
import type { BodyOptions } from './answer-body.ts';
import type { AuthorizedRequest, AuthorizedRequests } from './authorized-requests.ts';
import type { HttpMessages } from './http-messages.ts';
import { limitedSignal } from './limited-signal.ts';
import { legacyHeaders, type LegacyTerms } from './message-headers.ts';
import type { SentSecrets } from './sent-secrets.ts';
import { serverStream } from './server-stream.ts';

export interface LegacySessionOptions {
  readonly body: BodyOptions;
  readonly secrets: SentSecrets;
  readonly requests: AuthorizedRequests;
  readonly messages: HttpMessages;
  /** The connection is over. */
  readonly signal: AbortSignal;
  /** The server has forgotten the session. */
  readonly onOver: (end: TransportEnd) => void;
  readonly diagnose: (message: string) => void;
}

/**
 * How long the first requests wait for the stream on which the server may ask back. Some servers send nothing of it, not even
 * its head, until they have something to say. Milliseconds.
 */
const streamMs = 300;

/** Visible ASCII, and not without end. */
const sessionText = /^[\x21-\x7e]{1,8192}$/;

/**
 * The conversation of the legacy era over HTTP: what was agreed on, the server's name for it, and the stream of what the
 * server says unasked. Source: 2025-11-25, basic/transports.
 */
export class LegacySession {
  readonly #options: LegacySessionOptions;
  readonly #opened = createDeferred<void>();
  #sessionId: string | undefined;
  #revision: string | undefined;
  #isOver = false;
  /** The stream is over for good; resolved while there is none. */
  over: Promise<void> = Promise.resolve();

  constructor(options: LegacySessionOptions) {
    this.#options = options;
    const { signal } = options;
    if (signal.aborted) this.#opened.resolve();
    else signal.addEventListener('abort', () => this.#opened.resolve(), { once: true });
  }

  get terms(): LegacyTerms {
    return { revision: this.#revision, sessionId: this.#sessionId };
  }

  /** The server knows that we are ready: requests may follow. */
  get isOpen(): Promise<void> {
    return this.#opened.promise;
  }

  /** The head of the answer to `initialize` came. */
  begin({ statusCode, headers }: IncomingMessage): void {
    const given = headers['mcp-session-id'];
    if (statusCode !== 200 || typeof given !== 'string' || !sessionText.test(given)) return;
    this.#sessionId = given;
    this.#options.secrets.add(given);
  }

  /** `initialize` was answered. */
  agreed(revision: unknown): void {
    if (typeof revision === 'string') this.#revision = revision;
  }

  /** `notifications/initialized` was taken, or not: the stream is asked for, and requests follow soon. */
  open(): void {
    const { body, messages, requests, signal, diagnose } = this.#options;
    if (signal.aborted) return;
    const isAsked = createDeferred<void>();
    const options = {
      body,
      messages,
      signal,
      diagnose,
      get: (lastEventId: string | undefined, stop: AbortSignal, mayAsk: boolean) =>
        this.#get(lastEventId, stop, { isUrgent: true, mayAsk }),
      taken: () => requests.taken(),
      isSessionOver: (answer: IncomingMessage) => this.isOver(answer),
    };
    this.over = serverStream(options, () => isAsked.resolve());
    void settlesWithin(isAsked.promise, streamMs, systemClock).then(() => this.#opened.resolve());
  }

  /** Goes on with the stream of a request, from after an event on. It takes a place, as its request did. */
  resume(lastEventId: string, signal: AbortSignal): Promise<IncomingMessage> {
    return this.#get(lastEventId, signal, { isUrgent: false });
  }

  #get(
    lastEventId: string | undefined,
    signal: AbortSignal,
    terms: Pick<AuthorizedRequest, 'isUrgent' | 'mayAsk'>,
  ): Promise<IncomingMessage> {
    const headers = {
      Accept: 'text/event-stream',
      'Accept-Encoding': 'identity',
      ...legacyHeaders(this.terms),
      ...(lastEventId !== undefined && { 'Last-Event-ID': lastEventId }),
    };
    return this.#options.requests.send({ method: 'GET', headers, signal, ...terms });
  }

  /** An answer that says that the server knows the session no more: nothing goes on with it. */
  isOver({ statusCode }: IncomingMessage): boolean {
    if (statusCode !== 404 || this.#sessionId === undefined) return false;
    this.#isOver = true;
    const message = 'the server has forgotten the session (HTTP 404): begin a new one; nothing is sent again';
    this.#options.onOver({ code: 'MCP_SESSION_EXPIRED', message, httpStatus: 404 });
    return true;
  }

  /** Tells the server that the session is over, within that time. Never rejects. */
  async end(ms: number): Promise<void> {
    if (this.#sessionId === undefined || this.#isOver) return;
    const headers = legacyHeaders(this.terms);
    const { signal, release } = limitedSignal(ms);
    try {
      const request = { method: 'DELETE', headers, signal, isUrgent: true, mayAsk: false } as const;
      const answer = await this.#options.requests.send(request);
      answer.destroy(); // 405: the server ends its sessions itself
    } catch {
      // It is gone, or silent: it will forget the session some day.
    } finally {
      release();
    }
  }
}
