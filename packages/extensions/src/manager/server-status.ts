import type { Clock } from '../base/clock.ts';
import type { ErrorCode, Failure } from '../errors.ts';
import type { Era } from '../protocol/revisions.ts';
import type { Holder } from './leases.ts';
import type { ServerState, ServerStateName } from './server-state.ts';

/** Why a server is not ready, or was not the last time. */
export interface StatusReason {
  readonly code: ErrorCode;
  readonly message: string;
}

/** One server as plain JSON. No arguments, no results, no environment, no secrets. */
export interface ServerStatus {
  readonly name: string;
  /** Whether it is started, or reached: then there is no process of it. */
  readonly transport: 'stdio' | 'http';
  readonly state: ServerStateName;
  /** Starts so far. */
  readonly generation: number;
  /** `starting`: a package may be being fetched. */
  readonly isInstalling: boolean;
  /** `backoff`: milliseconds until the next start. */
  readonly retryInMs?: number;
  /** Why it is not ready; the last failure when it is stopped. */
  readonly reason?: StatusReason;
  /** Failures in a row since it last proved itself. */
  readonly failures: number;
  /** SHA-256 of what it is, or was at its last start. */
  readonly identity?: string;
  readonly era?: Era;
  readonly protocolVersion?: string;
  /** Tools that are offered, and entries of its list that are not. Missing until it was listed once. */
  readonly tools?: { readonly offered: number; readonly rejected: number };
  /** Calls under way or waiting for it. */
  readonly calls: number;
  /** Who holds it. */
  readonly holders: readonly Holder[];
  /** Milliseconds since its last answer, while it is ready. */
  readonly lastAnswerMs?: number;
}

/** What a state says for itself. */
export function describeState(
  state: ServerState,
  lastFailure: Failure | undefined,
  clock: Clock,
): Pick<ServerStatus, 'state' | 'retryInMs' | 'reason'> {
  const { name } = state;
  switch (name) {
    case 'disabled':
      return {
        state: name,
        reason:
          state.reason === 'shutdown'
            ? { code: 'CLIENT_CLOSED', message: 'the manager was closed' }
            : { code: 'MCP_DENIED', message: 'the configuration disables it' },
      };
    case 'backoff':
      return {
        state: name,
        retryInMs: Math.max(0, Math.ceil(state.until - clock.now())),
        reason: reasonOf(state.failure),
      };
    case 'quarantined':
      return { state: name, reason: { code: 'MCP_QUARANTINED', message: state.cause } };
    case 'ready':
      return { state: name };
    case 'stopped':
    case 'starting':
    case 'stopping':
      return lastFailure === undefined ? { state: name } : { state: name, reason: reasonOf(lastFailure) };
    default:
      return state satisfies never;
  }
}

export function reasonOf({ code, message }: Failure): StatusReason {
  return { code, message };
}
