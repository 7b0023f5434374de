/**
 * Every code that an error of this package can have. Stable: scripts and hosts may branch on them. Each has a row in
 * `docs/errors.md`: when it comes, what is in it, whether a retry is sensible.
 */
export const errorCodes = [
  'MCP_TIMEOUT',
  'MCP_ABORTED',
  'MCP_ERROR',
  'MCP_PROCESS_EXIT',
  'CLIENT_CLOSED',
  'MCP_BUSY',
  'MCP_NOT_INITIALIZED',
  'MCP_SPAWN_FAILED',
  'MCP_HANDSHAKE_FAILED',
  'MCP_UNSUPPORTED_VERSION',
  'MCP_CAPABILITY_MISSING',
  'MCP_PROTOCOL_ERROR',
  'MCP_MESSAGE_TOO_LARGE',
  'MCP_INVALID_PARAMS',
  'MCP_INVALID_RESULT',
  'MCP_RESULT_TOO_LARGE',
  'MCP_WRITE_FAILED',
  'MCP_UNKNOWN_TOOL',
  'MCP_INVALID_CONFIG',
  'MCP_QUARANTINED',
  'MCP_BUDGET_EXCEEDED',
  'MCP_DENIED',
  'MCP_APPROVAL_REQUIRED',
  'MCP_CONNECTION_FAILED',
  'MCP_HTTP_ERROR',
  'MCP_UNAUTHORIZED',
  'MCP_SESSION_EXPIRED',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/**
 * What became of a request that has no answer. `not-sent`: not a byte of it reached the server. `unknown`: it may have
 * been executed; whoever sends it again may do the thing twice.
 */
export type RequestOutcome = 'not-sent' | 'unknown';

/** Why a handshake failed (`MCP_HANDSHAKE_FAILED`). */
export type HandshakeReason = 'timeout' | 'exited' | 'malformed' | 'refused';

/** What of a run's budget is spent (`MCP_BUDGET_EXCEEDED`). */
export type BudgetKind = 'calls' | 'argument-bytes' | 'result-bytes' | 'wall-time';

/** What stands against one value that a caller gave. */
export interface ArgumentProblem {
  /** JSON pointer of the value in the arguments (RFC 6901); empty for all of them. */
  readonly path: string;
  readonly message: string;
}

/** What an error carries beside code and message. Which code carries what: `docs/errors.md`. */
export interface ErrorDetails {
  /** The name that the host gave the server. */
  readonly serverName?: string;
  readonly method?: string;
  /** JSON-RPC id of the request. */
  readonly requestId?: number;
  readonly outcome?: RequestOutcome;
  /** `MCP_ABORTED`: who took the request back. A client alone only knows `caller`. */
  readonly abortedBy?: 'caller' | 'user' | 'budget' | 'shutdown';
  /** `MCP_ABORTED`: the caller's own reason as a bounded string. It never leaves the host. */
  readonly abortReason?: string;
  /** `MCP_TIMEOUT`: the time without an answer or progress ran out, or the time in all. */
  readonly timeout?: 'idle' | 'total';
  /** The time that ran out. */
  readonly timeoutMs?: number;
  /** `MCP_HANDSHAKE_FAILED`, `MCP_UNSUPPORTED_VERSION`: `initialize`. */
  readonly phase?: string;
  /** `MCP_HANDSHAKE_FAILED`. */
  readonly reason?: HandshakeReason;
  /** Of a process that ended: the exit code; null when a signal ended it or it still runs. */
  readonly exitCode?: number | null;
  /** The signal that ended it, for example `SIGKILL`; null when none did. */
  readonly signal?: string | null;
  /**
   * `MCP_SPAWN_FAILED`, `MCP_INVALID_CONFIG`, `MCP_CONNECTION_FAILED`: what the operating system (or TLS) said, for example
   * `ENOENT`, `ECONNREFUSED`.
   */
  readonly errno?: string;
  /** The end of what the server wrote to stderr: bounded, cut at a character, redacted. */
  readonly stderrTail?: string;
  /** There was more on stderr than the tail. */
  readonly stderrTruncated?: boolean;
  /** `MCP_UNSUPPORTED_VERSION`: what each side speaks. */
  readonly serverVersions?: readonly string[];
  readonly clientVersions?: readonly string[];
  /** `MCP_HTTP_ERROR`, `MCP_UNAUTHORIZED`, `MCP_SESSION_EXPIRED`, and `MCP_ERROR` over HTTP: the status of the answer. */
  readonly httpStatus?: number;
  /** `MCP_HTTP_ERROR`: so many milliseconds after the answer the server wants to be asked again (`Retry-After`). */
  readonly retryAfterMs?: number;
  /** `MCP_APPROVAL_REQUIRED`: what differs from what was approved, a line each. */
  readonly changes?: readonly string[];
  /** `MCP_QUARANTINED`: how often it failed. */
  readonly failures?: number;
  /** `MCP_BUDGET_EXCEEDED`: what is spent, and how much of it there was. */
  readonly budget?: BudgetKind;
  readonly limit?: number;
  /** `MCP_INVALID_CONFIG`: the file, absolute; the place in it, from 1; and the JSON pointer of the entry (RFC 6901). */
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  readonly pointer?: string;
  /** `MCP_INVALID_PARAMS`: what in the arguments does not fit the schema of the tool. Bounded. */
  readonly problems?: readonly ArgumentProblem[];
  readonly cause?: unknown;
}

/** A failure before it is an error: plain data, made where it is found; the error is made where the caller stands. */
export interface Failure extends ErrorDetails {
  readonly code: ErrorCode;
  readonly message: string;
  /** `MCP_ERROR`: the code that the server sent. */
  readonly remoteCode?: number;
  /** `MCP_ERROR`: the data that the server sent, bounded. */
  readonly data?: unknown;
}

/** What went wrong on our side of the wire, or between us and the server. `code` says what, the details say more. */
export class McpClientError extends Error {
  override readonly name: string = 'McpClientError';
  readonly code: ErrorCode;
  declare readonly serverName?: string;
  declare readonly method?: string;
  declare readonly requestId?: number;
  declare readonly outcome?: RequestOutcome;
  declare readonly abortedBy?: 'caller' | 'user' | 'budget' | 'shutdown';
  declare readonly abortReason?: string;
  declare readonly timeout?: 'idle' | 'total';
  declare readonly timeoutMs?: number;
  declare readonly phase?: string;
  declare readonly reason?: HandshakeReason;
  declare readonly exitCode?: number | null;
  declare readonly signal?: string | null;
  declare readonly errno?: string;
  declare readonly stderrTail?: string;
  declare readonly stderrTruncated?: boolean;
  declare readonly serverVersions?: readonly string[];
  declare readonly clientVersions?: readonly string[];
  declare readonly httpStatus?: number;
  declare readonly retryAfterMs?: number;
  declare readonly changes?: readonly string[];
  declare readonly failures?: number;
  declare readonly budget?: BudgetKind;
  declare readonly limit?: number;
  declare readonly file?: string;
  declare readonly line?: number;
  declare readonly column?: number;
  declare readonly pointer?: string;
  declare readonly problems?: readonly ArgumentProblem[];

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    const { cause } = details;
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    // Copied as they are where that will do: ten thousand may be made in one moment, when as many calls time out.
    if (!('cause' in details)) Object.assign(this, details);
    else {
      const { cause: _, ...rest } = details;
      Object.assign(this, rest);
    }
  }
}

/** What the server said: a JSON-RPC error. The connection is healthy. The message holds neither data nor a stack. */
export class McpProtocolError extends McpClientError {
  override readonly name: string = 'McpProtocolError';
  /** The code that the server sent, for example -32602. */
  readonly remoteCode: number;
  /** The data that the server sent; untrusted, bounded, undefined when there was none or too much. */
  readonly data: unknown;

  constructor(remoteCode: number, message: string, data: unknown, details: ErrorDetails = {}) {
    super('MCP_ERROR', message, details);
    this.remoteCode = remoteCode;
    this.data = data;
  }
}

/** Makes the error of a failure. Call it where the caller waits: the stack then shows who waited. */
export function errorFrom(failure: Failure): McpClientError {
  const { code, message, remoteCode, data, ...details } = failure;
  return code === 'MCP_ERROR'
    ? new McpProtocolError(remoteCode ?? 0, message, data, details)
    : new McpClientError(code, message, details);
}

/** The error, which says now which server it is about, if it is one of ours. */
export function withServerName(error: unknown, serverName: string | undefined): unknown {
  if (serverName !== undefined && error instanceof McpClientError && error.serverName === undefined) {
    Object.assign(error, { serverName });
  }
  return error;
}
