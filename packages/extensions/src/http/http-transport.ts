import type { IncomingMessage } from 'node:http';
import { systemClock } from '../base/clock.ts';
import { settlesWithin } from '../base/deadline.ts';
import type { JsonObject } from '../wire/message.ts';
import { discard, drainMs } from './answer-body.ts';
import { Exchange } from './exchange.ts';
import { HttpFailure } from './http-failure.ts';
import type { ResolvedHttpOptions } from './http-options.ts';
import type { HttpRequest } from './http-requests.ts';
import { acceptMs, busy, HttpWay, maxSaid } from './http-way.ts';
import { LegacySession } from './legacy-session.ts';
import { limitedSignal } from './limited-signal.ts';
import { messageHeaders } from './message-headers.ts';
import { MirroredTools } from './mirrored-tools.ts';
import { isSubscription, isUrgent, uploadedBytes, type Outgoing, type OutgoingRequest } from './outgoing.ts';

/**
 * A server over Streamable HTTP, in both eras: each message of ours is a POST of its own, whose answer is one message or a
 * stream of them. There is no connection that could break: a request that fails, fails alone (`unanswered`), and the way is
 * over when a session of the legacy era is, or when we close it.
 *
 * Ends: `MCP_SESSION_EXPIRED`, `CLIENT_CLOSED`. Source: basic/transports of 2025-11-25 and 2026-07-28.
 */
export class HttpTransport extends HttpWay {
  readonly #session: LegacySession;
  readonly #tools = new MirroredTools();
  /** What we are asked for and wait for, by the ids of the requests. */
  readonly #exchanges = new Map<number, Exchange>();
  /** Messages without an answer that are under way. */
  readonly #sending = new Set<Promise<void>>();

  constructor(options: ResolvedHttpOptions) {
    super(options);
    this.#session = new LegacySession({
      body: this.body,
      secrets: this.secrets,
      requests: this.authorized,
      messages: this.messages,
      signal: this.stop.signal,
      onOver: (end) => this.end(end),
      diagnose: (message) => this.tell({ kind: 'not-negotiated', message }),
    });
  }

  /** The server has given the conversation a name, and keeps it. */
  get hasSession(): boolean {
    return this.#session.terms.sessionId !== undefined;
  }

  protected async shutDown(): Promise<void> {
    const exchanges = [...this.#exchanges.values()];
    for (const exchange of exchanges) exchange.abort();
    await this.#session.end(this.options.endMs);
    await this.requests.close();
    await Promise.all([...exchanges.map(({ over }) => over), ...this.#sending, this.#session.over]);
  }

  protected dispatch(outgoing: Outgoing): void {
    const { id, method, params } = outgoing;
    if (id !== undefined) this.#ask({ ...outgoing, id });
    else if (method === 'notifications/cancelled') this.#cancel(outgoing, params['requestId']);
    else void this.#say(outgoing);
  }

  #ask(outgoing: OutgoingRequest): void {
    const { id, method, revision } = outgoing;
    if (!this.uploading.take(uploadedBytes(outgoing))) {
      process.nextTick(() => this.messages.unanswered(id, busy));
      return;
    }
    const isModern = revision !== undefined;
    const session = this.#session;
    const options = {
      id,
      isModern,
      isSubscription: isSubscription(outgoing),
      body: this.body,
      messages: this.messages,
      secrets: this.secrets,
      resume: isModern ? undefined : (lastEventId: string, signal: AbortSignal) => session.resume(lastEventId, signal),
      onHead: (answer: IncomingMessage) => {
        if (method === 'initialize') session.begin(answer);
      },
      onResult: ({ result }: { readonly result: JsonObject }) => {
        if (method === 'initialize') session.agreed(result['protocolVersion']);
        if (method === 'tools/list' && isModern) this.#tools.listed(result);
      },
      isSessionOver: (answer: IncomingMessage) => !isModern && session.isOver(answer),
    };
    const exchange = new Exchange(options, (signal, onStart) => this.#postRequest(outgoing, signal, onStart));
    this.#exchanges.set(id, exchange);
    void exchange.over.then(() => this.#exchanges.delete(id));
  }

  async #postRequest(outgoing: OutgoingRequest, signal: AbortSignal, onStart: () => void): Promise<IncomingMessage> {
    const { method, revision } = outgoing;
    try {
      if (revision === undefined && method !== 'initialize') await this.#session.isOpen;
      return await this.#post(outgoing, signal, { isUrgent: isUrgent(outgoing), onStart });
    } finally {
      this.uploading.give(uploadedBytes(outgoing));
    }
  }

  /** In the modern era who closes the stream of a request takes it back; in the legacy era it has to be said. */
  #cancel(outgoing: Outgoing, id: unknown): void {
    const exchange = typeof id === 'number' ? this.#exchanges.get(id) : undefined;
    if (exchange === undefined || exchange.isModern || !exchange.isSent) return exchange?.abort();
    return void settlesWithin(this.#say(outgoing), drainMs, systemClock).then(() => exchange.abort());
  }

  /** A message that has no answer. Never rejects. */
  #say(outgoing: Outgoing): Promise<void> {
    const bytes = uploadedBytes(outgoing);
    if (this.#sending.size >= maxSaid || !this.uploading.take(bytes)) {
      const message = `${outgoing.method ?? 'an answer'} was not sent: the server takes no more messages`;
      this.tell({ kind: 'not-negotiated', message });
      return Promise.resolve();
    }
    const said = this.#sayNow(outgoing).finally(() => {
      this.uploading.give(bytes);
      this.#sending.delete(said);
    });
    this.#sending.add(said);
    return said;
  }

  async #sayNow(outgoing: Outgoing): Promise<void> {
    const { method } = outgoing;
    const isFirst = method === 'notifications/initialized';
    const { signal, release } = limitedSignal(acceptMs, this.stop.signal);
    try {
      // An answer is what the server may wait for, also before we are ready.
      if (!isFirst && method !== undefined) await this.#session.isOpen;
      const answer = await this.#post(outgoing, signal, { isUrgent: true });
      const { statusCode: status = 0 } = answer;
      const isOver = this.#session.isOver(answer);
      if (isFirst && !isOver) this.#session.open();
      if (!isOver && status >= 300)
        this.tell({
          kind: 'not-negotiated',
          message: `the server answered HTTP ${status} to ${method ?? 'an answer'}`,
        });
      await discard(answer);
    } catch (error) {
      if (this.stop.signal.aborted) return;
      const why = error instanceof HttpFailure ? error.message : String(error);
      this.tell({ kind: 'not-negotiated', message: `${method ?? 'an answer'} did not reach the server: ${why}` });
      if (isFirst) this.#session.open();
    } finally {
      release();
    }
  }

  #post(
    outgoing: Outgoing,
    signal: AbortSignal,
    { isUrgent, onStart }: Pick<HttpRequest, 'isUrgent' | 'onStart'>,
  ): Promise<IncomingMessage> {
    const headers = {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'Accept-Encoding': 'identity',
      ...messageHeaders(outgoing, this.#session.terms, this.#tools),
    };
    return this.authorized.send({ method: 'POST', headers, body: outgoing.body, signal, isUrgent, onStart });
  }
}
