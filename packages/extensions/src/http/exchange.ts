import type { IncomingMessage } from 'node:http';
import { systemClock } from '../base/clock.ts';
import type { Failure } from '../errors.ts';
import { messagesIn } from '../wire/codec.ts';
import type { Incoming } from '../wire/message.ts';
import { mediaType, readBody, readEvents, readWords } from './answer-body.ts';
import { HttpFailure, protocolFailure, statusFailure, streamEnded } from './http-failure.ts';
import type { HttpMessages, ReceivedText } from './http-messages.ts';
import type { ResolvedHttpOptions } from './http-options.ts';
import type { Outgoing } from './outgoing.ts';
import { ReconnectDelay, waits } from './reconnect-delay.ts';

export interface ExchangeOptions {
  readonly http: ResolvedHttpOptions;
  readonly outgoing: Outgoing & { readonly id: number };
  readonly messages: HttpMessages;
  /** What is not to be shown of what the server says back. */
  readonly secrets: () => readonly string[];
  /** Sends the request. Rejects with an `HttpFailure`. */
  readonly post: (signal: AbortSignal) => Promise<IncomingMessage>;
  /** Goes on with a stream after that event (legacy era); undefined where no stream is gone on with. */
  readonly resume?: ((lastEventId: string, signal: AbortSignal) => Promise<IncomingMessage>) | undefined;
  /** The server may send the answer's headers: called before the answer is delivered. */
  readonly onHead: (answer: IncomingMessage) => void;
  /** The answer is a result: called before it is delivered. */
  readonly onResult: (message: Extract<Incoming, { kind: 'result' }>) => void;
  /** True: the status is the end of the session, which is told elsewhere. */
  readonly isSessionOver: (answer: IncomingMessage) => boolean;
}

/** After the answer a stream should end. So long it may take, so that its connection can be used again. Milliseconds. */
const drainMs = 1_000;

/** Bytes of a refusal that are read to see whether it is a JSON-RPC error. */
const maxRefusalBytes = 1024 * 1024;

/** One request of ours, and everything that comes for it: by one answer, or by a stream and those that go on with it. */
export class Exchange {
  readonly #options: ExchangeOptions;
  readonly #abort = new AbortController();
  #isAnswered = false;
  /** Settles when nothing of it is under way any more. Never rejects. */
  readonly over: Promise<void>;

  constructor(options: ExchangeOptions) {
    this.#options = options;
    this.over = this.#run();
  }

  get isModern(): boolean {
    return this.#options.outgoing.revision !== undefined;
  }

  /** Nobody waits for it any more: its connection is closed. */
  abort(): void {
    this.#isAnswered = true; // nothing is to be told
    this.#abort.abort();
  }

  async #run(): Promise<void> {
    try {
      const answer = await this.#options.post(this.#abort.signal);
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
    if (this.#options.isSessionOver(answer)) {
      answer.destroy();
      return;
    }
    if (status >= 400) return this.#readRefusal(answer, status);
    const type = mediaType(answer);
    if (type === 'text/event-stream') return this.#readStream(answer);
    if (type === 'application/json') return this.#readMessage(answer);
    answer.destroy();
    if (status === 202 || status === 204)
      throw protocolFailure(`the server took the request, and answered HTTP ${status}`);
    throw protocolFailure(`an answer of type ${JSON.stringify(type.slice(0, 64))} is no message`);
  }

  async #readMessage(answer: IncomingMessage): Promise<void> {
    const { http } = this.#options;
    const body = await readBody(answer, http.maxLineBytes, http.url);
    this.#take(textOf(body));
    if (!this.#isAnswered) throw protocolFailure('the answer is no answer to the request');
  }

