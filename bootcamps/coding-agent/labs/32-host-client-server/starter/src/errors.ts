/** Codes are for programs and stay; messages are for people. */
type LessonErrorCode =
  | 'REQUEST_TIMEOUT'
  | 'NOT_A_REQUEST'
  | 'INVALID_PARAMS'
  | 'MALFORMED_RESPONSE'
  | 'REMOTE_ERROR'
  | 'WRONG_PHASE'
  | 'UNSUPPORTED_VERSION'
  | 'CAPABILITY_MISSING'
  | 'NO_CONSENT'
  | 'CLOSED';

/** What the code of this lesson fails with. Grown up: packages/extensions/src/errors.ts */
export class LessonError extends Error {
  override readonly name: string = 'LessonError';
  readonly code: LessonErrorCode;

  constructor(code: LessonErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** `REQUEST_TIMEOUT`: nobody answered in time. It says which request, so that somebody can look for it. */
export class RequestTimeoutError extends LessonError {
  override readonly name = 'RequestTimeoutError';
  readonly method: string;
  readonly requestId: number;

  constructor({ method, requestId, timeoutMs }: { method: string; requestId: number; timeoutMs: number }) {
    super('REQUEST_TIMEOUT', `no answer to ${method} (request ${requestId}) after ${timeoutMs} ms`);
    this.method = method;
    this.requestId = requestId;
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
    super([...says, `提示 / hint: pnpm lesson hint 32 <test id>   TODO(${code})`].join('\n'));
    this.code = code;
  }
}
