import { describe, expect, test } from 'vitest';
import { defaultRestartPolicy } from '../../src/manager/restart-policy.ts';
import type { ServerEffect } from '../../src/manager/server-state.ts';
import { step } from '../../src/manager/server-transitions.ts';
import { events, generation, nameOf, slotOf, states } from './support/server-states.ts';

type StateName = keyof typeof states;
type EventName = keyof typeof events;

/** What an event makes of a state: the next one, and what is done. Every pair that is not here changes nothing. */
const table: Readonly<Partial<Record<StateName, Readonly<Partial<Record<EventName, string>>>>>> = {
  disabled: {
    wanted: 'disabled; refuse MCP_DENIED',
    shutdown: 'closed; refuse CLIENT_CLOSED',
    'stop, by a person': 'disabled; refuse MCP_ABORTED',
  },
  closed: {
    wanted: 'closed; refuse CLIENT_CLOSED',
    shutdown: 'closed; refuse CLIENT_CLOSED',
    'stop, by a person': 'closed; refuse MCP_ABORTED',
  },
  stopped: {
    wanted: 'starting; start 8',
    shutdown: 'closed; refuse CLIENT_CLOSED',
    'stop, by a person': 'stopped; refuse MCP_ABORTED',
  },
  starting: {
    withdrawn: 'stopping, to rest; close 7',
    started: 'ready; ready 7',
    crashed: 'stopping, to back-off; refuse MCP_PROCESS_EXIT, close 7',
    misconfigured: 'stopping, to hold; refuse MCP_PROCESS_EXIT, close 7',
    'not let in': 'stopping, to rest; refuse MCP_PROCESS_EXIT, close 7',
    'found in quarantine': 'stopping, to quarantine; refuse MCP_QUARANTINED, close 7',
    'stop, by a person': 'stopping, to rest; refuse MCP_ABORTED, close 7',
    'stop, to rotate': 'stopping, to start again; close 7',
    shutdown: 'stopping, for good; refuse CLIENT_CLOSED, close 7',
  },
  ready: {
    crashed: 'stopping, to back-off; close 7',
    misconfigured: 'stopping, to hold; close 7',
    'not let in': 'stopping, to rest; close 7',
    answered: 'ready; ',
    'stop, idle': 'stopping, to rest; close 7',
    'stop, by a person': 'stopping, to rest; refuse MCP_ABORTED, close 7',
    'stop, to rotate': 'stopping, to start again; drain 7',
    shutdown: 'stopping, for good; refuse CLIENT_CLOSED, close 7',
  },
  'stopping, to rest': {
    wanted: 'stopping, to start again; ',
    withdrawn: 'stopping, to rest; ',
    'stop, by a person': 'stopping, to rest; refuse MCP_ABORTED',
    gone: 'stopped; ',
    'gone, and kept': 'stopped; ',
    shutdown: 'stopping, for good; refuse CLIENT_CLOSED, close 7',
  },
  'stopping, to start again': {
    withdrawn: 'stopping, to rest; ',
    'stop, by a person': 'stopping, to rest; refuse MCP_ABORTED',
    gone: 'starting; start 8',
    'gone, and kept': 'starting; start 8',
    shutdown: 'stopping, for good; refuse CLIENT_CLOSED, close 7',
  },
  'stopping, to back-off': {
    wanted: 'stopping, to back-off, wanted; ',
    withdrawn: 'stopping, to back-off; ',
    'stop, by a person': 'stopping, to back-off; refuse MCP_ABORTED',
    gone: 'back-off; ',
    'gone, and kept': 'back-off, wanted; arm 7',
    cleared: 'stopping, to rest; ',
    shutdown: 'stopping, for good; refuse CLIENT_CLOSED, close 7',
  },
  'stopping, to hold': {
    wanted: 'stopping, to hold; refuse MCP_PROCESS_EXIT',
    withdrawn: 'stopping, to hold; ',
    'stop, by a person': 'stopping, to hold; refuse MCP_ABORTED',
    gone: 'hold; ',
    'gone, and kept': 'hold; ',
    cleared: 'stopping, to rest; ',
    shutdown: 'stopping, for good; refuse CLIENT_CLOSED, close 7',
  },
  'stopping, to quarantine': {
    wanted: 'stopping, to quarantine; refuse MCP_QUARANTINED',
    'stop, by a person': 'stopping, to quarantine; refuse MCP_ABORTED',
    gone: 'quarantined; ',
    'gone, and kept': 'quarantined; ',
    cleared: 'stopping, to rest; ',
    shutdown: 'stopping, for good; refuse CLIENT_CLOSED, close 7',
  },
  'stopping, for good': {
    wanted: 'stopping, for good; refuse CLIENT_CLOSED',
    'stop, by a person': 'stopping, for good; refuse MCP_ABORTED',
    gone: 'closed; ',
    'gone, and kept': 'closed; ',
    shutdown: 'stopping, for good; refuse CLIENT_CLOSED, close 7',
  },
  'back-off': {
    wanted: 'back-off, wanted; arm 7',
    'stop, by a person': 'back-off; refuse MCP_ABORTED',
    cleared: 'stopped; ',
    shutdown: 'closed; refuse CLIENT_CLOSED',
  },
  'back-off, wanted': {
    withdrawn: 'back-off; disarm',
    'stop, by a person': 'back-off; disarm, refuse MCP_ABORTED',
    timer: 'starting; start 8',
    cleared: 'starting; disarm, start 8',
    shutdown: 'closed; disarm, refuse CLIENT_CLOSED',
  },
  'back-off, over': {
    wanted: 'starting; start 8',
    'stop, by a person': 'back-off; refuse MCP_ABORTED',
    cleared: 'stopped; ',
    shutdown: 'closed; refuse CLIENT_CLOSED',
  },
  hold: {
    wanted: 'hold; refuse MCP_PROCESS_EXIT',
    'stop, by a person': 'hold; refuse MCP_ABORTED',
    cleared: 'stopped; ',
    shutdown: 'closed; refuse CLIENT_CLOSED',
  },
  quarantined: {
    wanted: 'quarantined; identify',
    'stop, by a person': 'quarantined; refuse MCP_ABORTED',
    'another one now': 'starting; start 8',
    'the same still': 'quarantined; refuse MCP_QUARANTINED',
    cleared: 'stopped; ',
    shutdown: 'closed; refuse CLIENT_CLOSED',
  },
};

