import { cutText, linesIn, type CutText } from './cut-text.ts';
import type { OutcomeLimits } from './adapter-limits.ts';

/** What is left of the limits while one outcome is made. */
export class OutcomeBudget {
  #bytes: number;
  #lines: number;
  #mediaBytes: number;
  #blocks: number;

  constructor({ maxTextBytes, maxTextLines, maxTotalMediaBytes, maxBlocks }: OutcomeLimits) {
    this.#bytes = maxTextBytes;
    this.#lines = maxTextLines;
    this.#mediaBytes = maxTotalMediaBytes;
    this.#blocks = maxBlocks;
  }

  /** As much of a text as there is room for; it is followed by a newline. */
  text(text: string): CutText {
    if (this.#lines < 1 || this.#bytes < 0) return { text: '', bytes: 0, lines: 0, isWhole: false };
    const cut = cutText(text, this.#bytes, this.#lines);
    this.#bytes -= cut.bytes + 1;
    this.#lines -= cut.lines;
    return cut;
  }

  /** Takes all of a text, or nothing of it. */
  whole(text: string): boolean {
    const bytes = Buffer.byteLength(text);
    const lines = linesIn(text);
    if (bytes > this.#bytes || lines > this.#lines) return false;
    this.#bytes -= bytes + 1;
    this.#lines -= lines;
    return true;
  }

  /** Room for one more block that is no text. Its words are taken apart. */
  block(): boolean {
    this.#blocks -= 1;
    return this.#blocks >= 0;
  }

  media(bytes: number): boolean {
    if (bytes > this.#mediaBytes) return false;
    this.#mediaBytes -= bytes;
    return true;
  }
}
