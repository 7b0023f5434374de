import { describeFrame, type FrameFacts } from './frame-facts.ts';
import { isShownName } from './mask-line.ts';
import type { ReplayedIds } from './replayed-ids.ts';
import { keyOf, type ClientStep } from './replay-script.ts';

/** The client sent something else than it did in the recording. */
export interface Divergence {
  /** Which connection, from 1. */
  readonly connection: number;
  /** What was expected, for a person; undefined: nothing more. */
  readonly expected?: string;
  /** What came. */
  readonly got: string;
  readonly message: string;
}

/**
 * What the client is expected to send. `strict`: what it sent, in that order. `tolerant`: each line takes the first one that
 * it can stand for, wherever it is.
 */
export class ReplayExpectations {
  readonly #waiting: ClientStep[];
  readonly #ids: ReplayedIds;
  readonly #isStrict: boolean;

  constructor(steps: readonly ClientStep[], ids: ReplayedIds, isStrict: boolean) {
    this.#waiting = [...steps];
    this.#ids = ids;
    this.#isStrict = isStrict;
  }

  /** What did not come yet. */
  get waiting(): readonly ClientStep[] {
    return this.#waiting;
  }

  /** The line of the recording that this one stands for; undefined: none does. */
  take(facts: FrameFacts): ClientStep | undefined {
    const [next] = this.#waiting;
    if (this.#isStrict) return next !== undefined && this.#fits(next, facts) ? this.#waiting.shift() : undefined;
    const index = this.#waiting.findIndex((step) => this.#fits(step, facts));
    return index === -1 ? undefined : this.#waiting.splice(index, 1)[0];
  }

  divergence(facts: FrameFacts, connection: number): Divergence {
    const [next] = this.#waiting;
    const got = describeFrame(facts);
    if (next === undefined) return { connection, got, message: `nothing more was expected, and ${got} came` };
    const expected = describeFrame(next.facts);
    const message = `line ${next.number} of the client was expected to be ${expected}, and ${got} came`;
    return { connection, expected, got, message };
  }

  #fits({ facts: recorded }: ClientStep, now: FrameFacts): boolean {
    switch (recorded.kind) {
      case 'request':
        return now.kind === 'request' && recorded.method === now.method && isSameTool(recorded.tool, now.tool);
      case 'notification': {
        if (now.kind !== 'notification' || recorded.method !== now.method) return false;
        return keyOf(this.#ids.idNow(recorded.requestId)) === keyOf(now.requestId);
      }
      case 'answer':
        return now.kind === 'answer' && keyOf(recorded.id) === keyOf(now.id);
      case 'other':
        return now.kind === 'other';
    }
  }
}

/** A name that a recording does not show cannot be compared. */
function isSameTool(recorded: string | undefined, now: string | undefined): boolean {
  return recorded === now || (recorded !== undefined && now !== undefined && !isShownName(now));
}
