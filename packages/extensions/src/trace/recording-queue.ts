import { guarded } from '../base/guarded.ts';
import type { RecordingRecord } from './recording-record.ts';

/** A record before it is made safe to be written: that takes time, and is done beside the protocol. */
export interface QueuedRecord {
  /** About as many bytes as are kept for it. */
  readonly bytes: number;
  /** In steps, after each of which somebody else may have a turn. */
  readonly record: () => Generator<void, RecordingRecord>;
}

export interface RecordingQueueOptions {
  readonly file: { readonly append: (text: string) => Promise<void>; readonly close: () => Promise<void> };
  readonly maxQueuedBytes: number;
  /** Of the file, and how many it has already. */
  readonly maxBytes: number;
  readonly begunBytes: number;
  readonly now: () => number;
  /** Told once: the file cannot be written any more. */
  readonly onError: (error: unknown) => unknown;
}

/** So long records are made ready in one turn of the event loop, in milliseconds; at least one is. */
const sliceMs = 4;
/** What a record takes beside its bytes. */
const overheadBytes = 200;
/** Room for the last line, which says that the recording is full. */
const lastLineBytes = 120;

/**
 * Records on their way to a file. Whoever pushes never waits. What is too much for the queue is dropped, and a gap says so in
 * its place; when the file is full, or could not be written, the recording is over.
 */
export class RecordingQueue {
  readonly #options: RecordingQueueOptions;
  #waiting: (QueuedRecord | { readonly gap: number })[] = [];
  #queuedBytes = 0;
  /** The record whose turn it is: a long one is made in several slices. */
  #making: Generator<void, RecordingRecord> | undefined;
  /** Lines of the write that is under way. */
  #inHand = 0;
  #written: number;
  #isOver = false;
  #writing: Promise<void> | undefined;
  #closing: Promise<void> | undefined;
  records = 0;
  dropped = 0;

  constructor(options: RecordingQueueOptions) {
    this.#options = options;
    this.#written = options.begunBytes;
  }

  get writtenBytes(): number {
    return this.#written;
  }

  push(queued: QueuedRecord): void {
    if (this.#isOver) {
      this.dropped += 1;
      return;
    }
    const bytes = queued.bytes + overheadBytes;
    if (this.#queuedBytes + bytes > this.#options.maxQueuedBytes) this.#drop();
    else {
      this.#queuedBytes += bytes;
      this.#waiting.push(queued);
    }
    this.#writing ??= this.#write();
  }

  async flush(): Promise<void> {
    while (this.#writing !== undefined) await this.#writing;
  }

  /** Writes what waits, and no more. Never rejects. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    // Not `flush`: what is pushed in the turn after it would be written to a file that is closed.
    while (this.#writing !== undefined) await this.#writing;
    this.#isOver = true;
    await this.#options.file.close();
  }

  #drop(): void {
    this.dropped += 1;
    const last = this.#waiting.at(-1);
    if (last !== undefined && 'gap' in last) this.#waiting[this.#waiting.length - 1] = { gap: last.gap + 1 };
    else this.#waiting.push({ gap: 1 });
  }

  async #write(): Promise<void> {
    try {
      do {
        // In a later turn: the protocol goes first, also between two slices.
        await new Promise((resolve) => setImmediate(resolve));
        const lines = this.#slice();
        if (lines.length === 0) continue;
        this.#inHand = lines.length;
        await this.#options.file.append(lines.join(''));
        this.records += lines.length;
        this.#inHand = 0;
      } while (this.#waiting.length > 0 || this.#making !== undefined);
    } catch (error) {
      this.#isOver = true;
      this.dropped += this.#inHand + this.#waiting.length;
      guarded(() => this.#options.onError(error));
    } finally {
      this.#waiting = [];
      this.#queuedBytes = 0;
      this.#making = undefined;
      this.#writing = undefined;
    }
  }

  /** As many lines as can be made in a moment; perhaps none. */
  #slice(): string[] {
    const lines: string[] = [];
    const until = performance.now() + sliceMs;
    do {
      this.#making ??= this.#next();
      if (this.#making === undefined) break;
      const step = this.#making.next();
      if (step.done !== true) continue;
      this.#making = undefined;
      const line = encode(step.value);
      if (this.#written + line.length + lastLineBytes > this.#options.maxBytes) {
        const last = encode(this.#full());
        lines.push(last);
        this.#written += last.length;
        break;
      }
      lines.push(line);
      this.#written += line.length;
    } while (performance.now() < until);
    return lines;
  }

  #next(): Generator<void, RecordingRecord> | undefined {
    const next = this.#waiting.shift();
    if (next === undefined) return undefined;
    if ('gap' in next) return gapOf({ type: 'gap', at: this.#options.now(), reason: 'busy', count: next.gap });
    this.#queuedBytes -= next.bytes + overheadBytes;
    return next.record();
  }

  /** With the one that has no room. */
  #full(): RecordingRecord {
    const count = this.#waiting.length + 1;
    this.#isOver = true;
    this.dropped += count;
    this.#waiting = [];
    return { type: 'gap', at: this.#options.now(), reason: 'full', count };
  }
}

// oxlint-disable-next-line require-yield -- it is made at once
function* gapOf(gap: RecordingRecord): Generator<void, RecordingRecord> {
  return gap;
}

/** A line of ASCII: cut anywhere, it is still a text. */
export function encode(value: object): string {
  const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return `${JSON.stringify(value).replaceAll(/[\u0080-\uffff]/g, escaped)}\n`;
}
