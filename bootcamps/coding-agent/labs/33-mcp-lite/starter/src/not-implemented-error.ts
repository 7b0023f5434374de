/**
 * Marks the hole that this lab asks you to fill. When the code no longer throws it, this file has done its work.
 */
export class NotImplementedError extends Error {
  override readonly name = 'NotImplementedError';
  readonly code: string;

  /**
   * @param code the same word as in the comment `TODO(<code>)` where the code is missing
   * @param says what to do, one line in each language
   */
  constructor(code: string, says: readonly string[]) {
    super([...says, `提示 / hint: pnpm lesson hint 33 <test id>   TODO(${code})`].join('\n'));
    this.code = code;
  }
}
