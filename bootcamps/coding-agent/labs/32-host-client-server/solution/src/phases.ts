import { LessonError } from './errors.ts';

/** Where a connection is. The four phases of the lesson, with the moment before them and the one after. */
export type Phase = 'idle' | 'version' | 'capabilities' | 'operation' | 'closing' | 'closed';

/** What happens to it. */
export type PhaseEvent = 'start' | 'version-agreed' | 'capabilities-agreed' | 'call' | 'close' | 'released';

const table: Readonly<Record<Phase, Partial<Record<PhaseEvent, Phase>>>> = {
  idle: { start: 'version', close: 'closing' },
  version: { 'version-agreed': 'capabilities', close: 'closing' },
  capabilities: { 'capabilities-agreed': 'operation', close: 'closing' },
  operation: { call: 'operation', close: 'closing' },
  closing: { released: 'closed' },
  closed: {},
};

/**
 * What comes after `phase` when `event` happens. What is not in the table is refused.
 * Grown up: packages/extensions/src/client/client-state.ts
 *
 * @throws LessonError `WRONG_PHASE`
 */
export function nextPhase(phase: Phase, event: PhaseEvent): Phase {
  const next = table[phase][event];
  if (next === undefined) throw new LessonError('WRONG_PHASE', `"${event}" has no place in the phase "${phase}"`);
  return next;
}
