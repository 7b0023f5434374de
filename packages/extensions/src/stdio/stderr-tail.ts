import { characterStart } from '../base/utf8.ts';

/** What most servers say fits into this. */
const firstBytes = 4096;

/**
 * The last bytes of an endless stream (C-24). A server stops once nobody reads its stderr (a pipe holds about 64 KiB), so
 * all of it is read; it may write for ever, so only the end is kept, in a ring that grows with what comes: no
 * more than `maxBytes` are held.
 */
export class StderrTail {
  readonly #maxBytes: number;
  readonly #onTruncated: () => void;
  #ring: Buffer | undefined;
  /** Where the next byte goes. */
  #at = 0;
  /** Bytes in the ring. */
  #held = 0;
  #truncated = false;

  /** `onTruncated`: called once, when more came than is held. Does not throw. */
  constructor(maxBytes: number, onTruncated: () => void = () => {}) {
    this.#maxBytes = maxBytes;
    this.#onTruncated = onTruncated;
  }

  /** There was more than the tail holds. */
  get truncated(): boolean {
    return this.#truncated;
  }

  push(chunk: Buffer): void {
    const max = this.#maxBytes;
    const isMore = this.#held + chunk.length > max && !this.#truncated;
    if (isMore) this.#truncated = true;
    const fresh = chunk.length > max ? chunk.subarray(chunk.length - max) : chunk;
    const ring = this.#ringFor(Math.min(max, this.#held + fresh.length));
    const first = Math.min(fresh.length, ring.length - this.#at);
    fresh.copy(ring, this.#at, 0, first);
    fresh.copy(ring, 0, first);
    this.#at = (this.#at + fresh.length) % ring.length;
    this.#held = Math.min(max, this.#held + fresh.length);
    if (isMore) this.#onTruncated();
  }

  /** A ring with room for so many bytes. It runs round only at its full size; before that its bytes begin at 0. */
  #ringFor(bytes: number): Buffer {
    const ring = this.#ring;
    if (ring !== undefined && ring.length >= bytes) return ring;
    const length = Math.min(this.#maxBytes, Math.max(firstBytes, bytes, 2 * (ring?.length ?? 0)));
    // Not from Node's pool: a small view would keep a whole slab alive for as long as the server runs.
    const larger = Buffer.allocUnsafeSlow(length);
    ring?.copy(larger, 0, 0, this.#held);
    this.#at = this.#held;
    this.#ring = larger;
    return larger;
  }

  /**
   * What is held, as text, not redacted: `redact` it before it goes anywhere. A truncated tail begins at a character, and
   * not inside a word, see `firstBoundary`.
   */
  text(): string {
    if (this.#ring === undefined) return '';
    if (this.#held < this.#maxBytes) return this.#ring.toString('utf8', 0, this.#held);
    const bytes = Buffer.concat([this.#ring.subarray(this.#at), this.#ring.subarray(0, this.#at)]);
    return bytes.toString('utf8', this.#truncated ? firstBoundary(bytes) : 0);
  }
}

/**
 * A tail that begins in the middle of a line may begin in the middle of a secret, whose rest no pattern knows any more. So
 * it is cut to the next line, if that costs no more than half of it; else (one very long line) to the next blank, under
 * the same condition; else half of it is let go: no token is that long, and the end of the line is what was said last.
 */
function firstBoundary(bytes: Buffer): number {
  const half = bytes.length >> 1;
  const line = bytes.indexOf('\n') + 1;
  if (line > 0 && line <= half) return line;
  const blank = bytes.subarray(0, half).findIndex((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d) + 1;
  return blank > 0 ? blank : characterStart(bytes, half);
}
