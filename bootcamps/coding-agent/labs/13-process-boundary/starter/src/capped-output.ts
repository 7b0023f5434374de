import type { Output } from './result.ts';

/**
 * What a process writes to one stream. So far all of it is kept, and a process may write for ever.
 *
 * TODO(TODO_RUN_PROCESS): keep the first `maxBytes` bytes, count the rest and drop it, and say so in the result. The text
 * holds whole characters: when the cap falls inside one, that one is left out.
 *
 * Grown-up twin: packages/extensions/src/stdio/stderr-tail.ts, which keeps the end
 */
export class CappedOutput {
  readonly maxBytes: number;
  readonly #chunks: Buffer[] = [];

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes;
  }

  push(chunk: Buffer): void {
    this.#chunks.push(chunk);
  }

  result(): Output {
    const bytes = Buffer.concat(this.#chunks);
    return { text: bytes.toString('utf8'), truncated: false, totalBytes: bytes.length };
  }
}
