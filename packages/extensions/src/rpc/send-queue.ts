import type { Clock } from '../base/clock.ts';
import type { Encoded } from '../wire/codec.ts';
import type { PeerObserver } from './peer-observer.ts';
import type { PendingRequest, QueuedMessage } from './pending-request.ts';
import type { Transport } from './transport.ts';

export interface SendLimits {
  /** Messages that may wait to be sent. */
  readonly maxQueuedMessages: number;
  /** Their bytes. */
  readonly maxQueuedBytes: number;
}

export interface SendQueueOptions {
  readonly transport: Pick<Transport, 'send'>;
  readonly clock: Clock;
  readonly limits: SendLimits;
  readonly observer?: PeerObserver | undefined;
  /** These requests were being written when the writing failed. */
  readonly onWriteFailed: (requests: readonly PendingRequest[], error: Error) => void;
}

/** Bytes that are handed to the transport at once: few writes, and not much that can no longer be taken back. */
const batchBytes = 256 * 1024;

/** So many messages are written at once, without waiting for the end of the turn: the server can begin meanwhile. */
const eagerCount = 128;

interface Item extends QueuedMessage {
  readonly request: PendingRequest | undefined;
}

/** So many items that are done with may stay in the list before it is made anew. */
const maxDone = 1024;

/**
 * What is to be written, in order. Everything of one turn of the event loop goes out in one write; while the transport is
 * full nothing does. A request that has ended while it waited here is never sent.
 */
export class SendQueue {
  readonly #options: SendQueueOptions;
  /** In order of arrival. No `Map`: see `IdTable`. */
  #items: Item[] = [];
  /** The first that waits. */
  #head = 0;
  /** After it: messages of requests that have ended. */
  #dropped = 0;
  #bytes = 0;
  #count = 0;
  #flushing = false;
  /** The write that filled the transport, and that is not through yet; or what is just being told. */
  #full: object | undefined;
  #open = true;

  constructor(options: SendQueueOptions) {
    this.#options = options;
  }

  /** Bytes that wait. */
  get queuedBytes(): number {
    return this.#bytes;
  }

  /**
   * Whether a message of so many bytes may wait too, beside what waits elsewhere to come here. An empty queue takes any: the
   * limit of that is the one of a message.
   */
  hasRoomFor(bytes: number, elsewhere: number = 0): boolean {
    const { maxQueuedMessages, maxQueuedBytes } = this.#options.limits;
    const waiting = this.#bytes + elsewhere;
    return waiting === 0 || (this.#count < maxQueuedMessages && waiting + bytes <= maxQueuedBytes);
  }

  push(line: Encoded, bytes: number, request?: PendingRequest): void {
    if (!this.#open) return;
    const item: Item = { line, bytes, request };
    this.#items.push(item);
    if (request !== undefined) request.queued = item;
    this.#bytes += bytes;
    this.#count += 1;
    if (this.#count >= eagerCount && this.#full === undefined) this.#flush();
    else this.#schedule();
  }

  /** A request that waits here has ended: its message is dropped. */
  forget(request: PendingRequest): void {
    const item = request.queued;
    if (item === undefined || !this.#open) return;
    request.queued = undefined;
    item.line = undefined;
    this.#took(item);
    this.#dropped += 1;
    this.#tidy();
  }

  /** Drops what waits; nothing more is taken. */
  close(): void {
    this.#open = false;
    this.#items = [];
    this.#bytes = 0;
    this.#count = 0;
  }

  #schedule(): void {
    if (this.#flushing || this.#full !== undefined) return;
    this.#flushing = true;
    this.#options.clock.defer(() => {
      this.#flushing = false;
      this.#flush();
    });
  }

  #flush(): void {
    while (this.#count > 0 && this.#full === undefined) {
      const lines: Encoded[] = [];
      const requests: PendingRequest[] = [];
      let bytes = 0;
      for (let item = this.#items[this.#head]; item !== undefined; item = this.#items[this.#head]) {
        const { line, request } = item;
        if (line !== undefined && lines.length > 0 && bytes + item.bytes > batchBytes) break;
        this.#head += 1;
        if (line === undefined) {
          this.#dropped -= 1;
          continue;
        }
        this.#took(item);
        bytes += item.bytes;
        lines.push(line);
        if (request === undefined) continue;
        request.queued = undefined;
        request.sent = true;
        requests.push(request);
      }
      this.#tidy();
      this.#tell(requests);
      this.#write(lines, requests);
    }
  }

  /** Lets go of what is done with, once that is most of the list. */
  #tidy(): void {
    const done = this.#head + this.#dropped;
    if (this.#count > 0 && (done < maxDone || 2 * done < this.#items.length)) return;
    this.#items = this.#count === 0 ? [] : this.#items.slice(this.#head).filter(({ line }) => line !== undefined);
    this.#head = 0;
    this.#dropped = 0;
  }

  /** Who watches may send and end what it likes: that comes after what is about to be written. */
  #tell(requests: readonly PendingRequest[]): void {
    const { observer } = this.#options;
    if (observer === undefined) return;
    this.#full = requests;
    for (const request of requests) observer.sent(request);
    this.#full = undefined;
  }

  #write(lines: readonly Encoded[], requests: readonly PendingRequest[]): void {
    const write = { done: false };
    const goesOn = this.#options.transport.send(lines, (error) => {
      write.done = true;
      if (error) {
        this.#options.onWriteFailed(requests, error);
        return;
      }
      if (this.#full !== write) return; // another write is the one that must be through first
      this.#full = undefined;
      if (this.#count > 0) this.#schedule();
    });
    if (!goesOn && !write.done) this.#full = write;
  }

  #took(item: QueuedMessage): void {
    this.#bytes -= item.bytes;
    this.#count -= 1;
  }
}
