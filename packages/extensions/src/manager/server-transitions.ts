import type { Failure } from '../errors.ts';
import { quarantinedFailure } from './quarantined-failure.ts';
import { closedFailure, disabledFailure, stoppedFailure } from './refusals.ts';
import { judge, noFailures, type RestartPolicy } from './restart-policy.ts';
import type { NextState, ServerEffect, ServerEvent, ServerSlot, ServerState, Step } from './server-state.ts';

/**
 * The next state of a server and what is to be done (M-03). Pure. It never has two lives at once: a start follows only on
 * a state without a process, and `stopping` is left only by `gone`. It starts nothing in quarantine, and nothing at all
 * after `shutdown`.
 */
export function step(slot: ServerSlot, event: ServerEvent, policy: RestartPolicy): Step {
  switch (event.type) {
    case 'wanted':
      return wanted(slot, event.now);
    case 'withdrawn':
      return withdrawn(slot);
    case 'started':
      return isLife(slot.state, 'starting', event.generation) ? ready(slot, event) : stay(slot);
    case 'failed':
      return failed(slot, event, policy);
    case 'found-quarantined':
      if (!isLife(slot.state, 'starting', event.generation)) return stay(slot);
      return end(slot, event.generation, { name: 'quarantined', ...event.entry }, [
        refuse(quarantinedFailure(event.entry)),
      ]);
    case 'answered':
      if (slot.state.name !== 'ready' || slot.state.generation !== event.generation || slot.state.isUseful)
        return stay(slot);
      return to(slot, { ...slot.state, isUseful: true });
    case 'stop':
      return stop(slot, event, policy);
    case 'gone':
      return gone(slot, event);
    case 'timer':
      if (slot.state.name !== 'backoff' || slot.state.generation !== event.generation || !slot.state.isArmed)
        return stay(slot);
      return begin(slot);
    case 'identified':
      if (slot.state.name !== 'quarantined') return stay(slot);
      return event.isQuarantined
        ? stay(slot, [refuse(quarantinedFailure(slot.state))])
        : begin({ ...slot, history: noFailures });
    case 'cleared':
      return cleared(slot);
    case 'shutdown':
      return shutdown(slot);
    default:
      return event satisfies never;
  }
}

/** A server before its first start. */
export function newSlot(isEnabled: boolean): ServerSlot {
  const state: ServerState = isEnabled ? { name: 'stopped' } : { name: 'disabled', reason: 'configuration' };
  return { state, generation: 0, history: noFailures };
}

function wanted(slot: ServerSlot, now: number): Step {
  const { state } = slot;
  switch (state.name) {
    case 'stopped':
      return begin(slot);
    case 'starting':
    case 'ready':
      return stay(slot);
    case 'disabled':
      return stay(slot, [refuse(disabledFailure(state))]);
    case 'stopping':
      return wantedNext(slot, state);
    case 'backoff':
      if (now >= state.until) return begin(slot, state.isArmed ? [{ type: 'disarm' }] : []);
      if (!state.retries) return stay(slot, [refuse(state.failure)]);
      if (state.isArmed) return stay(slot);
      return to(slot, { ...state, isArmed: true }, [arm(state)]);
    case 'quarantined':
      return stay(slot, [{ type: 'identify' }]);
    default:
      return state satisfies never;
  }
}

/** Somebody wants it while the old process is on its way out. */
function wantedNext(slot: ServerSlot, state: Extract<ServerState, { name: 'stopping' }>): Step {
  const { next } = state;
  switch (next.name) {
    case 'stopped':
      return next.startsAgain ? stay(slot) : to(slot, { ...state, next: { ...next, startsAgain: true } });
    case 'disabled':
      return stay(slot, [refuse(closedFailure)]);
    case 'backoff':
      if (!next.retries) return stay(slot, [refuse(next.failure)]);
      return next.isArmed ? stay(slot) : to(slot, { ...state, next: { ...next, isArmed: true } });
    case 'quarantined':
      return stay(slot, [refuse(quarantinedFailure(next))]);
    default:
      return next satisfies never;
  }
}

function withdrawn(slot: ServerSlot): Step {
  const { state } = slot;
  if (state.name === 'starting') return end(slot, state.generation, { name: 'stopped', startsAgain: false });
  if (state.name === 'backoff' && state.isArmed) return to(slot, { ...state, isArmed: false }, [{ type: 'disarm' }]);
  if (state.name !== 'stopping') return stay(slot);
  if (state.next.name === 'stopped') return to(slot, { ...state, next: { ...state.next, startsAgain: false } });
  return state.next.name === 'backoff' ? to(slot, { ...state, next: { ...state.next, isArmed: false } }) : stay(slot);
}

function ready(slot: ServerSlot, { generation, now, identity }: Extract<ServerEvent, { type: 'started' }>): Step {
  const state: ServerState = { name: 'ready', generation, since: now, isUseful: false, identity };
  return to(slot, state, [{ type: 'ready', generation }]);
}

