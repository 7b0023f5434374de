/**
 * Makes lines of chunks of bytes: cut at the byte 0x0A before decoding, so that a character split between two chunks
 * comes out whole. Each byte is looked at once.
 */
export class LineReader {
  /** @type {Buffer[]} */
  #partial = [];

  /**
   * @param {Buffer} bytes
   * @returns {string[]} the lines that these bytes complete, without their newline
   */
  push(bytes) {
    const lines = [];
    let start = 0;
    for (let end = bytes.indexOf(0x0a); end >= 0; end = bytes.indexOf(0x0a, start)) {
      this.#partial.push(bytes.subarray(start, end));
      lines.push(
        this.#partial.length === 1 ? bytes.toString('utf8', start, end) : Buffer.concat(this.#partial).toString(),
      );
      this.#partial = [];
      start = end + 1;
    }
    if (start < bytes.length) this.#partial.push(bytes.subarray(start));
    return lines;
  }
}
