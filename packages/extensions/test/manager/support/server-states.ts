import { noFailures } from '../../../src/manager/restart-policy.ts';
import type { ServerEvent, ServerSlot, ServerState } from '../../../src/manager/server-state.ts';

/** The moment of all states and events. */
const now = 1_000_000;
/** The life of now; the events of an older one are stale. */
export const generation = 7;

const failure = { code: 'MCP_PROCESS_EXIT', message: 'the server exited with code 7' } as const;
const entry = { identity: 'abc', cause: 'it exits', failures: 5 };
const backoff = { name: 'backoff', until: now + 500, failure, retries: true, isArmed: false } as const;

/** One of each state, and of the kinds of those that behave differently. */
export const states = {
  disabled: { name: 'disabled', reason: 'configuration' },
  closed: { name: 'disabled', reason: 'shutdown' },
  stopped: { name: 'stopped' },
  starting: { name: 'starting', generation, attempt: 1 },
  ready: { name: 'ready', generation, since: now - 1_000, isUseful: false, identity: 'abc' },
  'stopping, to rest': { name: 'stopping', generation, next: { name: 'stopped', startsAgain: false } },
  'stopping, to start again': { name: 'stopping', generation, next: { name: 'stopped', startsAgain: true } },
  'stopping, to back-off': { name: 'stopping', generation, next: backoff },
  'stopping, to hold': { name: 'stopping', generation, next: { ...backoff, retries: false } },
  'stopping, to quarantine': { name: 'stopping', generation, next: { name: 'quarantined', ...entry } },
  'stopping, for good': { name: 'stopping', generation, next: { name: 'disabled', reason: 'shutdown' } },
  'back-off': { ...backoff, generation },
  'back-off, wanted': { ...backoff, generation, isArmed: true },
  'back-off, over': { ...backoff, generation, until: now },
  hold: { ...backoff, generation, retries: false },
  quarantined: { name: 'quarantined', ...entry },
} as const satisfies Record<string, ServerState>;

const failed = { type: 'failed', generation, now, failure, identity: 'abc', random: 0.5 } as const;

/** One of each event, and of the kinds that are taken differently; those of an older life at the end. */
export const events = {
  wanted: { type: 'wanted', now },
  withdrawn: { type: 'withdrawn' },
  started: { type: 'started', generation, now, identity: 'abc' },
  crashed: { ...failed, kind: 'crash' },
  misconfigured: { ...failed, kind: 'setup' },
  'not let in': { ...failed, kind: 'gate' },
  'found in quarantine': { type: 'found-quarantined', generation, entry },
  answered: { type: 'answered', generation },
  'stop, idle': { type: 'stop', why: 'idle', now },
  'stop, by a person': { type: 'stop', why: 'user', now },
  'stop, to rotate': { type: 'stop', why: 'rotation', now },
  gone: { type: 'gone', generation, isKept: false, now },
  'gone, and kept': { type: 'gone', generation, isKept: true, now },
  timer: { type: 'timer', generation },
  'another one now': { type: 'identified', isQuarantined: false },
  'the same still': { type: 'identified', isQuarantined: true },
  cleared: { type: 'cleared' },
  shutdown: { type: 'shutdown' },
  'started, stale': { type: 'started', generation: generation - 1, now, identity: 'abc' },
  'crashed, stale': { ...failed, generation: generation - 1, kind: 'crash' },
  'found in quarantine, stale': { type: 'found-quarantined', generation: generation - 1, entry },
  'answered, stale': { type: 'answered', generation: generation - 1 },
  'gone, stale': { type: 'gone', generation: generation - 1, isKept: true, now },
  'timer, stale': { type: 'timer', generation: generation - 1 },
} as const satisfies Record<string, ServerEvent>;

export function slotOf(state: ServerState): ServerSlot {
  return { state, generation, history: noFailures };
}

/** A state in a few words, as the keys of `states` are. */
export function nameOf(state: ServerState): string {
  switch (state.name) {
    case 'disabled':
      return state.reason === 'shutdown' ? 'closed' : 'disabled';
    case 'stopping': {
      const { next } = state;
      if (next.name === 'stopped') return next.startsAgain ? 'stopping, to start again' : 'stopping, to rest';
      if (next.name === 'backoff')
        return next.retries ? `stopping, to back-off${next.isArmed ? ', wanted' : ''}` : 'stopping, to hold';
      return next.name === 'quarantined' ? 'stopping, to quarantine' : 'stopping, for good';
    }
    case 'backoff':
      return state.retries ? `back-off${state.isArmed ? ', wanted' : ''}` : 'hold';
    case 'stopped':
    case 'starting':
    case 'ready':
    case 'quarantined':
      return state.name;
    default:
      return state satisfies never;
  }
}
