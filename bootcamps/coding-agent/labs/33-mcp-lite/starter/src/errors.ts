/** Every way a call can fail, by a stable name. Programs look at the code; the message is for people. */
export type McpClientErrorCode =
  | 'MCP_INVALID_CONFIG' // the constructor refused its options
  | 'MCP_INVALID_PARAMS' // nothing was sent
  | 'MCP_NOT_INITIALIZED' // nothing was sent
  | 'MCP_SPAWN_FAILED' // the executable could not be started
  | 'MCP_UNSUPPORTED_VERSION' // the handshake ended without a protocol revision that both sides know
  | 'MCP_ERROR' // the server's own answer: an error is an answer, not a crash
  | 'MCP_TIMEOUT' // our timer; the server may still be working
  | 'MCP_ABORTED' // the caller's signal; may come too late for the server
  | 'MCP_WRITE_FAILED' // the request did not reach the pipe
  | 'MCP_PROCESS_EXIT' // the server is gone
  | 'MCP_PROTOCOL_ERROR' // the server said something that is not protocol
  | 'MCP_MESSAGE_TOO_LARGE' // the server sent a line over the limit
  | 'CLIENT_CLOSED'; // close() was called

/** What an error carries beside its code; only the fields that its code needs are there. */
export interface McpClientErrorDetails {
  /** MCP_ERROR: the number that the server chose. */
  readonly remoteCode?: number;
  /** MCP_ERROR: the server's own data, unchecked. It never becomes part of the message. */
  readonly data?: unknown;
  /** MCP_PROCESS_EXIT: `null` when a signal ended the server. */
  readonly exitCode?: number | null;
  /** MCP_PROCESS_EXIT: `null` when the server ended by itself. */
  readonly signal?: NodeJS.Signals | null;
  /** MCP_PROCESS_EXIT: the last bytes that the server wrote to stderr, as text. */
  readonly stderrTail?: string;
  /** MCP_PROCESS_EXIT: the server wrote more to stderr than the tail holds. */
  readonly stderrTruncated?: boolean;
  readonly cause?: unknown;
}

/**
 * The one error class of the client.
 *
 * Grown-up twin: packages/extensions/src/errors.ts
 */
export class McpClientError extends Error {
  override readonly name = 'McpClientError';
  readonly code: McpClientErrorCode;
  readonly remoteCode: number | undefined;
  readonly data: unknown;
  readonly exitCode: number | null | undefined;
  readonly signal: NodeJS.Signals | null | undefined;
  readonly stderrTail: string | undefined;
  readonly stderrTruncated: boolean | undefined;

  constructor(code: McpClientErrorCode, message: string, details: McpClientErrorDetails = {}) {
    super(message, details.cause === undefined ? {} : { cause: details.cause });
    this.code = code;
    this.remoteCode = details.remoteCode;
    this.data = details.data;
    this.exitCode = details.exitCode;
    this.signal = details.signal;
    this.stderrTail = details.stderrTail;
    this.stderrTruncated = details.stderrTruncated;
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
    super([...says, `提示 / hint: pnpm lesson hint 33 <test id>   TODO(${code})`].join('\n'));
    this.code = code;
  }
}
