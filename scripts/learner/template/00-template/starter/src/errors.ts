/** Codes are for programs and stay; messages are for people. */
type LessonErrorCode = 'NOTHING_TO_SAY';

/** What the code of this lesson fails with. */
export class LessonError extends Error {
  override readonly name = 'LessonError';
  readonly code: LessonErrorCode;

  constructor(code: LessonErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Marks the hole that this lesson asks you to fill. Once nothing throws it any more it has done its work. */
export class NotImplementedError extends Error {
  override readonly name = 'NotImplementedError';
  readonly code: string;

  /**
   * @param code the word in the comments `TODO(<code>)` where the code is missing
   * @param says what to do, one line in each language
   */
  constructor(code: string, says: readonly string[]) {
    super([...says, `提示 / hint: pnpm lesson hint 00 <test id>   TODO(${code})`].join('\n'));
    this.code = code;
  }
}
