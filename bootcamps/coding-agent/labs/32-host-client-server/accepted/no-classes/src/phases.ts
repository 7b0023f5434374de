import { LessonError } from './errors.ts';

export type Phase = 'idle' | 'version' | 'capabilities' | 'operation' | 'closing' | 'closed';
export type PhaseEvent = 'start' | 'version-agreed' | 'capabilities-agreed' | 'call' | 'close' | 'released';

const arrows = `
  idle -start-> version
  version -version-agreed-> capabilities
  capabilities -capabilities-agreed-> operation
  operation -call-> operation
  closing -released-> closed
`;

/** The picture of the README, read as it stands. */
export function nextPhase(phase: Phase, event: PhaseEvent): Phase {
  if (event === 'close' && phase !== 'closing' && phase !== 'closed') return 'closing';
  const arrow = arrows.split('\n').find((line) => line.trim().startsWith(`${phase} -${event}->`));
  if (arrow === undefined) throw new LessonError('WRONG_PHASE', `no ${event} in ${phase}`);
  return arrow.split('-> ')[1] as Phase;
}
