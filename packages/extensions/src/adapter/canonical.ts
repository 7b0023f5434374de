import type { CheckRun } from './check-run.ts';
import { kindOf, memberOf } from './json-kind.ts';

const charactersPerStep = 64;
/** Deeper values are not sent either. */
const maxDepth = 256;
/** Sorting them, and copying it, cannot be interrupted. */
const maxMembers = 10_000;
const maxCharacters = 1_000_000;

/**
 * A text that is the same for equal JSON values and for no others, whatever the order of their members: so that many are
 * compared by one look at a set, not each with each. In pieces: pauses when the run is due. Undefined, and the run is in
 * doubt, when there is no end to it.
 */
export function* canonical(value: unknown, run: CheckRun, depth = 0): Generator<void, string | undefined, void> {
  run.spend(1);
  if (run.isDue) yield;
  if (run.isOver) return undefined;
  if (depth > maxDepth) return giveUp(run, `it is nested deeper than ${maxDepth} levels`);
  switch (kindOf(value)) {
    case 'array': {
      const items: string[] = [];
      for (const item of value as readonly unknown[]) {
        const text = yield* canonical(item, run, depth + 1);
        if (text === undefined) return undefined;
        items.push(text);
      }
      return `[${items.join()}]`;
    }
    case 'object': {
      const members: string[] = [];
      const keys = run.membersOf(value as object);
      if (keys.length > maxMembers) return giveUp(run, `more than ${maxMembers} members are not compared`);
      for (const key of keys.toSorted()) {
        const text = yield* canonical(memberOf(value as object, key), run, depth + 1);
        if (text === undefined) return undefined;
        members.push(`${JSON.stringify(key)}:${text}`);
      }
      return `{${members.join()}}`;
    }
    case 'string': {
      const { length } = value as string;
      if (length > maxCharacters) return giveUp(run, `more than ${maxCharacters} characters are not compared`);
      run.spend(Math.floor(length / charactersPerStep));
      return JSON.stringify(value);
    }
    case 'number':
      // -0 and 0 are the same number.
      return String((value as number) + 0);
    case 'boolean':
    case 'null':
    case undefined:
      return String(value);
  }
}

function giveUp(run: CheckRun, reason: string): undefined {
  run.inDoubt(reason);
}
