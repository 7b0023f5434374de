/** Every way in which no process ran, by a stable name. Programs look at the code; the message is for people. */
export type ProcessErrorCode =
  | 'PROCESS_INVALID_OPTIONS' // refused unseen: nothing was tried
  | 'PROCESS_ABORTED' // the signal was aborted before the start: nothing was tried
  | 'PROCESS_NOT_FOUND' // there is no such program, or no such interpreter for it
  | 'PROCESS_NOT_EXECUTABLE' // it is there and cannot be run: no permission, or a directory
  | 'PROCESS_BAD_CWD' // the working directory is missing, or is none
  | 'PROCESS_SPAWN_FAILED'; // the system refused for a reason of its own

/**
 * The one error class of this lab. It always says the same: *no process ran*. What a process did that ran, well or badly,
 * is a result, and never an error.
 *
 * Grown-up twin: packages/extensions/src/errors.ts
 */
export class ProcessError extends Error {
  override readonly name = 'ProcessError';
  readonly code: ProcessErrorCode;

  /** @param options `cause`: the error of the system, or the reason of the aborted signal */
  constructor(code: ProcessErrorCode, message: string, options: { readonly cause?: unknown } = {}) {
    super(message, options);
    this.code = code;
  }
}

/** Marks the hole that this lab asks you to fill. Once nothing throws it any more it has done its work. */
export class NotImplementedError extends Error {
  override readonly name = 'NotImplementedError';
  readonly code: string;

  /**
   * @param code the word in the comments `TODO(<code>)` where the code is missing
   * @param says what to do, one line in each language
   */
  constructor(code: string, says: readonly string[]) {
    super([...says, `提示 / hint: pnpm lesson hint 13 <test id>   TODO(${code})`].join('\n'));
    this.code = code;
  }
}
