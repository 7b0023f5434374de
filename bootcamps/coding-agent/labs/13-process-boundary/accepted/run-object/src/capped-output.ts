import type { Output } from './result.ts';

/** Keeps the first bytes in one buffer that grows, and cuts characters by hand. */
export class CappedOutput {
  readonly #maxBytes: number;
  #buffer: Buffer = Buffer.alloc(0);
  #totalBytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  push(chunk: Buffer): void {
    this.#totalBytes += chunk.length;
    if (this.#buffer.length === this.#maxBytes) return;
    this.#buffer = Buffer.concat([this.#buffer, chunk]).subarray(0, this.#maxBytes);
  }

  result(): Output {
    const truncated = this.#totalBytes > this.#maxBytes;
    const end = truncated ? wholeCharacters(this.#buffer) : this.#buffer.length;
    return { text: this.#buffer.toString('utf8', 0, end), truncated, totalBytes: this.#totalBytes };
  }
}

/** How many bytes there are without those of an unfinished last character. */
function wholeCharacters(bytes: Buffer): number {
  let start = bytes.length - 1;
  while (start > 0 && bytes.length - start < 4 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start -= 1;
  const lead = bytes[start] ?? 0;
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
  return length > 1 && start + length > bytes.length ? start : bytes.length;
}
