import type { ErrorCode } from '../errors.ts';
import type { PendingRequest, RequestTerms, Settlement } from './pending-request.ts';

/** What is known of a request that got no id. */
export type RefusedRequest = Pick<RequestTerms, 'method' | 'about' | 'runId'>;

/**
 * Who watches a connection. Told of everything as it happens, in the middle of the work: it must neither throw nor take long,
 * and keeps nothing of what it is given but names, numbers and sizes.
 */
export interface PeerObserver {
  /** A request has its id and its place in the map. `bytes`: its message. */
  requested(request: PendingRequest, bytes: number, runId: string | undefined): void;
  /** It was handed to the transport. */
  sent(request: PendingRequest): void;
  /** It has ended, once. */
  settled(request: PendingRequest, settlement: Settlement): void;
  /** It never got an id: nothing of it was sent. */
  refused(request: RefusedRequest, code: ErrorCode): void;
  /** The server told of progress of a request that waits. */
  progressed(id: number): void;
  /** An answer that nobody waits for. `isLate`: there was such a request once. */
  strayAnswer(id: number, isLate: boolean): void;
  notificationSent(method: string, bytes: number): void;
  /** The server says something by itself. `method` is its word: untrusted, unbounded. */
  unasked(kind: 'notification' | 'request', method: string, bytes: number): void;
}
