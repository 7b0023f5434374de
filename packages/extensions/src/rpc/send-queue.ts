import type { Clock } from '../base/clock.ts';
import type { Encoded } from '../wire/codec.ts';
import type { PendingRequest } from './pending-request.ts';
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
  /** These requests were being written when the writing failed. */
  readonly onWriteFailed: (requests: readonly PendingRequest[], error: Error) => void;
}

/** Bytes that are handed to the transport at once: few writes, and not much that can no longer be taken back. */
const batchBytes = 256 * 1024;

/** So many messages are written at once, without waiting for the end of the turn: the server can begin meanwhile. */
const eagerCount = 128;

interface Item {
  readonly line: Encoded;
  readonly bytes: number;
  readonly request: PendingRequest | undefined;
}

/**
 * What is to be written, in order. Everything of one turn of the event loop goes out in one write; while the transport is
 * full nothing does. A request that has ended while it waited here is never sent.
 */
export class SendQueue {
  readonly #options: SendQueueOptions;
  /** In order of arrival; a request's message is found by the request. */
  readonly #items = new Map<object, Item>();
  #bytes = 0;
  #count = 0;
  #flushing = false;
  /** The write that filled the transport, and that is not through yet. */
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
    const item = { line, bytes, request };
    this.#items.set(request ?? item, item);
    this.#bytes += bytes;
    this.#count += 1;
    if (this.#count >= eagerCount && this.#full === undefined) this.#flush();
    else this.#schedule();
  }

  /** A request that waits here has ended: its message is dropped. */
  forget(request: PendingRequest): void {
    const item = request.sent ? undefined : this.#items.get(request);
    if (item === undefined) return;
    this.#items.delete(request);
    this.#took(item);
  }

  /** Drops what waits; nothing more is taken. */
  close(): void {
    this.#open = false;
    this.#items.clear();
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
    while (this.#items.size > 0 && this.#full === undefined) {
      const lines: Encoded[] = [];
      const requests: PendingRequest[] = [];
      let bytes = 0;
      for (const [key, item] of this.#items) {
        if (lines.length > 0 && bytes + item.bytes > batchBytes) break;
        this.#items.delete(key);
        this.#took(item);
        bytes += item.bytes;
        lines.push(item.line);
        if (item.request === undefined) continue;
        item.request.sent = true;
        requests.push(item.request);
      }
      this.#write(lines, requests);
    }
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
      if (this.#items.size > 0) this.#schedule();
    });
    if (!goesOn && !write.done) this.#full = write;
  }

  #took(item: Item): void {
    this.#bytes -= item.bytes;
    this.#count -= 1;
  }
}
