import { isTimerMs, maxTimerMs } from '../base/deadline.ts';
import { errorFrom, McpClientError } from '../errors.ts';
import type { PeerCounters } from '../rpc/peer-counters.ts';
import { abortFailure } from '../rpc/pending-request.ts';
import type { JsonObject } from '../wire/message.ts';

/** What every request can be given. */
export interface RequestOptions {
  /** Takes the request back: it ends with `MCP_ABORTED`. The signal stays the caller's. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds without an answer until it ends with `MCP_TIMEOUT`. */
  readonly timeoutMs?: number | undefined;
}

/** For a list, whose pages are requests. */
export interface ListOptions extends RequestOptions {
  /** Milliseconds in all, whatever progress comes. */
  readonly maxTotalTimeoutMs?: number | undefined;
}

export interface CallOptions extends ListOptions {
  /** The run that the call belongs to, for `onEvent` and `traceContext`; the server is not told. */
  readonly runId?: string | undefined;
  /** Progress of the call gives it `timeoutMs` anew. Works without `onProgress` too. Default false. */
  readonly resetTimeoutOnProgress?: boolean | undefined;
  /** Progress as the server tells it: untrusted. May throw, or reject; nothing breaks by it. */
  readonly onProgress?: ((progress: JsonObject) => unknown) | undefined;
}

/**
 * Checks what a request was given.
 *
 * @throws McpClientError `MCP_INVALID_PARAMS`: nothing was sent.
 */
export function checkRequestOptions(options: RequestOptions, method: string): void {
  if (typeof options !== 'object' || options === null) throw invalidParams('the options are no object', method);
  const { signal, timeoutMs } = options;
  if (timeoutMs !== undefined && !isTimerMs(timeoutMs)) throw badTime('timeoutMs', timeoutMs, method);
  if (signal !== undefined && !(signal instanceof AbortSignal)) throw invalidParams('signal is no AbortSignal', method);
}

/** As `checkRequestOptions`, for a tool call. */
export function checkCallOptions(options: CallOptions): void {
  checkListOptions(options, 'tools/call');
  const { onProgress, runId } = options;
  if (onProgress !== undefined && typeof onProgress !== 'function') {
    throw invalidParams('onProgress is no function', 'tools/call');
  }
  if (runId !== undefined && typeof runId !== 'string') throw invalidParams('runId is no string', 'tools/call');
}

/** As `checkRequestOptions`, for a list. */
export function checkListOptions(options: ListOptions, method: string = 'tools/list'): void {
  checkRequestOptions(options, method);
  const { maxTotalTimeoutMs } = options;
  if (maxTotalTimeoutMs !== undefined && !isTimerMs(maxTotalTimeoutMs)) {
    throw badTime('maxTotalTimeoutMs', maxTotalTimeoutMs, method);
  }
}

/**
 * Nothing is done for a signal that is aborted already.
 *
 * @throws McpClientError `MCP_ABORTED`
 */
export function requireWanted(method: string, signal: AbortSignal | undefined, counters?: PeerCounters): void {
  if (signal?.aborted !== true) return;
  counters?.count('MCP_ABORTED');
  throw errorFrom({ ...abortFailure(method, signal.reason), method, outcome: 'not-sent' });
}

function badTime(name: string, value: unknown, method: string): McpClientError {
  return invalidParams(
    `${name} should be whole milliseconds from 1 to ${maxTimerMs}, and is ${typeof value === 'number' ? value : `a ${typeof value}`}`,
    method,
  );
}

/** An error about what the caller gave: nothing was sent. */
export function invalidParams(message: string, method: string): McpClientError {
  return new McpClientError('MCP_INVALID_PARAMS', message, { method, outcome: 'not-sent' });
}
