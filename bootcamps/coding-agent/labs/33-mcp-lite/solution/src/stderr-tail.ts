/**
 * The last bytes of an endless stream. A server blocks once nobody reads its stderr (a pipe holds about 64 KiB), so all of
 * it is read; it may write for ever, so only the end of it is kept.
 *
 * Grown-up twin: packages/extensions/src/stdio/stderr-tail.ts
 */
export class StderrTail {
  readonly #maxBytes: number;
  #bytes: Buffer = Buffer.alloc(0);
  #truncated = false;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** True when there was more than the tail holds. */
  get truncated(): boolean {
    return this.#truncated;
  }

  push(chunk: Buffer): void {
    const all = Buffer.concat([this.#bytes, chunk]);
    this.#truncated ||= all.length > this.#maxBytes;
    this.#bytes = all.subarray(-this.#maxBytes);
  }

  /** The tail as text. It starts on a character, not inside one. */
  text(): string {
    const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;
    let start = 0;
    while (this.#truncated && start < 3 && isContinuation(this.#bytes[start])) start += 1;
    return this.#bytes.subarray(start).toString('utf8');
  }
}
