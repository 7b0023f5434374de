import { guarded } from '../base/guarded.ts';
import { RateBudget } from '../base/rate-budget.ts';
import type { Failure } from '../errors.ts';
import { encodeNotification, encodeRequest, messagesIn } from '../wire/codec.ts';
import { encodeJson, type JsonLimits } from '../wire/json-value.ts';
import type { Incoming, JsonObject } from '../wire/message.ts';
import { printable } from '../wire/printable.ts';
import { answerOf } from './answer-of.ts';
import type { Diagnostic } from './diagnostic.ts';
import { InboundHandlers } from './inbound-handlers.ts';
import { Lanes } from './lanes.ts';
import { PeerCounters } from './peer-counters.ts';
import type { PeerOptions, PeerRequest } from './peer-options.ts';
import { abortFailure, notNeeded } from './pending-request.ts';
import { PendingRequests } from './pending-requests.ts';
import type { Answer, PendingRequest, Settlement } from './pending-request.ts';
import { remoteFailure } from './remote-failure.ts';
import { idsUsedUp, RequestIds } from './request-ids.ts';
import { RequestMeta } from './request-meta.ts';
import { SendQueue } from './send-queue.ts';
import { StrayMessages } from './stray-messages.ts';
import type { CloseReport, Transport, TransportEnd } from './transport.ts';

/** Messages that one array may hold. */
const maxBatch = 1_000;

/**
 * One JSON-RPC connection: our requests and their answers, the server's requests and notifications, one end. Pure: it
 * knows neither processes nor pipes, and gets its time from the clock that it is given.
 */
export class Peer {
  readonly #options: PeerOptions;
  readonly #transport: Transport;
  readonly #queue: SendQueue;
  readonly #pending: PendingRequests;
  readonly #ids = new RequestIds();
  readonly #lanes = new Lanes();
  readonly #inbound: InboundHandlers;
  readonly #strays: StrayMessages;
  readonly #notifications: RateBudget;
  readonly #jsonLimits: JsonLimits;
  readonly counters = new PeerCounters();
  /** Arrays of messages are legal in the revision 2025-03-26 only; the handshake says. */
  acceptsBatches = false;
  /** Before that the server may ask for a ping and nothing else; the handshake says. */
  handshakeDone = false;
  readonly #meta: RequestMeta;
  #end: Failure | undefined;