function failed(slot: ServerSlot, event: Extract<ServerEvent, { type: 'failed' }>, policy: RestartPolicy): Step {
  const { state } = slot;
  const isStarting = isLife(state, 'starting', event.generation);
  if (!isStarting && !isLife(state, 'ready', event.generation)) return stay(slot);
  const { generation, failure } = event;
  const life = state.name === 'ready' ? state : undefined;
  const { history, verdict } = judge(slot.history, { ...event, life, leastMs: failure.retryAfterMs }, policy);
  const judged = { ...slot, history };
  const told = isStarting ? [refuse(failure)] : [];
  switch (verdict.what) {
    case 'rest':
      return end(judged, generation, { name: 'stopped', startsAgain: false }, told);
    case 'quarantine': {
      const entry = { identity: verdict.identity, cause: failure.message, failures: verdict.failures };
      return end(judged, generation, { name: 'quarantined', ...entry }, [{ type: 'quarantine', entry }, ...told]);
    }
    case 'hold':
    case 'retry': {
      const retries = verdict.what === 'retry';
      return end(judged, generation, { name: 'backoff', until: verdict.until, failure, retries, isArmed: false }, told);
    }
    default:
      return verdict satisfies never;
  }
}

/** A deliberate stop is no failure, and one after a good life forgives what was before it. */
function stop(slot: ServerSlot, event: Extract<ServerEvent, { type: 'stop' }>, policy: RestartPolicy): Step {
  const { state } = slot;
  const { why, now } = event;
  const startsAgain = why === 'rotation';
  const told = why === 'user' ? [refuse(stoppedFailure)] : [];
  switch (state.name) {
    case 'ready': {
      const facts = { kind: 'deliberate', now, identity: state.identity, random: 0, life: state } as const;
      const { history } = judge(slot.history, facts, policy);
      return end({ ...slot, history }, state.generation, { name: 'stopped', startsAgain }, told, startsAgain);
    }
    case 'starting':
      return why === 'idle' ? stay(slot) : end(slot, state.generation, { name: 'stopped', startsAgain }, told);
    case 'backoff':
      // What was refused for want of the right credentials need not wait when there are others.
      if (startsAgain && state.failure.code === 'MCP_UNAUTHORIZED') return cleared(slot);
      return why === 'user' ? stopNothing(slot, told) : stay(slot);
    case 'stopping':
      return why === 'user' ? stopNothing(slot, told) : stay(slot);
    case 'stopped':
    case 'disabled':
    case 'quarantined':
      return stay(slot, told);
    default:
      return state satisfies never;
  }
}

/** Nothing runs that could be stopped; what waits for a start does so no more. */
function stopNothing(slot: ServerSlot, told: readonly ServerEffect[]): Step {
  const { slot: calm, effects } = withdrawn(slot);
  return { slot: calm, effects: [...effects, ...told] };
}

function gone(slot: ServerSlot, { generation, isKept, now }: Extract<ServerEvent, { type: 'gone' }>): Step {
  const { state } = slot;
  if (state.name !== 'stopping' || state.generation !== generation) return stay(slot);
  const { next } = state;
  if (next.name === 'stopped') return next.startsAgain ? begin(slot) : to(slot, { name: 'stopped' });
  if (next.name !== 'backoff') return to(slot, next);
  const isWanted = next.retries && (isKept || next.isArmed);
  if (isWanted && now >= next.until) return begin(slot);
  const backoff = { ...next, generation, isArmed: isWanted };
  return to(slot, backoff, isWanted ? [arm(backoff)] : []);
}

function cleared(slot: ServerSlot): Step {
  const { state } = slot;
  const forgiven = { ...slot, history: noFailures };
  if (state.name === 'quarantined') return to(forgiven, { name: 'stopped' });
  if (state.name === 'backoff') {
    return state.isArmed ? begin(forgiven, [{ type: 'disarm' }]) : to(forgiven, { name: 'stopped' });
  }
  if (state.name !== 'stopping' || state.next.name === 'disabled' || state.next.name === 'stopped')
    return stay(forgiven);
  const startsAgain = state.next.name === 'backoff' && state.next.isArmed;
  return to(forgiven, { ...state, next: { name: 'stopped', startsAgain } });
}

function shutdown(slot: ServerSlot): Step {
  const { state } = slot;
  const next = { name: 'disabled', reason: 'shutdown' } as const;
  const told = [refuse(closedFailure)];
  // Also what was to drain first is closed now.
  if (state.name === 'starting' || state.name === 'ready' || state.name === 'stopping') {
    return end(slot, state.generation, next, told);
  }
  const isArmed = state.name === 'backoff' && state.isArmed;
  return to(slot, next, isArmed ? [{ type: 'disarm' }, ...told] : told);
}

function begin(slot: ServerSlot, effects: readonly ServerEffect[] = []): Step {
  const generation = slot.generation + 1;
  const state: ServerState = { name: 'starting', generation, attempt: slot.history.inRow + 1 };
  return { slot: { ...slot, state, generation }, effects: [...effects, { type: 'start', generation }] };
}

function end(
  slot: ServerSlot,
  generation: number,
  next: NextState,
  told: readonly ServerEffect[] = [],
  drains: boolean = false,
): Step {
  return to(slot, { name: 'stopping', generation, next }, [...told, { type: 'close', generation, drains }]);
}

function to(slot: ServerSlot, state: ServerState, effects: readonly ServerEffect[] = []): Step {
  return { slot: { ...slot, state }, effects };
}

function stay(slot: ServerSlot, effects: readonly ServerEffect[] = []): Step {
  return { slot, effects };
}

function isLife(state: ServerState, name: 'starting' | 'ready', generation: number): boolean {
  return state.name === name && state.generation === generation;
}

function arm({ generation, until }: { readonly generation: number; readonly until: number }): ServerEffect {
  return { type: 'arm', generation, until };
}

function refuse(failure: Failure): ServerEffect {
  return { type: 'refuse', failure };
}
