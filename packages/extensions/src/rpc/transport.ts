import type { ErrorDetails, ErrorCode } from '../errors.ts';
import type { Encoded } from '../wire/codec.ts';
import type { Incoming } from '../wire/message.ts';
import type { Diagnostic } from './diagnostic.ts';

/** Why a connection is over, as the transport found it. The first reason given is the true one. */
export interface TransportEnd extends ErrorDetails {
  readonly code: Extract<
    ErrorCode,
    | 'MCP_PROCESS_EXIT'
    | 'MCP_SPAWN_FAILED'
    | 'MCP_MESSAGE_TOO_LARGE'
    | 'MCP_SESSION_EXPIRED'
    | 'MCP_CONNECTION_FAILED'
    | 'MCP_HTTP_ERROR'
    | 'MCP_UNAUTHORIZED'
    | 'MCP_PROTOCOL_ERROR'
    | 'CLIENT_CLOSED'
  >;
  readonly message: string;
}

/** A process that is still there after everything was tried. */
export interface Survivor {
  readonly pid: number;
  /** Its command, as far as the platform tells. */
  readonly command: string;
}

/** How a connection was closed. */
export interface CloseReport {
  /** What could not be ended; empty is the rule. */
  readonly survivors: readonly Survivor[];
  /** True: the process did not leave when it was asked to, and was killed. Missing: it left, or there was none. */
  readonly killed?: boolean;
}

/**
 * The port that a connection is made through; owned by the peer, which is its only user. A transport moves messages and
 * knows nothing of requests. The peer sets the three handlers before anything can come.
 */
export interface Transport {
  /**
   * Takes encoded messages (without newline; bytes are UTF-8, and not to be changed) over, in order. Returns false when it should be given no more until `done`.
   * `done` is called exactly once: without an error when all the bytes were handed on, with one when they were not. A
   * failure is told to `onClose` first when it is an effect of the end (the server died), else right after.
   */
  send(messages: readonly Encoded[], done: (error?: Error) => void): boolean;
  /**
   * Ends the connection and everything behind it. Idempotent, one shared promise, never rejects. `onClose` is called
   * before it resolves, unless it was before.
   */
  close(): Promise<CloseReport>;
  onMessage: (message: Incoming) => void;
  onDiagnostic: (diagnostic: Diagnostic) => void;
  /** Called once; nothing comes after it. The transport goes on to close itself: call `close` to wait for that. */
  onClose: (end: TransportEnd) => void;
}