  /** An answer of 4xx or 5xx: a JSON-RPC error, if it is one; it may have no id, and is about this request all the same. */
  async #readRefusal(answer: IncomingMessage, status: number): Promise<void> {
    const { http, messages, outgoing, secrets } = this.#options;
    const { headers } = answer;
    const words = await readWords(answer, maxRefusalBytes, http.url);
    const text = textOf(Buffer.from(words));
    const message = mediaType({ headers } as IncomingMessage) === 'application/json' ? messages.read(text) : undefined;
    const error = message === undefined ? undefined : errorIn(message, words, outgoing.id);
    if (error === undefined || status === 401 || status === 403)
      throw statusFailure({ status, headers }, words, secrets());
    this.#answered();
    messages.deliver({ ...error, httpStatus: status });
  }

  async #readStream(first: IncomingMessage): Promise<void> {
    const { http, messages, resume } = this.#options;
    const { signal } = this.#abort;
    const delay = new ReconnectDelay();
    let lastId: string | undefined;
    let answer = first;
    for (;;) {
      const stream = answer;
      let drain: ReturnType<typeof systemClock.setTimer> | undefined;
      const failure = await readEvents(stream, {
        url: http.url,
        maxEventBytes: http.maxLineBytes,
        onMessage: ({ data, isInvalidUtf8 }) => {
          delay.worked();
          this.#take({ text: data, bytes: Buffer.byteLength(data), isInvalidUtf8 });
          if (this.#isAnswered) drain ??= systemClock.setTimer(drainMs, () => stream.destroy());
        },
        onId: (id) => (lastId = id),
        onRetry: (ms) => delay.asked(ms),
        onNoise: (bytes) => messages.noise(bytes),
        isDone: () => signal.aborted,
      }).then(
        () => undefined,
        (error: unknown) => error,
      );
      drain?.cancel();
      if (this.#isAnswered) return;
      const mayGoOn = resume !== undefined && lastId !== undefined && isLoss(failure);
      if (!mayGoOn || resume === undefined || lastId === undefined) throw failure ?? streamEnded(http.url);
      if (!(await waits(delay.next(), signal))) return;
      answer = await resume(lastId, signal);
      if (answer.statusCode !== 200 || mediaType(answer) !== 'text/event-stream') {
        answer.destroy();
        throw statusFailure(
          { status: answer.statusCode ?? 0, headers: answer.headers },
          'the stream is not gone on with',
          [],
        );
      }
    }
  }

  /** One text of this exchange. Answers to other requests are not believed here. */
  #take(received: ReceivedText): void {
    const { messages, outgoing, onResult } = this.#options;
    const message = messages.read(received);
    if (message.kind === 'result' || message.kind === 'error') {
      if (message.id !== outgoing.id) {
        const why = `an answer to request ${message.id} on the stream of request ${outgoing.id}`;
        return messages.deliver({ kind: 'malformed', why, bytes: message.bytes, sample: '' });
      }
      this.#answered();
      if (message.kind === 'result') onResult(message);
    }
    if (message.kind === 'malformed' && (message.answers === outgoing.id || message.isNameless === true)) {
      this.#answered();
      if (message.isNameless === true) return this.#nameless(received, message);
    }
    if (
      message.kind === 'batch' &&
      messagesIn(message.entries, message.bytes).some((entry) => isAnswer(entry, outgoing.id))
    ) {
      this.#answered();
    }
    messages.deliver(message);
    // The server ends the stream of a request that has no answer (a subscription).
    if (message.kind === 'notification' && this.isModern && message.method === 'notifications/cancelled') {
      if (message.params['requestId'] === outgoing.id) this.abort();
    }
    return undefined;
  }

  #nameless({ text }: ReceivedText, message: Extract<Incoming, { kind: 'malformed' }>): void {
    const { messages, outgoing } = this.#options;
    messages.deliver(errorIn(message, text, outgoing.id) ?? message);
  }

  #answered(): void {
    this.#isAnswered = true;
  }

  #failed(failure: Failure): void {
    if (this.#isAnswered || this.#abort.signal.aborted) return;
    const { messages, outgoing } = this.#options;
    this.#isAnswered = true;
    messages.deliver({ kind: 'unanswered', id: outgoing.id, failure, bytes: 0 });
  }
}

/** The error in an answer to our request: also one without an id, which the server could not tell. */
function errorIn(message: Incoming, text: string, id: number): Extract<Incoming, { kind: 'error' }> | undefined {
  if (message.kind === 'error') return message.id === id ? message : undefined;
  if (message.kind !== 'malformed' || message.isNameless !== true) return undefined;
  const [named] = messagesIn([{ ...(JSON.parse(text) as object), id }], message.bytes);
  return named?.kind === 'error' ? named : undefined;
}

function isAnswer(message: Incoming, id: number): boolean {
  return (message.kind === 'result' || message.kind === 'error') && message.id === id;
}

/** The connection broke, or ended: what came before is still good. */
function isLoss(failure: unknown): boolean {
  return failure === undefined || (failure instanceof HttpFailure && failure.failure.code === 'MCP_CONNECTION_FAILED');
}

function textOf(body: Buffer): ReceivedText {
  const text = body.toString('utf8');
  return { text, bytes: body.length, isInvalidUtf8: false };
}

function unexpected(error: unknown): Failure {
  return { code: 'MCP_CONNECTION_FAILED', message: 'the request failed in an unexpected way', cause: error };
}
