/**
 * What a server writes to stderr. A server blocks once nobody reads its stderr (a pipe holds about 64 KiB), so all of it
 * is read; here it is dropped at once.
 *
 * Homework (bounded-stderr): keep the last `maxBytes` bytes, for the error `MCP_PROCESS_EXIT`. A server may write for
 * ever, so never more than that; and the text should start on a character, not inside one.
 *
 * Grown-up twin: packages/extensions/src/stdio/stderr-tail.ts
 */
export class StderrTail {
  readonly maxBytes: number;

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes;
  }

  /** True when there was more than the tail holds. */
  get truncated(): boolean {
    return false;
  }

  push(_chunk: Buffer): void {}

  /** The tail as text. */
  text(): string {
    return '';
  }
}
