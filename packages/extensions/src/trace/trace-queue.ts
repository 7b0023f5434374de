import { guarded } from '../base/guarded.ts';
import { roundedMs } from './rounded-ms.ts';
import type { TraceFile } from './trace-file.ts';
import { maxLineBytes, type TraceRecord } from './trace-record.ts';

export interface TraceQueueOptions {
  readonly file: Pick<TraceFile, 'append' | 'close'>;
  /** Records that may wait. */
  readonly maxQueued: number;
  readonly now: () => number;
  /** The record as it is written, with its newline. One that throws costs that record. */
  readonly lineOf: (record: TraceRecord) => string;
  /** Told once. */
  readonly onError: (error: unknown) => unknown;
}

/** Records that are written at once: making lines of them takes time, and others wait. */
const maxBatch = 500;

/**
 * Records on their way to a file. Whoever pushes never waits: what comes while a write is under way goes with the next one, and
 * what is too much is dropped and counted, and so is what is no line. After a write that failed nothing more is written.
 */
export class TraceQueue {
  readonly #options: TraceQueueOptions;
  #waiting: TraceRecord[] = [];
  #dropped = 0;
  /** Dropped, and not written down yet. */
  #unsaid = 0;
  #isOver = false;
  /** Writes what waits, until nothing does. */
  #writing: Promise<void> | undefined;
  #closing: Promise<void> | undefined;

  constructor(options: TraceQueueOptions) {
    this.#options = options;
  }

  get dropped(): number {
    return this.#dropped;
  }

  push(record: TraceRecord): void {
    if (this.#isOver || this.#waiting.length >= this.#options.maxQueued) return this.drop();
    this.#waiting.push(record);
    this.#writing ??= this.#write();
  }

  /** One that cannot be written: it is counted, and that is said in its place. */
  drop(): void {
    this.#dropped += 1;
    if (this.#isOver) return;
    this.#unsaid += 1;
    this.#writing ??= this.#write();
  }

  async flush(): Promise<void> {
    while (this.#writing !== undefined) await this.#writing;
  }

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

  async #write(): Promise<void> {
    // In a later turn: all that this one tells goes together, and the protocol goes first.
    await new Promise((resolve) => setImmediate(resolve));
    const { file, onError } = this.#options;
    let batch: TraceRecord[] = [];
    try {
      while (this.#waiting.length > 0 || this.#unsaid > 0) {
        batch = this.#waiting.splice(0, maxBatch);
        const lines = batch.map((record) => this.#lineOf(record)).join('');
        await file.append(lines + this.#dropRecord());
      }
    } catch (error) {
      this.#isOver = true;
      this.#dropped += batch.length + this.#waiting.length;
      this.#waiting = [];
      guarded(() => onError(error));
    } finally {
      this.#writing = undefined;
    }
  }

  #lineOf(record: TraceRecord): string {
    try {
      const line = this.#options.lineOf(record);
      if (3 * line.length <= maxLineBytes || Buffer.byteLength(line) <= maxLineBytes) return line;
    } catch {
      // It is dropped, as one that is too long.
    }
    this.#dropped += 1;
    this.#unsaid += 1;
    return '';
  }

  #dropRecord(): string {
    const count = this.#unsaid;
    this.#unsaid = 0;
    if (count === 0) return '';
    return this.#options.lineOf({ type: 'dropped', at: roundedMs(this.#options.now()), count });
  }
}
