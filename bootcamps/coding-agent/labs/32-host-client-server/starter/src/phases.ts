import { NotImplementedError } from './errors.ts';

/** Where a connection is. The four phases of the lesson, with the moment before them and the one after. */
export type Phase = 'idle' | 'version' | 'capabilities' | 'operation' | 'closing' | 'closed';

/** What happens to it. */
export type PhaseEvent = 'start' | 'version-agreed' | 'capabilities-agreed' | 'call' | 'close' | 'released';

/** The straight road: what happens to a connection that has no trouble, and does no work. */
const road: Readonly<Record<Phase, Partial<Record<PhaseEvent, Phase>>>> = {
  idle: { start: 'version' },
  version: { 'version-agreed': 'capabilities' },
  capabilities: { 'capabilities-agreed': 'operation' },
  operation: { close: 'closing' },
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
  const next = road[phase][event];
  if (next !== undefined) return next;
  // TODO(TODO_PHASES): the road is no table yet
  throw new NotImplementedError('TODO_PHASES', [
    '阶段表：还允许什么，其余一律拒绝',
    'Write the table of the phases: what else is allowed, and that the rest is refused',
  ]);
}
