import { createDeferred } from '../base/deferred.ts';
import { guarded } from '../base/guarded.ts';
import type { Failure } from '../errors.ts';
import type { Diagnostic } from '../rpc/diagnostic.ts';
import type { CloseReport, Transport, TransportEnd } from '../rpc/transport.ts';
import type { Encoded } from '../wire/codec.ts';
import type { Incoming } from '../wire/message.ts';
import type { BodyOptions } from './answer-body.ts';
import { AuthorizedRequests } from './authorized-requests.ts';
import { HeldBytes } from './held-bytes.ts';
import { HttpMessages } from './http-messages.ts';
import type { ResolvedHttpOptions } from './http-options.ts';
import { HttpRequests } from './http-requests.ts';
import { readOutgoing, type Outgoing } from './outgoing.ts';
import { SentSecrets } from './sent-secrets.ts';

/** How long the server may take to take a message that has no answer. Milliseconds. */
export const acceptMs = 30_000;

/** So many messages without an answer may be under way: a server that takes none gets no more of them. */
export const maxSaid = 256;

/** Nothing more is sent now. */
export const busy: Failure = {
  code: 'MCP_BUSY',
  message: 'too much is under way to the server: the limit is reached',
  outcome: 'not-sent',
};

/** All answers that are not whole yet may hold so many times what one of them may. */
const heldTimes = 4;

/**
 * What the ways over HTTP have alike: requests that are authorized, messages from what comes for them, secrets that are taken
 * out of what is told, and one end.
 *
 * `onClose` comes once, never from within a call of the peer's, and nothing comes after it.
 */
export abstract class HttpWay implements Transport {
  onMessage: (message: Incoming) => void = () => {};
  onDiagnostic: (diagnostic: Diagnostic) => void = () => {};
  onClose: (end: TransportEnd) => void = () => {};
  protected readonly options: ResolvedHttpOptions;
  protected readonly requests: HttpRequests;
  protected readonly authorized: AuthorizedRequests;
  protected readonly secrets: SentSecrets;
  protected readonly messages: HttpMessages;
  protected readonly body: BodyOptions;
  /** What the server has not taken yet. */
  protected readonly uploading: HeldBytes;
  /** Aborted at the end. */
  protected readonly stop = new AbortController();
  readonly #told = createDeferred<void>();
  #ended = false;
  #closing: Promise<CloseReport> | undefined;

  constructor(options: ResolvedHttpOptions) {
    this.options = options;
    this.requests = new HttpRequests(options);
    this.secrets = new SentSecrets(options);
    this.authorized = new AuthorizedRequests(this.requests, options, this.secrets);
    this.messages = new HttpMessages(options, this.secrets, (message) => this.#deliver(message));
    const { url, maxLineBytes: maxBytes, maxQueuedBytes } = options;
    this.uploading = new HeldBytes(maxQueuedBytes);
    this.body = { url, maxBytes, held: new HeldBytes(heldTimes * maxBytes) };
  }

  /** Takes all of it over: what waits, waits here, and what is too much fails by itself. */
  send(messages: readonly Encoded[], done: (error?: Error) => void): boolean {
    if (this.#ended) {
      done(new Error('the connection is over'));
      return false;
    }
    for (const message of messages) this.dispatch(readOutgoing(message));
    done();
    return true;
  }

  /** The server keeps something for the conversation. */
  abstract get hasSession(): boolean;

  close(): Promise<CloseReport> {
    this.#finish({ code: 'CLIENT_CLOSED', message: 'the connection was closed' });
    this.#closing ??= this.#shutDown();
    return this.#closing;
  }

  /** One message of ours. Never throws. */
  protected abstract dispatch(outgoing: Outgoing): void;

  /** Resolves when nothing is under way any more. Never rejects. */
  protected abstract shutDown(): Promise<void>;

  /** The first reason wins. What is left is ended without being asked for. */
  protected end(end: TransportEnd): void {
    if (this.#ended) return;
    this.#finish(end);
    void this.close();
  }

  /** Nothing is told after the end. */
  protected tell(diagnostic: Diagnostic): void {
    if (this.#ended) return;
    guarded(() => this.onDiagnostic({ ...diagnostic, message: this.secrets.hide(diagnostic.message) }));
  }

  async #shutDown(): Promise<CloseReport> {
    this.stop.abort();
    await this.shutDown();
    await this.#told.promise;
    return { survivors: [] };
  }

  #deliver(message: Incoming): void {
    if (this.#ended) return;
    try {
      this.onMessage(message);
    } catch (error) {
      this.tell({ kind: 'handler-failed', message: `a message could not be handed on: ${String(error)}` });
    }
  }

  #finish(end: TransportEnd): void {
    if (this.#ended) return;
    this.#ended = true;
    process.nextTick(() => {
      guarded(() => this.onClose(end));
      this.#told.resolve();
    });
  }
}
