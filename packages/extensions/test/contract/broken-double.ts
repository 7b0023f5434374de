import type { RequirementId } from './requirements.ts';

/**
 * A client with one mistake, made by replacing a piece of its source. Each is shown to fail on a test of its own rule,
 * in the file that it names: so a test that lets it pass is no test.
 */
export interface BrokenDouble {
  readonly id: RequirementId;
  /** The file here whose tests of that rule catch it, without `.test.ts`. */
  readonly caughtIn: string;
  /** What the mistake is. */
  readonly name: string;
  /** Below src/. */
  readonly file: string;
  /** Stands in the file exactly once. */
  readonly from: string;
  readonly to: string;
}
