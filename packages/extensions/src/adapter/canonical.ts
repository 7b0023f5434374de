import type { CheckRun } from './check-run.ts';
import { kindOf, memberOf, membersOf } from './json-kind.ts';

const charactersPerStep = 64;

/**
 * A text that is the same for equal JSON values and for no others, whatever the order of their members: so that many are
 * compared by one look at a set, not each with each. In pieces: pauses when the run is due, and ends early when it is over.
 */
export function* canonical(value: unknown, run: CheckRun, depth = 0): Generator<void, string, void> {
  run.spend(1);
  if (run.isDue) yield;
  if (run.isOver) return '';
  if (depth > maxDepth) {
    run.inDoubt(`it is nested deeper than ${maxDepth} levels`);
    return '';
  }
  switch (kindOf(value)) {
    case 'array': {
      const items: string[] = [];
      for (const item of value as readonly unknown[]) items.push(yield* canonical(item, run, depth + 1));
      return `[${items.join()}]`;
    }
    case 'object': {
      const members: string[] = [];
      for (const key of membersOf(value as object).toSorted()) {
        members.push(`${JSON.stringify(key)}:${yield* canonical(memberOf(value as object, key), run, depth + 1)}`);
      }
      return `{${members.join()}}`;
    }
    case 'string':
      run.spend(Math.floor((value as string).length / charactersPerStep));
      return JSON.stringify(value);
    case 'number':
      // -0 and 0 are the same number.
      return String((value as number) + 0);
    case 'boolean':
    case 'null':
    case undefined:
      return String(value);
  }
}

/** Deeper values are not sent either. */
const maxDepth = 256;
