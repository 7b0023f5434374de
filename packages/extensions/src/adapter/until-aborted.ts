import { untilAborted as untilAbortedWith } from '../base/until-aborted.ts';
import { errorFrom, type McpClientError } from '../errors.ts';
import { abortFailure } from '../rpc/pending-request.ts';

/** The caller took a call back before anything of it was sent. */
export function abortedUnsent(reason: unknown): McpClientError {
  return errorFrom({ ...abortFailure('tools/call', reason), method: 'tools/call', outcome: 'not-sent' });
}

/**
 * What the promise comes to, or `MCP_ABORTED` as soon as the signal aborts: a person who was asked may think for long. What
 * they say after that is not heard.
 */
export function untilAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  return untilAbortedWith(promise, signal, abortedUnsent);
}

/** The same for whoever answered at once, if he did: what comes back is a promise only when there is something to wait for. */
export function unlessAborted<T>(answer: T | PromiseLike<T>, signal: AbortSignal | undefined): T | Promise<T> {
  if (isThenable(answer)) return untilAborted(Promise.resolve(answer), signal);
  if (signal?.aborted === true) throw abortedUnsent(signal.reason);
  return answer;
}

function isThenable<T>(answer: T | PromiseLike<T>): answer is PromiseLike<T> {
  const isLarge = (typeof answer === 'object' && answer !== null) || typeof answer === 'function';
  return isLarge && 'then' in answer && typeof answer.then === 'function';
}
