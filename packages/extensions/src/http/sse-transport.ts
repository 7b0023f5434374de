import { systemClock, type Timer } from '../base/clock.ts';
import { createDeferred } from '../base/deferred.ts';
import type { Failure } from '../errors.ts';
import type { TransportEnd } from '../rpc/transport.ts';
import { addressSecrets } from './address-secrets.ts';
import { discard, drainMs, mediaType, readEvents, readWords } from './answer-body.ts';
import { AttemptTimer } from './attempt-timer.ts';
import { AuthorizedRequests } from './authorized-requests.ts';
import { HttpFailure, statusFailure, streamEnded, takenBack } from './http-failure.ts';
import type { ResolvedHttpOptions } from './http-options.ts';
import { HttpRequests, type HttpRequest } from './http-requests.ts';
import { acceptMs, busy, HttpWay, maxSaid } from './http-way.ts';
import { limitedSignal } from './limited-signal.ts';
import { legacyHeaders } from './message-headers.ts';
import { isUrgent, uploadedBytes, type Outgoing, type OutgoingRequest } from './outgoing.ts';
import { idsAnswered } from './own-answers.ts';
import { endpointOf } from './sse-endpoint.ts';
import type { SseEvent } from './sse-reader.ts';

/** Bytes of a refusal that are read to be shown. */
const maxRefusalBytes = 64 * 1024;

/** Where our messages go, once the server has said it. */
interface Endpoint {
  readonly url: URL;
  readonly requests: HttpRequests;
  readonly authorized: AuthorizedRequests;
}

/** A request that the server has not taken yet. */
interface Posting {
  readonly abort: AbortController;
  /** The server may have heard of it. */
  isSent: boolean;
  /** Nobody waits for it any more: what becomes of it is told to nobody. */
  isOver: boolean;
  /** A server that answers before it has taken the request has so long to take it. */
  drain: Timer | undefined;
}

/**
 * A server over HTTP in the way of the revision 2024-11-05: one stream of events, opened by GET, on which everything comes
 * that the server says, and an address that it names first, to which each message of ours is a POST. With the stream the
 * connection is over, and with it whatever waits; no stream is gone on with. The way is deprecated, and for servers that know
 * nothing newer.
 *
 * Ends: `MCP_HTTP_ERROR` (the server has no such stream), `MCP_UNAUTHORIZED`, `MCP_CONNECTION_FAILED`, `MCP_PROTOCOL_ERROR`,
 * `MCP_MESSAGE_TOO_LARGE`, `CLIENT_CLOSED`. Source: 2024-11-05, basic/transports.
 */
export class SseTransport extends HttpWay {
  readonly #endpoint = createDeferred<Endpoint | undefined>();
  /** The server knows that we are ready: requests may follow. */
  readonly #ready = createDeferred<void>();
  readonly #postings = new Map<number, Posting>();
  /** All messages that are under way. */
  readonly #sending = new Set<Promise<void>>();
  #saying = 0;
  readonly #stream: Promise<void>;
  #opened: Endpoint | undefined;
  #initializeId: number | undefined;
  #revision: string | undefined;

