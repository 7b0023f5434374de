import { expect, test } from 'vitest';
import { nextState, type ClientEvent, type ClientState } from '../../src/client/client-state.ts';

const reason = { code: 'CLIENT_CLOSED', message: 'closed' } as const;
const other = { code: 'MCP_PROCESS_EXIT', message: 'exited' } as const;
const states: Record<ClientState['name'], ClientState> = {
  idle: { name: 'idle' },
  starting: { name: 'starting' },
  initializing: { name: 'initializing' },
  ready: { name: 'ready' },
  closing: { name: 'closing', reason },
  closed: { name: 'closed', reason },
};
const events: Record<ClientEvent['type'], ClientEvent> = {
  start: { type: 'start' },
  started: { type: 'started' },
  'handshake-done': { type: 'handshake-done' },
  ended: { type: 'ended', reason: other },
  gone: { type: 'gone' },
};
/** Where each event leads; what is not named stays. */
const moves: Record<ClientState['name'], Partial<Record<ClientEvent['type'], ClientState['name']>>> = {
  idle: { start: 'starting', ended: 'closed' },
  starting: { started: 'initializing', ended: 'closing' },
  initializing: { 'handshake-done': 'ready', ended: 'closing' },
  ready: { ended: 'closing' },
  closing: { gone: 'closed' },
  closed: {},
};

const table = Object.entries(moves).flatMap(([from, to]) =>
  Object.keys(events).map((event) => [from, event, Object.entries(to).find(([name]) => name === event)?.[1] ?? from]),
) as [ClientState['name'], ClientEvent['type'], ClientState['name']][];

test.for(table)('%s, %s → %s', ([from, event, to]) => {
  expect(nextState(states[from], events[event]).name).toBe(to);
});

test('the first reason stays', () => {
  expect(nextState(states.closing, events.ended)).toEqual(states.closing);
  expect(nextState(states.closing, events.gone)).toEqual({ name: 'closed', reason });
  expect(nextState(states.ready, events.ended)).toEqual({ name: 'closing', reason: other });
});
