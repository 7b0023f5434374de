import type { Failure } from '../errors.ts';
import type { ServerState } from './server-state.ts';

/** Why nobody gets a server that is disabled. */
export function disabledFailure({ reason }: Extract<ServerState, { name: 'disabled' }>): Failure {
  return reason === 'shutdown'
    ? closedFailure
    : { code: 'MCP_DENIED', message: 'the configuration disables this server' };
}

/** For whoever comes when the manager is closed, or waits when it is. */
export const closedFailure: Failure = { code: 'CLIENT_CLOSED', message: 'the manager was closed', outcome: 'not-sent' };

/** For whoever waits for a server that somebody stopped. */
export const stoppedFailure: Failure = {
  code: 'MCP_ABORTED',
  message: 'the server was stopped before it was ready',
  abortedBy: 'user',
  outcome: 'not-sent',
};
