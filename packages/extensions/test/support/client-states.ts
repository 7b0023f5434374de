import type { ClientEvent, ClientState } from '../../src/client/client-state.ts';

const reason = { code: 'CLIENT_CLOSED', message: 'closed' } as const;

/** One of each state. */
export const clientStates: Record<ClientState['name'], ClientState> = {
  idle: { name: 'idle' },
  starting: { name: 'starting' },
  initializing: { name: 'initializing' },
  ready: { name: 'ready' },
  closing: { name: 'closing', reason },
  closed: { name: 'closed', reason },
};

/** One of each event; the end has another reason than the states have. */
export const clientEvents: Record<ClientEvent['type'], ClientEvent> = {
  start: { type: 'start' },
  started: { type: 'started' },
  'handshake-done': { type: 'handshake-done' },
  ended: { type: 'ended', reason: { code: 'MCP_PROCESS_EXIT', message: 'exited' } },
  gone: { type: 'gone' },
};
