import { expect, test } from 'vitest';
import { nextState, type ClientEvent, type ClientState } from '../../src/client/client-state.ts';
import { clientEvents as events, clientStates as states } from '../support/client-states.ts';

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
  expect(nextState(states.closing, events.gone)).toMatchObject({ name: 'closed', reason: { code: 'CLIENT_CLOSED' } });
  expect(nextState(states.ready, events.ended)).toMatchObject({
    name: 'closing',
    reason: { code: 'MCP_PROCESS_EXIT' },
  });
});
