import type { Clock } from '../base/clock.ts';
import type { RateLimits } from '../base/rate-budget.ts';
import type { Failure } from '../errors.ts';
import type { JsonObject } from '../wire/message.ts';
import type { Diagnostic } from './diagnostic.ts';
import type { InboundHandler } from './inbound-handlers.ts';
import type { PeerObserver } from './peer-observer.ts';
import type { RequestTerms } from './pending-request.ts';
import type { ContextOf } from './request-meta.ts';
import type { SendLimits } from './send-queue.ts';
import type { Transport } from './transport.ts';

/** Bounds of one connection. */
export interface PeerLimits extends SendLimits {
  /** Requests of ours that may wait for an answer at once. */
  readonly maxPending: number;
  /** Bytes of one message that we send. */
  readonly maxSentBytes: number;
  /** Levels of arrays and objects in each other in what we send. */
  readonly maxDepth: number;
  /** Requests of the server that may be under way at once. */
  readonly maxInbound: number;
  /** Their bytes. */
  readonly maxInboundBytes: number;
  /** What may come on stdout that is no protocol, in a window, before the connection is given up (`tolerant` only). */
  readonly noise: RateLimits;
  /** Notifications that may come, and requests of the server, in a window. */
  readonly notifications: RateLimits;
}

export interface PeerOptions {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly limits: PeerLimits;
  /** How long the time of a call may stand still because the host owes the server an answer, in all. Milliseconds. */
  readonly maxStandstillMs: number;
  /** What becomes of lines that are no protocol: `strict` ends the connection, `tolerant` counts and goes on. */
  readonly stdout: 'strict' | 'tolerant';
  readonly handlers: Readonly<Record<string, InboundHandler>>;
  /** May throw, or return a promise that rejects. */
  readonly onNotification: (method: string, params: JsonObject) => unknown;
  readonly onDiagnostic: (diagnostic: Diagnostic) => void;
  /** Who watches; nobody by default, and then nothing is done for it. */
  readonly observer?: PeerObserver | undefined;
  /** What the host adds to `_meta` of each request, in the modern era. */
  readonly contextOf?: ContextOf | undefined;
  /** Called once, when the connection is over, after everybody who waited was told. */
  readonly onEnd: (failure: Failure) => void;
}

/** A request, and what it is given. */
export interface PeerRequest extends RequestTerms {
  readonly params: object;
  /** So many requests of this name may be under way at once. */
  readonly lane?: { readonly name: string; readonly limit: number } | undefined;
  /** Told the request's id before anything can come for it. */
  readonly onId?: (id: number) => void;
  /** Goes over the limits of what may wait: the handshake, and pings. */
  readonly urgent?: boolean;
}
