import { characterStart, wholeCharacters } from '../base/utf8.ts';

/** Pieces of an unfinished line are collected in blocks of this size, however small they came. */
const blockBytes = 256 * 1024;
const newline = 0x0a;
const nothing = Buffer.alloc(0);

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
 * byte of a longer UTF-8 character is 0x0A, so both cuts are the same. A line that comes in pieces is kept as bytes until
 * it is whole, since as text it could be twice as large; but a full block of ASCII, which could not, becomes text at once,
 * and its bytes serve for the next one: a long answer then exists three times on its way, not four times.
 */
export class LineDecoder {
  readonly #options: LineDecoderOptions;
  /** The unfinished line: full blocks, as text where they are ASCII, and one that is being filled. */
  #blocks: (Buffer | string)[] = [];
  #block: Buffer | undefined;
  #filled = 0;
  #lineBytes = 0;
  #over = false;

  constructor(options: LineDecoderOptions) {
    this.#options = options;
  }

  /** Bytes of the line that is not finished yet. */
  get pendingBytes(): number {
    return this.#lineBytes;
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
    if (this.#lineBytes > 0) {
      const first = chunk.indexOf(newline);
      if (!this.#keep(chunk, 0, first)) return false;
      this.#emitKept();
      start = first + 1;
    }
    if (start <= last && !this.#emitWhole(chunk, start, last)) return false;
    return this.#keep(chunk, last + 1, chunk.length);
  }

  /** Forgets the unfinished line, at the end of the stream. */
  clear(): void {
    this.#blocks = [];
    this.#block = undefined;
    this.#filled = 0;
    this.#lineBytes = 0;
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

  /** Copies a piece of the unfinished line into the block. */
  #keep(chunk: Buffer, start: number, end: number): boolean {
    this.#lineBytes += end - start;
    if (this.#lineBytes > this.#options.maxLineBytes) return this.#giveUp();
    let from = start;
    while (from < end) {
      this.#block ??= Buffer.allocUnsafeSlow(blockBytes);
      const copied = chunk.copy(this.#block, this.#filled, from, end);
      this.#filled += copied;
      from += copied;
      if (this.#filled < blockBytes) break;
      // Where one block was something else, the next ones mostly are, too.
      const text = typeof this.#blocks.at(-1) === 'object' ? undefined : asciiOf(this.#block);
      this.#blocks.push(text ?? this.#block);
      if (text === undefined) this.#block = undefined;
      this.#filled = 0;
    }
    return true;
  }

  #emitKept(): void {
    const bytes = this.#lineBytes;
    const blocks = this.#blocks;
    const last = this.#block?.subarray(0, this.#filled) ?? nothing;
    // The block that is being filled is used again: a line in two pieces is the rule, and should not cost a block.
    this.#blocks = [];
    this.#filled = 0;
    this.#lineBytes = 0;
    this.#options.onLine(blocks.length === 0 ? last.toString('utf8') : decodeBlocks([...blocks, last]), bytes);
  }

  #giveUp(): false {
    this.#over = true;
    this.clear();
    return false;
  }
}

/** The text of bytes that are all ASCII; undefined for others. What was put in for a byte that is no UTF-8 gives it away. */
function asciiOf(bytes: Buffer): string | undefined {
  const text = bytes.toString('utf8');
  return text.length === bytes.length && !text.includes('\ufffd') ? text : undefined;
}

/** Decodes blocks at the boundaries of characters; each is let go as soon as it is text. */
function decodeBlocks(blocks: (Buffer | string)[]): string {
  const text: string[] = [];
  let rest: Buffer = nothing;
  for (const [index, block] of blocks.entries()) {
    blocks[index] = nothing;
    if (typeof block === 'string') {
      // A character that was begun before is never finished: what follows is ASCII.
      text.push(rest.toString('utf8'), block);
      rest = nothing;
      continue;
    }
    // The bytes of a character that began in the block before: three at most.
    const begin = rest.length === 0 ? 0 : characterStart(block, 0);
    if (rest.length > 0) text.push(Buffer.concat([rest, block.subarray(0, begin)]).toString('utf8'));
    const isLast = index === blocks.length - 1;
    const end = isLast ? block.length : Math.max(begin, wholeCharacters(block));
    text.push(block.toString('utf8', begin, end));
    rest = Buffer.from(block.subarray(end));
  }
  return text.join('');
}
