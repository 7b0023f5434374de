import { KeptText } from './kept-text.ts';

const newline = 0x0a;

export interface LineDecoderOptions {
  /** A line of more bytes than this ends the decoding. */
  readonly maxLineBytes: number;
  /** One line without its newline, and how many bytes it had. CR before the newline is left on: JSON allows it. */
  readonly onLine: (line: string, bytes: number) => void;
}

/**
 * Cuts bytes into lines at 0x0A and nothing else. Each byte is looked at, copied and decoded a fixed number of times,
 * whatever the size of the chunks and of the lines; what is kept is never more than `maxLineBytes` and two blocks.
 *
 * Whole lines of a chunk are decoded at once and then cut as text, which is many times cheaper for small messages: no
 * byte of a longer UTF-8 character is 0x0A, so both cuts are the same.
 */
export class LineDecoder {
  readonly #options: LineDecoderOptions;
  /** The unfinished line. */
  readonly #kept = new KeptText();
  #over = false;

  constructor(options: LineDecoderOptions) {
    this.#options = options;
  }

  /** Bytes of the line that is not finished yet. */
  get pendingBytes(): number {
    return this.#kept.bytes;
  }

  /**
   * Takes a chunk and calls `onLine` for each line that is whole now. Returns false as soon as a line is over the limit:
   * then everything is let go and nothing more is taken.
   */
  push(chunk: Buffer): boolean {
    if (this.#over) return false;
    const last = chunk.lastIndexOf(newline);
    if (last === -1) return this.#keep(chunk, 0, chunk.length);
    let start = 0;
    if (this.#kept.bytes > 0) {
      const first = chunk.indexOf(newline);
      if (!this.#keep(chunk, 0, first)) return false;
      const bytes = this.#kept.bytes;
      this.#options.onLine(this.#kept.take(), bytes);
      start = first + 1;
    }
    if (start <= last && !this.#emitWhole(chunk, start, last)) return false;
    return this.#keep(chunk, last + 1, chunk.length);
  }

  /** Forgets the unfinished line, at the end of the stream. */
  clear(): void {
    this.#kept.clear();
  }

  /** The whole lines between `start` and the newline at `last`. */
  #emitWhole(chunk: Buffer, start: number, last: number): boolean {
    const { maxLineBytes, onLine } = this.#options;
    // Nearly always true: then no line of the region can be over the limit.
    if (last - start <= maxLineBytes) {
      const region = chunk.toString('utf8', start, last);
      const oneByteEach = region.length === last - start;
      let from = 0;
      let byteFrom = start;
      for (let at = region.indexOf('\n'); at !== -1; at = region.indexOf('\n', from)) {
        const byteAt = oneByteEach ? start + at : chunk.indexOf(newline, byteFrom);
        onLine(region.slice(from, at), byteAt - byteFrom);
        from = at + 1;
        byteFrom = byteAt + 1;
      }
      onLine(from === 0 ? region : region.slice(from), last - byteFrom);
      return true;
    }
    let from = start;
    while (from <= last) {
      const at = chunk.indexOf(newline, from);
      if (at - from > maxLineBytes) return this.#giveUp();
      onLine(chunk.toString('utf8', from, at), at - from);
      from = at + 1;
    }
    return true;
  }

  #keep(chunk: Buffer, start: number, end: number): boolean {
    if (this.#kept.bytes + end - start > this.#options.maxLineBytes) return this.#giveUp();
    this.#kept.add(chunk, start, end);
    return true;
  }

  #giveUp(): false {
    this.#over = true;
    this.clear();
    return false;
  }
}
