/** One line: how long it was, with its newline, and its text unless that is too long to be kept. */
export interface Line {
  readonly bytes: number;
  readonly text?: string;
}

/** Makes lines of chunks of bytes; of a line without an end it keeps no more than `mostBytes`. */
export class BoundedLines {
  readonly #mostBytes: number;
  #parts: Buffer[] = [];
  #bytes = 0;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  /** The lines that these bytes complete. */
  push(chunk: Buffer): Line[] {
    const lines: Line[] = [];
    let start = 0;
    for (let end = chunk.indexOf(0x0a); end >= 0; end = chunk.indexOf(0x0a, start)) {
      this.#keep(chunk.subarray(start, end));
      lines.push(this.#line());
      start = end + 1;
    }
    this.#keep(chunk.subarray(start));
    return lines;
  }

  #keep(part: Buffer): void {
    this.#bytes += part.length;
    if (this.#bytes <= this.#mostBytes) this.#parts.push(part);
    else this.#parts = [];
  }

  #line(): Line {
    const bytes = this.#bytes + 1;
    const line = this.#bytes <= this.#mostBytes ? { bytes, text: Buffer.concat(this.#parts).toString() } : { bytes };
    this.#parts = [];
    this.#bytes = 0;
    return line;
  }
}
