import type { PendingRequest } from './pending-request.ts';

interface Waiting {
  readonly bytes: number;
  readonly start: () => void;
}

interface Lane {
  readonly name: string;
  readonly limit: number;
  running: number;
  readonly waiting: Map<PendingRequest, Waiting>;
}

/**
 * Lets so many requests of one kind be under way at once (a server may serve a tool one call at a time). Who waits keeps
 * its deadline and can be aborted: it is a pending request already, that is not written yet.
 */
export class Lanes {
  readonly #lanes = new Map<string, Lane>();
  readonly #members = new Map<PendingRequest, Lane>();
  #waitingBytes = 0;

  /** Bytes of the messages that wait in all lanes. */
  get waitingBytes(): number {
    return this.#waitingBytes;
  }

  /** Calls `start` now, or when the lane has room, or never when the request ends before. The limit of a lane is that of the first in it. */
  enter(lane: { readonly name: string; readonly limit: number }, request: PendingRequest, wait: Waiting): void {
    let found = this.#lanes.get(lane.name);
    if (found === undefined) {
      found = { ...lane, running: 0, waiting: new Map() };
      this.#lanes.set(lane.name, found);
    }
    this.#members.set(request, found);
    if (found.running >= found.limit) {
      found.waiting.set(request, wait);
      this.#waitingBytes += wait.bytes;
      return;
    }
    found.running += 1;
    wait.start();
  }

  /** The request has ended. Its place goes to the next one that waits. */
  leave(request: PendingRequest): void {
    const lane = this.#members.get(request);
    if (lane === undefined) return;
    this.#members.delete(request);
    if (this.#takeFrom(lane, request) !== undefined) return;
    const [next] = lane.waiting.keys();
    if (next !== undefined) {
      this.#takeFrom(lane, next)?.start();
      return;
    }
    lane.running -= 1;
    if (lane.running === 0) this.#lanes.delete(lane.name);
  }

  #takeFrom(lane: Lane, request: PendingRequest): Waiting | undefined {
    const waiting = lane.waiting.get(request);
    if (waiting === undefined) return undefined;
    lane.waiting.delete(request);
    this.#waitingBytes -= waiting.bytes;
    return waiting;
  }
}