  constructor(options: ResolvedHttpOptions) {
    super(options);
    this.stop.signal.addEventListener('abort', () => this.#stopped(), { once: true });
    this.#stream = this.#listen();
  }

  /** As long as the stream is there. */
  get hasSession(): boolean {
    return this.#opened !== undefined && !this.stop.signal.aborted;
  }

  protected dispatch(outgoing: Outgoing): void {
    const { id, method, params } = outgoing;
    const cancelled =
      method === 'notifications/cancelled' ? this.#postings.get(Number(params['requestId'])) : undefined;
    if (cancelled?.isSent === false) return this.#forget(cancelled); // there is nothing to be taken back
    const bytes = uploadedBytes(outgoing);
    const hasRoom = (id !== undefined || this.#saying < maxSaid) && this.uploading.take(bytes);
    const sent = id === undefined ? this.#say(outgoing, hasRoom, cancelled) : this.#ask({ ...outgoing, id }, hasRoom);
    const sending = sent.finally(() => {
      if (hasRoom) this.uploading.give(bytes);
      this.#sending.delete(sending);
    });
    this.#sending.add(sending);
    return undefined;
  }

  protected async shutDown(): Promise<void> {
    await Promise.all([this.requests.close(), this.#opened?.requests.close()]);
    await Promise.all([this.#stream, ...this.#sending]);
  }

  #stopped(): void {
    this.#endpoint.resolve(undefined);
    this.#ready.resolve();
    for (const posting of this.#postings.values()) this.#forget(posting);
  }

  /** A request. Never rejects: one that did not arrive is `unanswered`. */
  async #ask(outgoing: OutgoingRequest, hasRoom: boolean): Promise<void> {
    const { id, method } = outgoing;
    if (method === 'initialize') this.#initializeId = id;
    const posting: Posting = { abort: new AbortController(), isSent: false, isOver: false, drain: undefined };
    this.#postings.set(id, posting);
    try {
      await Promise.resolve(); // never from within a call of the peer's
      if (!hasRoom) throw new HttpFailure(busy);
      if (method !== 'initialize') await this.#ready.promise;
      const { signal } = posting.abort;
      await this.#post(outgoing, { signal, isUrgent: isUrgent(outgoing), onStart: () => (posting.isSent = true) });
    } catch (error) {
      if (!posting.isOver) this.messages.unanswered(id, failureOf(error));
    } finally {
      posting.drain?.cancel();
      this.#postings.delete(id);
    }
  }

  /** A message that has no answer. Never rejects: one that did not arrive is told. */
  async #say(outgoing: Outgoing, hasRoom: boolean, cancelled: Posting | undefined): Promise<void> {
    const { method } = outgoing;
    const isFirst = method === 'notifications/initialized';
    const { signal, release } = limitedSignal(acceptMs, this.stop.signal);
    this.#saying += 1;
    try {
      await Promise.resolve();
      if (!hasRoom) throw new HttpFailure(busy);
      if (!isFirst && method !== undefined) await this.#ready.promise;
      await this.#post(outgoing, { signal, isUrgent: true });
    } catch (error) {
      const message = `${method ?? 'an answer'} did not reach the server: ${failureOf(error).message}`;
      this.tell({ kind: 'not-negotiated', message });
    } finally {
      release();
      this.#saying -= 1;
      if (isFirst) this.#ready.resolve();
      this.#forget(cancelled);
    }
  }

  /**
   * Brings a message to the server. What it answers by is on the stream.
   *
   * @throws HttpFailure
   */
  async #post({ body }: Outgoing, terms: Pick<HttpRequest, 'signal' | 'isUrgent' | 'onStart'>): Promise<void> {
    const endpoint = await this.#endpoint.promise;
    if (endpoint === undefined) throw takenBack();
    const headers = {
      'Content-Type': 'application/json',
      'Accept-Encoding': 'identity',
      ...legacyHeaders({ revision: this.#revision, sessionId: undefined }),
    };
    const answer = await endpoint.authorized.send({ method: 'POST', headers, body, ...terms });
    const { statusCode: status = 0 } = answer;
    if (status < 300) return discard(answer);
    const words = await readWords(answer, { ...this.body, maxBytes: maxRefusalBytes });
    throw statusFailure(answer, words, { url: endpoint.url, secrets: this.secrets.values, isKnownPath: true });
  }

  /** The whole life of the stream, and so of the connection. Never rejects. */
  async #listen(): Promise<void> {
    const { url, connectMs } = this.options;
    // Who is asked for the right to speak may take longer: somebody may have to be asked.
    const late = new AttemptTimer(connectMs, () => this.end(withoutEndpoint(`within ${connectMs} ms`)));
    const { signal } = this.stop;
    try {
      const headers = { Accept: 'text/event-stream', 'Accept-Encoding': 'identity' };
      const answer = await this.authorized.send({
        method: 'GET',
        headers,
        signal,
        isUrgent: true,
        onStart: () => late.begin(),
        onHead: () => late.stop(),
      });
      const { statusCode: status = 0 } = answer;
      if (status !== 200 || mediaType(answer) !== 'text/event-stream') {
        answer.destroy();
        throw statusFailure(answer, 'no stream of events', { url, secrets: this.secrets.values });
      }
      late.goOn();
      await readEvents(answer, {
        ...this.body,
        onOther: ({ type, data }) => {
          if (type !== 'endpoint' || this.#opened !== undefined || signal.aborted) return false;
          late.stop();
          this.#begin(data);
          return true;
        },
        onMessage: (event) => this.#received(event),
        onId: () => {},
        onRetry: () => {},
        onNoise: (bytes) => this.messages.noise(bytes),
        isDone: () => signal.aborted,
      });
      throw streamEnded(url);
    } catch (error) {
      this.end(failureOf(error) as TransportEnd);
    } finally {
      late.stop();
    }
  }

  /** Where the messages go. */
  #begin(data: string): void {
    const url = endpointOf(data, this.options.url);
    for (const secret of addressSecrets(url)) this.secrets.add(secret);
    const options = { ...this.options, url };
    const requests = new HttpRequests(options);
    this.#opened = { url, requests, authorized: new AuthorizedRequests(requests, options, this.secrets) };
    this.#endpoint.resolve(this.#opened);
  }

  #received({ data, isInvalidUtf8 }: SseEvent): void {
    if (this.#opened === undefined) return this.end(withoutEndpoint('at its beginning'));
    const message = this.messages.read({ text: data, bytes: Buffer.byteLength(data), isInvalidUtf8 });
    for (const id of idsAnswered(message)) this.#answered(id);
    if (message.kind === 'result' && message.id === this.#initializeId) {
      const { protocolVersion } = message.result;
      if (typeof protocolVersion === 'string') this.#revision = protocolVersion;
    }
    this.messages.deliver(message);
    return undefined;
  }

  #answered(id: number): void {
    const posting = this.#postings.get(id);
    if (posting === undefined || posting.isOver) return;
    posting.isOver = true;
    posting.drain = systemClock.setTimer(drainMs, () => posting.abort.abort());
  }

  #forget(posting: Posting | undefined): void {
    if (posting === undefined) return;
    posting.isOver = true;
    posting.abort.abort();
  }
}

function withoutEndpoint(when: string): TransportEnd {
  const message = `the server has a stream of events, and does not say ${when} where messages go`;
  return { code: 'MCP_HTTP_ERROR', message, httpStatus: 200 };
}

function failureOf(error: unknown): Failure {
  if (error instanceof HttpFailure) return error.failure;
  return { code: 'MCP_CONNECTION_FAILED', message: 'it failed in an unexpected way', cause: error };
}
