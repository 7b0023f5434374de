import { decodeLine } from '../wire/codec.ts';
import { LineDecoder } from '../wire/line-decoder.ts';
import type { Incoming } from '../wire/message.ts';
import { BlankLines } from '../base/blank-lines.ts';

export interface IncomingLinesOptions {
  readonly maxLineBytes: number;
  readonly maxMessageValues: number;
  /** Who reads along: each line as it came, before it is sorted. Must not throw. */
  readonly onLine?: ((line: string, bytes: number) => void) | undefined;
  readonly onMessage: (message: Incoming) => void;
}

/** The way from the bytes of a server to its messages: lines, blank ones among them, each sorted by what it is. */
export class IncomingLines {
  readonly #options: IncomingLinesOptions;
  readonly #decoder: LineDecoder;
  readonly #blankLines = new BlankLines();
  #isStopped = false;

  constructor(options: IncomingLinesOptions) {
    this.#options = options;
    const { maxLineBytes } = options;
    this.#decoder = new LineDecoder({ maxLineBytes, onLine: (line, bytes) => this.#take(line, bytes) });
  }

  /** Takes bytes. False: a line is longer than it may be; nothing more is taken. */
  push(chunk: Buffer): boolean {
    return this.#decoder.push(chunk);
  }

  /** From now on nothing is told, whatever was begun. */
  stop(): void {
    this.#isStopped = true;
  }

  /** Lets the unfinished line go. */
  clear(): void {
    this.#decoder.clear();
  }

  #take(line: string, bytes: number): void {
    if (this.#isStopped) return;
    const { onLine, onMessage } = this.#options;
    onLine?.(line, bytes);
    if (line === '' || line === '\r') {
      if (this.#blankLines.take(bytes)) onMessage({ kind: 'noise', bytes: this.#blankLines.flush(), sample: '' });
      return;
    }
    this.#blankLines.flush();
    onMessage(decodeLine(line, bytes, this.#options));
  }
}
