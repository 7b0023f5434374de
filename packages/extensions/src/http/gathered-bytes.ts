import { StringDecoder } from 'node:string_decoder';

/** Pieces are collected in blocks of this size, however small they came. */
const blockBytes = 256 * 1024;

/** Bytes that come in pieces and are a text: they take as many as they are, and a block. */
export class GatheredBytes {
  readonly #blocks: Buffer[] = [];
  #block = Buffer.alloc(0);
  #filled = 0;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(piece: Buffer): void {
    this.#length += piece.length;
    let from = 0;
    while (from < piece.length) {
      if (this.#filled === this.#block.length) {
        this.#block = Buffer.allocUnsafeSlow(blockBytes);
        this.#blocks.push(this.#block);
        this.#filled = 0;
      }
      const copied = piece.copy(this.#block, this.#filled, from);
      this.#filled += copied;
      from += copied;
    }
  }

  /** The text of all of them, which are let go. */
  take(): string {
    const decoder = new StringDecoder('utf8');
    const text: string[] = [];
    for (const block of this.#blocks.splice(0)) {
      text.push(decoder.write(block === this.#block ? block.subarray(0, this.#filled) : block));
    }
    text.push(decoder.end());
    return text.join('');
  }
}
