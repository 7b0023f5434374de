import { isPassingStatus } from '../base/passing-status.ts';
import { McpClientError, type ErrorCode, type Failure } from '../errors.ts';
import type { FailureKind } from './restart-policy.ts';

/** What says that the host has no room, or no time, at the moment. */
const roomless: ReadonlySet<string> = new Set(['EAGAIN', 'EMFILE', 'ENFILE', 'ENOMEM', 'ENOBUFS', 'ETIMEDOUT']);

/** Those that are no crash, by their code alone. */
const kinds: Readonly<Partial<Record<ErrorCode, FailureKind>>> = {
  MCP_SPAWN_FAILED: 'setup',
  MCP_INVALID_CONFIG: 'setup',
  MCP_UNSUPPORTED_VERSION: 'setup',
  MCP_UNAUTHORIZED: 'setup',
  MCP_CONNECTION_FAILED: 'unreachable',
  MCP_SESSION_EXPIRED: 'expired',
  MCP_APPROVAL_REQUIRED: 'gate',
  MCP_QUARANTINED: 'gate',
  MCP_DENIED: 'gate',
  MCP_BUSY: 'gate',
  MCP_ABORTED: 'deliberate',
  CLIENT_CLOSED: 'deliberate',
};

/** What a failure means for the next start (M-03): a missing program is not a crash, and neither is a lack of approval. */
export function failureKindOf({ code, errno, reason, httpStatus }: Failure): FailureKind {
  if (code === 'MCP_SPAWN_FAILED' && errno !== undefined && roomless.has(errno)) return 'exhausted';
  if (code === 'MCP_HANDSHAKE_FAILED' && reason === 'refused') return 'setup';
  if (code === 'MCP_HTTP_ERROR') return isPassingStatus(httpStatus) ? 'unreachable' : 'setup';
  return kinds[code] ?? 'crash';
}

/**
 * Whether a handshake over HTTP may have failed because the server is of the other era by now: it answered, and what it said
 * is not about the caller, or the moment.
 */
export function mayBeOtherEra(failure: Failure): boolean {
  const { code, reason } = failure;
  if (code === 'MCP_HANDSHAKE_FAILED') return reason === 'refused' || reason === 'malformed';
  return code === 'MCP_UNSUPPORTED_VERSION' || (code === 'MCP_HTTP_ERROR' && failureKindOf(failure) === 'setup');
}

/** An error as plain data, so that each of those who wait gets an error of its own. */
export function failureOf(error: unknown): Failure {
  if (!(error instanceof McpClientError)) {
    // What it says may hold anything; it is the cause, and not the message.
    return { code: 'MCP_SPAWN_FAILED', message: 'the start could not be prepared', outcome: 'not-sent', cause: error };
  }
  const { name: _, ...details } = error;
  return { ...details, message: error.message, ...(error.cause === undefined ? {} : { cause: error.cause }) };
}
