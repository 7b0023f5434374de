import { isTimerMs, maxTimerMs } from '../base/deadline.ts';
import { errorFrom, McpClientError } from '../errors.ts';
import type { PeerCounters } from '../rpc/peer-counters.ts';
import { abortFailure, type RequestTerms } from '../rpc/pending-request.ts';
import type { JsonObject } from '../wire/message.ts';
import { printable } from '../wire/printable.ts';
import type { ClientTimeouts } from './client-options.ts';

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

const ofRequests = ['signal', 'timeoutMs'] as const satisfies readonly (keyof RequestOptions)[];
const ofLists = [...ofRequests, 'maxTotalTimeoutMs'] as const satisfies readonly (keyof ListOptions)[];
/** `beforeSend` is for sources that may have to wait for their server (`ToolSource`): a client has no use for it. */
const ofCalls = [...ofLists, 'runId', 'resetTimeoutOnProgress', 'onProgress', 'beforeSend'] as const;

/**
 * Checks what a request was given. A name that nobody knows is a mistake: without it the request would have another time than
 * was meant, or a signal that takes nothing back.
 *
 * @throws McpClientError `MCP_INVALID_PARAMS`: nothing was sent.
 */
export function checkRequestOptions(options: RequestOptions, method: string): void {
  checkRequestValues(options, method);
  requireKnown(options, ofRequests, method);
}

/** As `checkRequestOptions`, for a list. */
export function checkListOptions(options: ListOptions): void {
  checkListValues(options, 'tools/list');
  requireKnown(options, ofLists, 'tools/list');
}

/** As `checkRequestOptions`, for a tool call, or another request that may take its time. */
export function checkCallOptions(options: CallOptions, method = 'tools/call'): void {
  checkCallValues(options, method);
  requireKnown(options, ofCalls, method);
}

/** The same, but for names: an agent's framework may hand on more than a call is for. */
export function checkCallValues(options: CallOptions, method = 'tools/call'): void {
  checkListValues(options, method);
  const { onProgress, runId } = options;
  if (onProgress !== undefined && typeof onProgress !== 'function') {
    throw invalidParams('onProgress is no function', method);
  }
  if (runId !== undefined && typeof runId !== 'string') throw invalidParams('runId is no string', method);
}

/** What a request is given, by the options of its caller, which were checked. */
export function termsOf(options: CallOptions, timeouts: ClientTimeouts): Omit<RequestTerms, 'method'> {
  const resets = options.resetTimeoutOnProgress === true;
  return {
    runId: options.runId,
    signal: options.signal,
    timeoutMs: options.timeoutMs ?? timeouts.requestMs,
    maxTotalTimeoutMs: options.maxTotalTimeoutMs ?? (resets ? timeouts.totalMs : undefined),
    resetTimeoutOnProgress: resets,
    onProgress: options.onProgress,
  };
}

function checkListValues(options: ListOptions, method: string): void {
  checkRequestValues(options, method);
  const { maxTotalTimeoutMs } = options;
  if (maxTotalTimeoutMs !== undefined && !isTimerMs(maxTotalTimeoutMs)) {
    throw badTime('maxTotalTimeoutMs', maxTotalTimeoutMs, method);
  }
}

function checkRequestValues(options: RequestOptions, method: string): void {
  if (typeof options !== 'object' || options === null) throw invalidParams('the options are no object', method);
  const { signal, timeoutMs } = options;
  if (timeoutMs !== undefined && !isTimerMs(timeoutMs)) throw badTime('timeoutMs', timeoutMs, method);
  if (signal !== undefined && !(signal instanceof AbortSignal)) throw invalidParams('signal is no AbortSignal', method);
}

function requireKnown(options: object, known: readonly string[], method: string): void {
  for (const name in options) {
    if (known.includes(name)) continue;
    throw invalidParams(`the option ${printable(name, 64)} does not exist; there are ${known.join(', ')}`, method);
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
