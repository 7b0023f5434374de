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
