import { systemClock, type Clock } from './clock.ts';
import { withDeadline } from './deadline.ts';
import { LessonError } from './errors.ts';
import { messageOf, outcomeOf, type Params } from './message.ts';
import type { Message, Transport } from './transport.ts';

export interface PeerOptions {
  readonly transport: Transport;
  readonly clock?: Clock;
  readonly timeoutMs?: number;
}

interface Waiting {
  readonly method: string;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Our half of a JSON-RPC conversation: who asked what, and who still waits. Grown up: packages/extensions/src/rpc/peer.ts */
export class Peer {
  readonly #transport: Transport;
  readonly #clock: Clock;
  readonly #timeoutMs: number;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  #strays = 0;

  constructor({ transport, clock = systemClock, timeoutMs = 2_000 }: PeerOptions) {
    this.#transport = transport;
    this.#clock = clock;
    this.#timeoutMs = timeoutMs;
    transport.onMessage((message) => this.#receive(message));
    transport.onClose(() => this.settleAll('the connection is closed'));
  }

  /** Requests that still wait for an answer. */
  get pending(): number {
    return this.#waiting.size;
  }

  /** Answers that nobody waited for. */
  get strays(): number {
    return this.#strays;
  }

  /**
   * Asks, and waits for the answer no longer than `timeoutMs`.
   *
   * @throws LessonError `NOT_A_REQUEST`, `INVALID_PARAMS` (nothing was sent), `REQUEST_TIMEOUT`, `MALFORMED_RESPONSE`,
   *   `REMOTE_ERROR`, `CLOSED`
   */
  async request(method: string, params?: Params): Promise<unknown> {
    if (method.startsWith('notifications/')) {
      throw new LessonError('NOT_A_REQUEST', `nobody answers ${method}: send it with notify()`);
    }
    const id = ++this.#lastId;
    const message = messageOf({ id, method, params });
    const answer = new Promise((resolve, reject) => this.#waiting.set(id, { method, resolve, reject }));
    const inTime = withDeadline(answer, {
      clock: this.#clock,
      method,
      requestId: id,
      timeoutMs: this.#timeoutMs,
      forget: () => this.#waiting.delete(id),
    });
    this.#transport.send(message);
    return inTime;
  }

  /** Tells. There is nothing to wait for, so there is no promise. */
  notify(method: string, params?: Params): void {
    this.#transport.send(messageOf({ method, params }));
  }

  /** Ends everything that waits, with `CLOSED`. @returns the methods of what was unfinished; a second time none */
  settleAll(why: string): readonly string[] {
    const unfinished = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { method, reject } of unfinished) reject(new LessonError('CLOSED', `${method}: ${why}`));
    return unfinished.map(({ method }) => method);
  }

  #receive(message: Message): void {
    if ('method' in message) return; // the server speaks unasked: lesson 33 listens to it
    const { id } = message;
    const waiting = typeof id === 'number' ? this.#waiting.get(id) : undefined;
    if (typeof id !== 'number' || waiting === undefined) {
      this.#strays += 1;
      return;
    }
    this.#waiting.delete(id);
    try {
      const outcome = outcomeOf(message);
      if ('error' in outcome) waiting.reject(new LessonError('REMOTE_ERROR', outcome.error.message));
      else waiting.resolve(outcome.result);
    } catch (error) {
      waiting.reject(error); // this request alone: the connection is well
    }
  }
}

/** A peer on one end of a transport. Whoever made the transport closes it. */
export function openPeer(options: PeerOptions): Peer {
  return new Peer(options);
}
