import { unwatchAbort, watchAbort, type AbortListener } from '../base/abort-watch.ts';
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
  if (signal === undefined) return promise;
  return new Promise<T>((resolve, reject) => {
    const listener: AbortListener = { place: -1, onAbort: (reason) => reject(abortedUnsent(reason)) };
    if (signal.aborted) listener.onAbort(signal.reason);
    else watchAbort(signal, listener);
    promise.then(resolve, reject).finally(() => unwatchAbort(signal, listener));
  });
}
