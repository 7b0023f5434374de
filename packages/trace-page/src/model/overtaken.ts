import { groupBy } from './group-by.ts';
import type { RequestRow } from './loaded-trace.ts';
import { isAnswered } from './outcome.ts';

/**
 * Answers that came out of order: some request that was sent later, over the same connection, was answered earlier. In
 * the drawing their lines cross.
 */
export function overtaken(rows: readonly RequestRow[]): number {
  const answered = rows.filter(
    ({ outcome, sentMs, endMs }) => isAnswered(outcome) && sentMs !== undefined && endMs !== undefined,
  );
  let count = 0;
  for (const ofOne of groupBy(answered, ({ record }) => record.instanceId).values()) count += overtakenOfOne(ofOne);
  return count;
}

function overtakenOfOne(rows: readonly RequestRow[]): number {
  let count = 0;
  let firstLaterEnd = Infinity;
  for (const { endMs = 0 } of rows.toSorted(
    (one, other) => (other.sentMs ?? 0) - (one.sentMs ?? 0) || other.key - one.key,
  )) {
    if (firstLaterEnd < endMs) count += 1;
    firstLaterEnd = Math.min(firstLaterEnd, endMs);
  }
  return count;
}
