import { characterStart, wholeCharacters } from '../base/utf8.ts';

/** Pieces are collected in blocks of this size, however small they came. */
const blockBytes = 256 * 1024;
const nothing = Buffer.alloc(0);

/**
 * A text that comes as bytes in pieces. Each byte is copied and decoded once, whatever the size of the pieces; what is kept is never
 * more than that and two blocks.
 *
 * It is kept as bytes until it is whole, since as text it could be twice as large; but a full block of ASCII, which could not,
 * becomes text at once, and its bytes serve for the next one: a long answer then exists three times on its way, not four times.
 */
export class KeptText {
  /** Full blocks, as text where they are ASCII. */
  #blocks: (Buffer | string)[] = [];
  /** The one that is being filled. */
  #block: Buffer | undefined;
  #filled = 0;
  #bytes = 0;

  /** What it has so far. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Takes the bytes of a piece from `start` to `end`. They are copied. */
  add(piece: Buffer, start: number = 0, end: number = piece.length): void {
    this.#bytes += end - start;
    let from = start;
    while (from < end) {
      this.#block ??= Buffer.allocUnsafeSlow(blockBytes);
      const copied = piece.copy(this.#block, this.#filled, from, end);
      this.#filled += copied;
      from += copied;
      if (this.#filled < blockBytes) break;
      // Where one block was something else, the next ones mostly are, too.
      const text = typeof this.#blocks.at(-1) === 'object' ? undefined : asciiOf(this.#block);
      this.#blocks.push(text ?? this.#block);
      if (text === undefined) this.#block = undefined;
      this.#filled = 0;
    }
  }

  /** The text; the next one begins. What was no UTF-8 is U+FFFD in it. */
  take(): string {
    const blocks = this.#blocks;
    const last = this.#block?.subarray(0, this.#filled) ?? nothing;
    // The block that is being filled is used again: a line in two pieces is the rule, and should not cost a block.
    this.#blocks = [];
    this.#filled = 0;
    this.#bytes = 0;
    return blocks.length === 0 ? last.toString('utf8') : decodeBlocks([...blocks, last]);
  }

  /** Lets go of everything. */
  clear(): void {
    this.#blocks = [];
    this.#block = undefined;
    this.#filled = 0;
    this.#bytes = 0;
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
