import type { Era } from '../../../src/protocol/revisions.ts';
import type { RequirementId } from '../requirements.ts';
import type { Stage } from './stage.ts';
import type { WayName } from './way.ts';

/** Something that a client keeps whatever way its server is reached by. Written once, and run over every way. */
export interface ContractCase {
  /** The rule that it is of. */
  readonly id: RequirementId;
  /** One of a kind in all tables. */
  readonly title: string;
  /** Default: both. */
  readonly eras?: readonly Era[];
  /** The ways that it is not run over, each with the reason. */
  readonly not?: Partial<Readonly<Record<WayName, string>>>;
  readonly run: (stage: Stage) => Promise<void>;
}

export const eras: readonly Era[] = ['legacy', 'modern'];
