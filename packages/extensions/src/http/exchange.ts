import type { IncomingMessage } from 'node:http';
import type { Failure } from '../errors.ts';
import { messagesIn } from '../wire/codec.ts';
import type { Incoming } from '../wire/message.ts';
import { mediaType, readBody, readWords, type BodyOptions } from './answer-body.ts';
import { answerStream } from './answer-stream.ts';
import { HttpFailure, protocolFailure, statusFailure } from './http-failure.ts';
import type { HttpMessages, ReceivedText } from './http-messages.ts';
import { believed, idsAnswered } from './own-answers.ts';
import type { SentSecrets } from './sent-secrets.ts';

export interface ExchangeOptions {
  readonly id: number;
  readonly isModern: boolean;
  /** It is answered when it ends, and the server may end it by a notification (modern era). */
  readonly isSubscription: boolean;
  readonly body: BodyOptions;
  readonly messages: HttpMessages;
  readonly secrets: SentSecrets;
  /** Goes on with a stream after that event (legacy era); undefined where no stream is gone on with. */
  readonly resume: ((lastEventId: string, signal: AbortSignal) => Promise<IncomingMessage>) | undefined;
  /** The head of the answer came: called before anything is delivered. */
  readonly onHead: (answer: IncomingMessage) => void;
  /** The answer is a result: called before it is delivered. */
  readonly onResult: (message: Extract<Incoming, { kind: 'result' }>) => void;
  /** True: the status is the end of the session, which is told elsewhere. */
  readonly isSessionOver: (answer: IncomingMessage) => boolean;
}

/** Bytes of a refusal that are read to see whether it is a JSON-RPC error. */
const maxRefusalBytes = 1024 * 1024;

/** One request of ours, and everything that comes for it: by one answer, or by a stream and those that go on with it. */
export class Exchange {
  readonly #options: ExchangeOptions;
  readonly #abort = new AbortController();
  #isAnswered = false;
  #isSent = false;
  /** Settles when nothing of it is under way any more. Never rejects. */
  readonly over: Promise<void>;

  /**
   * `post` sends the request, and calls `onStart` when bytes of it may leave. It is not kept: an answer may take hours, and so
   * long nobody is to hold the message. Rejects with an `HttpFailure`.
   */
  constructor(options: ExchangeOptions, post: (signal: AbortSignal, onStart: () => void) => Promise<IncomingMessage>) {
    this.#options = options;
    this.over = this.#run(post(this.#abort.signal, () => (this.#isSent = true)));
  }

  /** The server may have heard of it. */
  get isSent(): boolean {
    return this.#isSent;
  }

  get isModern(): boolean {
    return this.#options.isModern;
  }

  /** Nobody waits for it any more: its connection is closed. */
  abort(): void {
    this.#isAnswered = true; // nothing is to be told
    this.#abort.abort();
  }

  async #run(head: Promise<IncomingMessage>): Promise<void> {
    try {
      const answer = await head;
      this.#options.onHead(answer);
      await this.#read(answer);
    } catch (error) {
      this.#failed(error instanceof HttpFailure ? error.failure : unexpected(error));
    } finally {
      this.#abort.abort();
    }
  }

  async #read(answer: IncomingMessage): Promise<void> {
    const { statusCode: status = 0 } = answer;
    const { secrets, isSessionOver } = this.#options;
    if (isSessionOver(answer)) {
      answer.destroy();
      return;
    }
    if (status >= 300) return this.#readRefusal(answer, status);
    const type = mediaType(answer);
    if (type === 'text/event-stream') return this.#readStream(answer);
    if (type === 'application/json') return this.#readMessage(answer);
    answer.destroy();
    if (status === 202 || status === 204)
      throw protocolFailure(`the server took the request, and answered HTTP ${status}`);
    const shown = JSON.stringify(secrets.hide(type).slice(0, 64));
    throw protocolFailure(`an answer of type ${shown} (HTTP ${status}) is no message`);
  }

  async #readMessage(answer: IncomingMessage): Promise<void> {
    this.#take(await readBody(answer, this.#options.body));
    if (!this.#isAnswered) throw protocolFailure('the answer is no answer to the request');
  }

  /** An answer of 4xx or 5xx: a JSON-RPC error, if it is one; it may have no id, and is about this request all the same. */
  async #readRefusal(answer: IncomingMessage, status: number): Promise<void> {
    const { id, body, messages, secrets } = this.#options;
    const { headers } = answer;
    const words = await readWords(answer, { ...body, maxBytes: Math.min(body.maxBytes, maxRefusalBytes) });
    const message =
      mediaType({ headers }) === 'application/json'
        ? messages.read({ text: words, bytes: Buffer.byteLength(words), isInvalidUtf8: false })
        : undefined;
    const error = message === undefined ? undefined : errorIn(message, words, id);
    if (error === undefined || status === 401 || status === 403)
      throw statusFailure(answer, words, { url: body.url, secrets: secrets.values });
    this.#isAnswered = true;
    messages.deliver({ ...error, httpStatus: status });
  }

  #readStream(answer: IncomingMessage): Promise<void> {
    const { body, messages, resume, isSessionOver } = this.#options;
    return answerStream(answer, {
      ...body,
      messages,
      resume,
      isSessionOver,
      signal: this.#abort.signal,
      take: (received) => this.#take(received),
      isAnswered: () => this.#isAnswered,
    });
  }

  /** One text of this exchange. */
  #take(received: ReceivedText): void {
    const { id, messages, onResult } = this.#options;
    const message = believed(messages.read(received), id);
    if (idsAnswered(message).includes(id)) this.#isAnswered = true;
    if (message.kind === 'result') onResult(message);
    if (message.kind === 'malformed' && message.isNameless === true) {
      // An error that does not say what it is about: here there is nothing else that it could be about.
      this.#isAnswered = true;
      return messages.deliver(errorIn(message, received.text, id) ?? { ...message, answers: id });
    }
    messages.deliver(message);
    if (this.#isEndedBy(message)) this.abort();
    return undefined;
  }

  /** The server ends a subscription. Any other request that it takes back it leaves without an answer, as the end of it says. */
  #isEndedBy(message: Incoming): boolean {
    const { id, isSubscription } = this.#options;
    if (!isSubscription || message.kind !== 'notification' || message.method !== 'notifications/cancelled')
      return false;
    return message.params['requestId'] === id;
  }

  #failed(failure: Failure): void {
    if (this.#isAnswered || this.#abort.signal.aborted) return;
    const { id, messages } = this.#options;
    this.#isAnswered = true;
    messages.unanswered(id, failure);
  }
}

/** The error in an answer to our request: also one without an id, which the server could not tell. */
function errorIn(message: Incoming, text: string, id: number): Extract<Incoming, { kind: 'error' }> | undefined {
  if (message.kind === 'error') return message.id === id ? message : undefined;
  if (message.kind !== 'malformed' || message.isNameless !== true) return undefined;
  const [named] = messagesIn([{ ...(JSON.parse(text.replace(/^\ufeff/, '')) as object), id }], message.bytes);
  return named?.kind === 'error' ? named : undefined;
}

function unexpected(error: unknown): Failure {
  return { code: 'MCP_CONNECTION_FAILED', message: 'the request failed in an unexpected way', cause: error };
}
