import type { Output } from './result.ts';

/**
 * The first bytes of an endless stream. All of it is read, since a process stops in mid-sentence once nobody reads (a pipe
 * holds about 64 KiB); not all of it is kept, since it may write for ever.
 *
 * Grown-up twin: packages/extensions/src/stdio/stderr-tail.ts, which keeps the end
 */
export class CappedOutput {
  readonly #maxBytes: number;
  readonly #kept: Buffer[] = [];
  #keptBytes = 0;
  #totalBytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  push(chunk: Buffer): void {
    this.#totalBytes += chunk.length;
    const piece = chunk.subarray(0, this.#maxBytes - this.#keptBytes);
    if (piece.length === 0) return; // read, counted, dropped
    this.#kept.push(piece);
    this.#keptBytes += piece.length;
  }

  /** Decoded once, at the end: a chunk may begin or end inside a character. */
  result(): Output {
    const truncated = this.#totalBytes > this.#keptBytes;
    // `stream` holds the bytes of an unfinished last character back: when we have cut it, it is not the process's fault.
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
    const text = decoder.decode(Buffer.concat(this.#kept), { stream: truncated });
    return { text, truncated, totalBytes: this.#totalBytes };
  }
}
