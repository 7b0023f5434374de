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