describe.for(Object.keys(states) as StateName[])('a server that is %s', (name) => {
  test.for(Object.keys(events) as EventName[])('takes "%s"', (eventName) => {
    const before = slotOf(states[name]);
    const { slot, effects } = step(before, events[eventName], defaultRestartPolicy);
    const expected = table[name]?.[eventName] ?? `${nameOf(states[name])}; `;
    expect(`${nameOf(slot.state)}; ${effects.map(inWords).join(', ')}`).toBe(expected);
    if (table[name]?.[eventName] === undefined && eventName !== 'cleared') expect(slot).toBe(before);
  });
});

test('what an older life says changes nothing, in any state', () => {
  const stale = (Object.keys(events) as EventName[]).filter((name) => name.endsWith(', stale'));
  expect(stale).toHaveLength(6);
  for (const state of Object.values(states)) {
    for (const name of stale) expect(step(slotOf(state), events[name], defaultRestartPolicy).effects).toEqual([]);
  }
});

test('nothing is started after the end', () => {
  const ends = [states.closed, states['stopping, for good']];
  for (const state of ends) {
    for (const event of Object.values(events)) {
      const { slot, effects } = step(slotOf(state), event, defaultRestartPolicy);
      expect(effects.map(({ type }) => type)).not.toContain('start');
      expect(['closed', 'stopping, for good']).toContain(nameOf(slot.state));
    }
  }
});

test('a call that was answered is remembered for the end of that life', () => {
  const { slot } = step(slotOf(states.ready), events.answered, defaultRestartPolicy);
  expect(slot.state).toMatchObject({ name: 'ready', isUseful: true, generation });
});

function inWords(effect: ServerEffect): string {
  if (effect.type === 'refuse') return `refuse ${effect.failure.code}`;
  if (effect.type === 'close') return `${effect.drains ? 'drain' : 'close'} ${effect.generation}`;
  return 'generation' in effect ? `${effect.type} ${effect.generation}` : effect.type;
}
