import { McpClientError } from './errors.ts';

const NEWLINE = 0x0a;

/**
 * Bytes in, lines out. A pipe knows no messages: one chunk may hold half a line, or five, and may end inside a character.
 * So the bytes are scanned for 0x0A first and decoded afterwards; in UTF-8 no other character contains that byte.
 * Pieces are joined once per line, so the cost stays linear however small the chunks are.
 *
 * Not `node:readline`: newer Node versions also split at U+2028, which is legal inside JSON, and it has no line limit.
 *
 * Grown-up twin: packages/extensions/src/wire/line-decoder.ts
 */
export class LineDecoder {
  readonly #maxLineBytes: number;
  #pieces: Buffer[] = [];
  #bytes = 0;

  constructor(maxLineBytes: number) {
    this.#maxLineBytes = maxLineBytes;
  }

  /**
   * The lines that this chunk completes, without line ends and without blank lines. (The CR of a CRLF stays: JSON takes
   * it for white space.)
   *
   * @throws McpClientError `MCP_MESSAGE_TOO_LARGE` as soon as the limit is passed, also when no newline ever comes.
   */
  *push(chunk: Buffer): Generator<string, void> {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      this.#keep(chunk.subarray(start, end));
      start = end + 1;
      const line = this.#take();
      if (line.trim() !== '') yield line;
    }
    this.#keep(chunk.subarray(start));
  }

  #keep(piece: Buffer): void {
    this.#bytes += piece.length;
    if (this.#bytes > this.#maxLineBytes) {
      throw new McpClientError(
        'MCP_MESSAGE_TOO_LARGE',
        `the server sent a line of more than ${this.#maxLineBytes} bytes`,
      );
    }
    this.#pieces.push(piece);
  }

  #take(): string {
    const line = Buffer.concat(this.#pieces, this.#bytes).toString('utf8');
    this.#pieces = [];
    this.#bytes = 0;
    return line;
  }
}
