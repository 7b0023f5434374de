import type { ErrorCode } from '../errors.ts';
import type { Era } from '../protocol/revisions.ts';
import type { DiagnosticKind } from '../rpc/diagnostic.ts';
import type { ProcessEvent } from '../rpc/process-event.ts';
import type { ClientState } from './client-state.ts';

/** How a request ended: an answer, an error of the server's, or no answer; then `code` says why. */
export type RequestEnd = 'fulfilled' | 'refused' | 'timed-out' | 'aborted' | 'failed';

/** Which client an event is of. */
export interface EventOrigin {
  /** The name that the host gave the server. */
  readonly serverName?: string;
  /** Of this client alone: a server that is started again has another one. A UUID. */
  readonly instanceId: string;
  /** Where a server is that is reached over HTTP. Missing: it is started, over stdio. */
  readonly http?: { readonly address: string; readonly port: number };
}

/** Who hears of a client. May throw, or return a promise that rejects; nothing breaks by it. */
export type ClientListener = (event: McpClientEvent, origin: EventOrigin) => unknown;

/**
 * Something that happened to a client, told in the moment in which it does. Names, numbers, sizes and codes: no arguments,
 * no results, no environment values. What a server named (methods, its own name) is bounded, printable, and untrusted.
 * Bytes are those of the message on the wire, times are milliseconds.
 */
export type McpClientEvent =
  | ProcessEvent
  /** `code`: why it closes. */
  | { readonly type: 'state'; readonly state: ClientState['name']; readonly code?: ErrorCode }
  /** Who the server says that it is, and the names of its capabilities. */
  | {
      readonly type: 'handshake';
      readonly era: Era;
      readonly protocolVersion: string;
      readonly serverInfo: { readonly name: string; readonly version: string };
      readonly capabilities: readonly string[];
    }
  /** A request has its id. `tool`: the name of the tool that it calls. */
  | {
      readonly type: 'request';
      readonly id: number;
      readonly method: string;
      readonly tool?: string;
      /** The run that its caller said. */
      readonly runId?: string;
      readonly bytes: number;
    }
  /** It left the queue, for the transport. Missing for a request that ended before that. */
  | { readonly type: 'request-sent'; readonly id: number }
  /** It has ended, exactly once. */
  | {
      readonly type: 'request-settled';
      readonly id: number;
      readonly method: string;
      readonly tool?: string;
      readonly end: RequestEnd;
      /** From its id to its end. */
      readonly durationMs: number;
      /** Of the answer; missing where there was none. */
      readonly bytes?: number;
      /** The tool ran and says that it failed. */
      readonly isError?: true;
      /** `aborted`: by us, since nobody needed it any more (a probe, a stream): no failure. */
      readonly isUnneeded?: true;
      readonly code?: ErrorCode;
      /** `refused`: the JSON-RPC code that the server sent. */
      readonly remoteCode?: number;
    }
  /**
   * The connection did not take it: it was never sent, and got no id. What is refused before it comes so far (wrong
   * arguments, an unknown tool, a signal that is aborted already) is told to its caller alone.
   */
  | {
      readonly type: 'request-refused';
      readonly method: string;
      readonly tool?: string;
      readonly runId?: string;
      readonly code: ErrorCode;
    }
  /** The server told of progress. */
  | { readonly type: 'progress'; readonly id: number }
  /** An answer that nobody waits for. `isLate`: there was such a request once; it has ended. */
  | { readonly type: 'stray-answer'; readonly id: number; readonly isLate: boolean }
  | { readonly type: 'notification-sent' | 'notification-received'; readonly method: string; readonly bytes: number }
  /** The server asks something of the client. */
  | { readonly type: 'server-request'; readonly method: string; readonly bytes: number }
  /** As `onDiagnostic` hears it, without what was seen. */
  | { readonly type: 'diagnostic'; readonly kind: DiagnosticKind; readonly message: string }
  /** Nothing of the server is left but for so many processes that could not be ended. */
  | { readonly type: 'gone'; readonly survivors: number; readonly killed: boolean };