  constructor(options: PeerOptions) {
    this.#options = options;
    const { transport, clock, limits, observer } = options;
    this.#transport = transport;
    this.#meta = new RequestMeta(options.contextOf);
    this.#jsonLimits = { maxDepth: limits.maxDepth, maxBytes: limits.maxSentBytes };
    this.#queue = new SendQueue({
      transport,
      clock,
      limits,
      observer,
      onWriteFailed: (requests, error) => this.#pending.unwritten(requests, error),
    });
    this.#pending = new PendingRequests({
      clock,
      maxStandstillMs: options.maxStandstillMs,
      observer,
      onGivenUp: (request, code) => this.#givenUp(request, code),
      onSettled: (request) => {
        this.#queue.forget(request);
        this.#lanes.leave(request);
      },
    });
    this.#inbound = new InboundHandlers({
      handlers: options.handlers,
      maxConcurrent: limits.maxInbound,
      maxBytes: limits.maxInboundBytes,
      isOpen: () => this.handshakeDone,
      onOwing: (owes) => this.#pending.owing(owes),
      limits: this.#jsonLimits,
      reply: (line) => this.#reply(line),
      onHandlerFailed: (message) => this.#diagnose('handler-failed', message),
    });
    this.#strays = new StrayMessages({
      policy: options.stdout,
      noise: limits.noise,
      clock,
      pending: this.#pending,
      counters: this.counters,
      observer,
      diagnose: (kind, message, sample) => this.#diagnose(kind, message, sample),
      fail: (message) => this.#protocolFailure(message),
    });
    this.#notifications = new RateBudget(limits.notifications, clock);
    transport.onMessage = (message) => this.#receive(message);
    transport.onDiagnostic = ({ kind, message, sample }) => this.#diagnose(kind, message, sample);
    transport.onClose = (end) => this.#over(end);
  }

  /** From now on every request carries these members in its `_meta`, and the server asks nothing. */
  becomeModern(meta: JsonObject): void {
    this.#meta.becomeModern(meta);
    this.handshakeDone = true;
  }

  /** Why the connection is over; undefined while it is not. */
  get end(): Failure | undefined {
    return this.#end;
  }

  get pendingCount(): number {
    return this.#pending.size;
  }

  get queuedBytes(): number {
    return this.#queue.queuedBytes + this.#lanes.waitingBytes;
  }

  /**
   * Sends a request, in this order: an aborted signal, the parameters, the id, timer and listener, the place in the map,
   * the write. What goes wrong before the id was never sent. Never rejects, so that nothing but the settlement is made
   * here: `answerOf` makes the error where the caller waits.
   */
  send(request: PeerRequest): Promise<Settlement> {
    const { method, params, lane } = request;
    const unwanted = this.#unwanted(request);
    if (unwanted !== undefined) return this.#refuse(request, unwanted);
    const wantsProgress = request.onProgress !== undefined || request.resetTimeoutOnProgress === true;
    const json = encodeJson(params, 'params', this.#jsonLimits);
    if (typeof json !== 'string') return this.#refuse(request, { code: 'MCP_INVALID_PARAMS', message: json.problem });
    const jsonBytes = Buffer.byteLength(json);
    const busy = request.urgent === true ? undefined : this.#busy(jsonBytes);
    if (busy !== undefined) return this.#refuse(request, busy);
    const id = this.#ids.take();
    if (id === undefined) return this.#refuse(request, idsUsedUp);
    const line = encodeRequest(id, method, json, this.#meta.of(id, request, wantsProgress));
    // A getter of the caller's, or who adds the context, may have taken the request back, or closed us.
    const over = this.#unwanted(request);
    if (over !== undefined) return this.#refuse(request, over);
    const pending = this.#pending.add(id, request, wantsProgress);
    request.onId?.(id);
    const bytes = typeof line === 'string' ? jsonBytes + line.length - json.length : line.length; // the rest is ASCII
    this.counters.requests += 1;
    if (!this.#pending.announce(pending, bytes, request.runId)) return pending.settlement;
    if (lane === undefined) this.#queue.push(line, bytes, pending);
    else this.#lanes.enter(lane, pending, { bytes, start: () => this.#queue.push(line, bytes, pending) });
    return pending.settlement;
  }

  /**
   * As `send`, for whoever wants an answer or an error.
   *
   * @throws McpClientError `MCP_ABORTED`, `MCP_INVALID_PARAMS`, `MCP_BUSY`, `MCP_ERROR` (as McpProtocolError),
   *   `MCP_TIMEOUT`, `MCP_PROTOCOL_ERROR`, `MCP_WRITE_FAILED`, or why the connection is over.
   */
  async request(request: PeerRequest): Promise<Answer> {
    return answerOf(await this.send(request));
  }

  /** Sends a notification. Nobody answers it; where too much waits to be written already it is dropped. */
  notify(method: string, params?: Readonly<Record<string, string | number>>): void {
    if (this.#end) return;
    const line = encodeNotification(method, params === undefined ? undefined : JSON.stringify(params));
    const bytes = Buffer.byteLength(line);
    if (!this.#queue.hasRoomFor(bytes)) return;
    this.#queue.push(line, bytes);
    this.#options.observer?.notificationSent(method, bytes);
  }

  /** Ends what waits with `CLIENT_CLOSED`, then the transport. One shared promise; never rejects. */
  close(failure: Failure = { code: 'CLIENT_CLOSED', message: 'the client was closed' }): Promise<CloseReport> {
    this.#over(failure);
    return this.#transport.close();
  }

  #unwanted({ method, signal }: PeerRequest): Failure | undefined {
    return signal?.aborted === true ? abortFailure(method, signal.reason) : this.#end;
  }

  #busy(bytes: number): Failure | undefined {
    const inLanes = this.#lanes.waitingBytes;
    const hasRoom = this.#pending.size < this.#options.limits.maxPending && this.#queue.hasRoomFor(bytes, inLanes);
    if (hasRoom) return undefined;
    const message = `${this.#pending.size} requests wait, and ${this.queuedBytes} bytes: the limit is reached`;
    return { code: 'MCP_BUSY', message };
  }

  #refuse(request: PeerRequest, failure: Failure): Promise<Settlement> {
    this.counters.count(failure.code);
    this.#options.observer?.refused(request, failure.code);
    return Promise.resolve({ failure: { ...failure, method: request.method, outcome: 'not-sent' } });
  }

  /** Answers that nobody waits for cost time too: they count as what the server says unasked. */
  #unknownAnswer({ id, bytes }: { readonly id: number; readonly bytes: number }): void {
    if (this.#inBudget(bytes)) this.#strays.unknownAnswer(id, this.#ids.wasTaken(id));
  }

  #receiveBatch(batch: Extract<Incoming, { kind: 'batch' }>): void {
    const { entries, bytes } = batch;
    if (!this.acceptsBatches || entries.length > maxBatch) return this.#strays.unexpectedBatch(batch);
    for (const message of messagesIn(entries, bytes)) this.#receive(message);
    return undefined;
  }

  #receive(message: Incoming): void {
    if (this.#end) return;
    if (message.kind !== 'batch') this.counters.receivedBytes += message.bytes; // its parts are counted
    if ('invalidUtf8' in message && !this.#strays.invalidUtf8()) return;
    switch (message.kind) {
      case 'result':
        if (this.#pending.fulfil(message.id, message)) this.counters.answers += 1;
        else this.#unknownAnswer(message);
        break;
      case 'error':
        if (this.#pending.refuse(message.id, remoteFailure(message))) this.counters.answers += 1;
        else this.#unknownAnswer(message);
        break;
      case 'notification':
      case 'request':
        if (this.#inBudget(message.bytes)) this.#unasked(message);
        break;
      case 'batch':
        this.#receiveBatch(message);
        break;
      case 'unanswered':
        return void this.#pending.unanswered(message.id, message.failure);
      case 'malformed':
      case 'noise':
        this.#strays.spoiled(message);
        break;
      default:
        message satisfies never;
    }
  }

  /** What the server says by itself. Whoever watches may end the connection by what it hears. */
  #unasked(message: Extract<Incoming, { kind: 'notification' | 'request' }>): void {
    const { kind, method, bytes } = message;
    this.counters[kind === 'request' ? 'serverRequests' : 'notifications'] += 1;
    this.#options.observer?.unasked(kind, method, bytes);
    if (this.#end) return;
    if (kind === 'notification') this.#notified(method, message.params);
    else if (!this.#meta.isModern) this.#inbound.handle(message);
    else this.#strays.unexpectedRequest(message);
  }

  #notified(method: string, params: JsonObject): void {
    if (method === 'notifications/progress') {
      this.#guard(method, () => this.#pending.progress(params['progressToken'], params));
    } else if (method === 'notifications/cancelled' && !this.#meta.isModern) {
      this.#inbound.cancel(params['requestId'], params['reason']);
    } else {
      this.#guard(method, () => this.#options.onNotification(method, params));
    }
  }

  /** Handlers are the host's; the connection is not their hostage. */
  #guard(method: string, run: () => unknown): void {
    guarded(run, () => this.#diagnose('handler-failed', `the handler of ${printable(method, 64)} failed`));
  }

  #inBudget(bytes: number): boolean {
    if (this.#notifications.take(bytes)) return true;
    this.#protocolFailure('the server floods the client with notifications and requests');
    return false;
  }

  /** Nobody waits for these; but a server that reads nothing must not make us keep them for ever. */
  #reply(line: string): void {
    const bytes = Buffer.byteLength(line);
    if (this.#queue.hasRoomFor(bytes)) this.#queue.push(line, bytes);
    else this.#protocolFailure('the server does not read what it asks for');
  }

  #givenUp(request: PendingRequest, code: 'MCP_TIMEOUT' | 'MCP_ABORTED'): void {
    if (request.signal?.reason !== notNeeded) this.counters.count(code);
    if (!request.sent || !request.cancellable || this.#end) return;
    // Neutral words: the caller's reason is not for the server.
    this.notify('notifications/cancelled', { requestId: request.id, reason: 'the client no longer waits' });
  }

  #protocolFailure(message: string): void {
    void this.close({ code: 'MCP_PROTOCOL_ERROR', message });
  }

  /** State first, then the waiting, then what is held. The first reason stays. */
  #over(end: TransportEnd | Failure): void {
    if (this.#end) return;
    this.#end = end;
    this.#queue.close();
    this.#pending.failAll(end);
    this.#inbound.close();
    this.#guard('the end', () => this.#options.onEnd(end));
  }

  #diagnose(kind: Diagnostic['kind'], message: string, sample?: string): void {
    const diagnostic = sample ? { kind, message, sample } : { kind, message };
    guarded(() => this.#options.onDiagnostic(diagnostic));
  }
}
