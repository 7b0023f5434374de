import type { Clock, Timer } from '../base/clock.ts';
import { isPassingStatus } from '../base/passing-status.ts';
import type { Failure } from '../errors.ts';
import { declares } from '../protocol/capabilities.ts';
import type { Diagnostic } from '../rpc/diagnostic.ts';
import type { Peer } from '../rpc/peer.ts';
import { notNeeded, type Settlement } from '../rpc/pending-request.ts';
import { isJsonObject, type JsonObject } from '../wire/message.ts';

/** What can be subscribed to, the capability that a server needs for it, and the notification that it sends. */
const kinds = [
  { type: 'toolsListChanged', capability: 'tools.listChanged', method: 'notifications/tools/list_changed' },
  { type: 'promptsListChanged', capability: 'prompts.listChanged', method: 'notifications/prompts/list_changed' },
  { type: 'resourcesListChanged', capability: 'resources.listChanged', method: 'notifications/resources/list_changed' },
] as const;

/** A stream that ended is opened again after so many milliseconds; each time twice as many, */
const firstDelayMs = 1_000;
/** up to these. A stream that lived longer than that begins with the first again. */
const lastDelayMs = 60_000;

/** The stream was cancelled, or broke, or the server was busy: it may be had again. */
function isLoss({ code, httpStatus }: Failure): boolean {
  if (code === 'MCP_HTTP_ERROR') return isPassingStatus(httpStatus);
  return code === 'MCP_ABORTED' || code === 'MCP_CONNECTION_FAILED';
}

/** `first`: nobody was told of changes before now. `lost`: nobody is from now on. `over`: nobody was for a while. */
type Gap = 'first' | 'lost' | 'over';

export interface SubscriptionOptions {
  readonly peer: Peer;
  readonly clock: Clock;
  /** The server's. */
  readonly capabilities: JsonObject;
  /** Milliseconds until the stream must be acknowledged. */
  readonly acknowledgeMs: number;
  /** Changes may have gone by unseen, or will. */
  readonly onGap: (gap: Gap) => void;
  readonly diagnose: (diagnostic: Diagnostic) => void;
}

/**
 * The one stream of change notifications of a modern connection: opened when the conversation begins, opened again when the
 * server ends it. A notification of another stream, or of none, is not believed. Owns the stream and two timers.
 * Source: 2026-07-28, basic/patterns/subscriptions.
 */
export class Subscription {
  readonly #options: SubscriptionOptions;
  readonly #wanted: readonly (typeof kinds)[number][];
  /** The id of the request that is the stream. */
  #id: number | undefined;
  #honoured: ReadonlySet<string> = new Set();
  #isAcknowledged = false;
  /** This stream was, or one before it. */
  #wasAcknowledged = false;
  #stream = new AbortController();
  #timer: Timer | undefined;
  #delayMs = firstDelayMs;
  #openedAt = 0;
  #isClosed = false;
  /** We give it up, while the connection goes on. */
  #isUnwanted = false;

  constructor(options: SubscriptionOptions) {
    this.#options = options;
    this.#wanted = kinds.filter(({ capability }) => declares(options.capabilities, capability));
  }

  open(): void {
    if (this.#wanted.length === 0 || this.#isClosed) return;
    const { peer, clock, acknowledgeMs } = this.#options;
    this.#isAcknowledged = false;
    this.#honoured = new Set();
    this.#stream = new AbortController();
    this.#openedAt = clock.now();
    const stream = peer.send({
      method: 'subscriptions/listen',
      params: { notifications: Object.fromEntries(this.#wanted.map(({ type }) => [type, true])) },
      timeoutMs: Infinity,
      signal: this.#stream.signal,
      // Who ended it itself need not be told, nor one whose connection ends.
      cancellable: () => this.#isUnwanted,
      urgent: true,
      onId: (id) => (this.#id = id),
    });
    this.#wait(acknowledgeMs, () => this.#unacknowledged());
    void stream.then((settlement) => this.#ended(settlement));
  }

  close(): void {
    this.#isClosed = true;
    this.#timer?.cancel();
    this.#stream.abort(notNeeded);
  }

  /** A notification of the server. Returns what is missing to believe it; undefined: tell whoever wants to know. */
  missingFor(method: string, params: JsonObject): string | undefined {
    if (!this.#isOurs(params)) return 'a subscription';
    return this.#honoured.has(method) ? undefined : 'a subscription to it';
  }

  /** What concerns the stream itself. Returns false for every other notification. */
  handle(method: string, params: JsonObject): boolean {
    if (method === 'notifications/cancelled') {
      if (params['requestId'] === this.#id) this.#stream.abort(notNeeded);
      return true;
    }
    if (method !== 'notifications/subscriptions/acknowledged') return false;
    if (this.#isOurs(params)) this.#acknowledged(params['notifications']);
    return true;
  }

  /** It carries the id of the stream that is open. */
  #isOurs({ _meta: meta }: JsonObject): boolean {
    return this.#id !== undefined && isJsonObject(meta) && meta['io.modelcontextprotocol/subscriptionId'] === this.#id;
  }

  #acknowledged(notifications: unknown): void {
    const granted = isJsonObject(notifications) ? notifications : {};
    if (this.#isAcknowledged) return;
    this.#isAcknowledged = true;
    this.#timer?.cancel();
    const isGranted = ({ type }: (typeof kinds)[number]): boolean => granted[type] === true;
    this.#honoured = new Set(this.#wanted.filter(isGranted).map(({ method }) => method));
    this.#options.onGap(this.#gapUntilNow); // until now nobody told of changes
    this.#wasAcknowledged = true;
    const missing = this.#wanted.filter((kind) => !isGranted(kind)).map(({ type }) => type);
    if (missing.length > 0) this.#diagnose(`it does not tell of ${missing.join(', ')}`);
  }

  #unacknowledged(): void {
    const { acknowledgeMs } = this.#options;
    this.#diagnose(`it was not acknowledged within ${acknowledgeMs} ms`);
    this.#isUnwanted = true;
    this.#isClosed = true;
    this.#stream.abort(notNeeded);
    this.#options.onGap(this.#gapUntilNow); // nobody will tell of changes: a last look
  }

  /** The end of a stream: by an answer, by a cancellation, or with the connection. */
  #ended(settlement: Settlement): void {
    const { peer, clock, onGap } = this.#options;
    this.#id = undefined;
    this.#timer?.cancel();
    if (this.#isClosed || peer.end !== undefined) return;
    const refused = 'failure' in settlement && !isLoss(settlement.failure);
    onGap(refused ? this.#gapUntilNow : 'lost');
    if (refused) return this.#diagnose(`it was refused: ${settlement.failure.message}`);
    if (clock.now() - this.#openedAt > lastDelayMs) this.#delayMs = firstDelayMs;
    this.#wait(this.#delayMs, () => this.open());
    this.#delayMs = Math.min(2 * this.#delayMs, lastDelayMs);
    return undefined;
  }

  get #gapUntilNow(): Gap {
    return this.#wasAcknowledged ? 'over' : 'first';
  }

  #wait(ms: number, then: () => void): void {
    this.#timer?.cancel();
    this.#timer = this.#options.clock.setTimer(ms, then);
  }

  #diagnose(what: string): void {
    this.#options.diagnose({ kind: 'not-negotiated', message: `the subscription to changes: ${what}` });
  }
}
