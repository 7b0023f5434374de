import { defined } from '../base/defined.ts';
import { errorFrom, McpClientError, McpProtocolError } from '../errors.ts';
import type { ErrorDetails, Failure, HandshakeReason } from '../errors.ts';
import { isJsonObject } from '../wire/message.ts';
import { printable } from '../wire/printable.ts';
import type { HandshakeOptions } from './handshake.ts';
import { revisionsOf } from './revisions.ts';

/** The request that a handshake is made of. */
export type HandshakeMethod = 'initialize' | 'server/discover';

/** -32022, of the modern era. `data.supported` says which revisions there are. */
const unsupportedVersionCode = -32022;

/** The error of the request, in the words of a handshake. */
export function handshakeError(failure: Failure, method: HandshakeMethod, options: HandshakeOptions): McpClientError {
  const error = errorFrom(failure);
  const { code, message } = error;
  const { timeoutMs, lastWords } = options;
  if (code === 'MCP_TIMEOUT') {
    const message = `the server did not answer ${method} within ${timeoutMs} ms`;
    return failed('timeout', message, method, { ...detailsOf(error), ...lastWords(), timeoutMs });
  }
  if (code === 'MCP_PROCESS_EXIT' || code === 'MCP_WRITE_FAILED') {
    const { exitCode, signal, stderrTail, stderrTruncated } = error;
    const how = { ...defined({ exitCode, signal, stderrTail, stderrTruncated }), ...detailsOf(error) };
    return failed('exited', `before the handshake was done: ${message}`, method, how);
  }
  if (code === 'MCP_PROTOCOL_ERROR' || code === 'MCP_MESSAGE_TOO_LARGE') {
    return failed('malformed', message, method, { ...detailsOf(error), ...lastWords() });
  }
  if (!(error instanceof McpProtocolError)) return error;
  const supported = supportedVersions(error.data);
  return supported
    ? unsupported(supported, method, options, error)
    : failed('refused', `the server refuses ${method}: ${message}`, method, detailsOf(error));
}

/** An answer that is none. */
export function malformedAnswer(problem: string, method: HandshakeMethod, requestId: number): McpClientError {
  return failed('malformed', `the answer to ${method}: ${problem}`, method, { requestId });
}

/** `data.supported` of a refusal, if it is a list of revisions. */
function supportedVersions(data: unknown): string[] | undefined {
  const supported = isJsonObject(data) ? data['supported'] : undefined;
  return Array.isArray(supported) ? supported.filter((entry) => typeof entry === 'string') : undefined;
}

/** The revisions that a server names in a refusal which only the modern era knows; undefined for any other failure. */
export function modernRefusal({ code, remoteCode, data }: Failure): readonly string[] | undefined {
  return code === 'MCP_ERROR' && remoteCode === unsupportedVersionCode ? supportedVersions(data) : undefined;
}

/** Of the modern era: the headers of a request do not fit its body. */
export const headerMismatchCode = -32020;

/** It and -32021: no legacy server has them. (-32022 is one only with its list of revisions.) */
export function isModernCode(code: number | undefined): boolean {
  return code === headerMismatchCode || code === -32021;
}

/** Statuses by which a server that knows only HTTP+SSE answers what is sent to the address of its stream. */
const olderStatuses: readonly unknown[] = [400, 404, 405];

/**
 * A handshake failed as with a server over HTTP that takes no `initialize` by POST: it may be one of 2024-11-05. Source:
 * 2026-07-28, basic/transports/streamable-http.
 */
export function mayBeOlder(error: unknown): boolean {
  if (!(error instanceof McpClientError) || error.method !== 'initialize') return false;
  const { code, httpStatus, reason, cause } = error;
  if (code === 'MCP_HTTP_ERROR') return olderStatuses.includes(httpStatus);
  if (code !== 'MCP_HANDSHAKE_FAILED' || reason !== 'refused' || !(cause instanceof McpProtocolError)) return false;
  return olderStatuses.includes(cause.httpStatus) && !isModernCode(cause.remoteCode);
}

/** Names the revisions of both sides, and nothing else of what the server sent. */
export function unsupported(
  versions: readonly string[],
  method: HandshakeMethod,
  { era }: HandshakeOptions,
  cause?: McpClientError,
): McpClientError {
  const serverVersions = versions.slice(0, 8).map((version) => printable(version, 32));
  const clientVersions = revisionsOf(era);
  const theirs = serverVersions.join(', ') || 'no revision';
  return errorFrom({
    code: 'MCP_UNSUPPORTED_VERSION',
    message: `the server speaks ${theirs}; this client speaks ${clientVersions.join(', ')}`,
    phase: method,
    method,
    serverVersions,
    clientVersions,
    ...(cause === undefined ? {} : detailsOf(cause)),
  });
}

function failed(
  reason: HandshakeReason,
  message: string,
  method: HandshakeMethod,
  details: ErrorDetails,
): McpClientError {
  return errorFrom({ code: 'MCP_HANDSHAKE_FAILED', message, phase: method, method, reason, ...details });
}

/** What every failure takes over from the error of the request. */
function detailsOf(error: McpClientError): ErrorDetails {
  const { requestId, outcome } = error;
  return { ...defined({ requestId, outcome }), cause: error };
}
