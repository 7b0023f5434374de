import { groupBy } from './group-by.ts';
import type { RequestRow } from './loaded-trace.ts';
import { isAnswered } from './outcome.ts';

/**
 * Answers that came out of order: some request that was sent later, over the same connection, was answered earlier. In
 * the drawing their lines cross.
 */
export function overtaken(rows: readonly RequestRow[]): number {
  const byKey = new Map(rows.map((row) => [row.key, row]));
  const answered = rows
    .filter(({ outcome, sentMs, endMs }) => isAnswered(outcome) && sentMs !== undefined && endMs !== undefined)
    .map(({ record, endMs, ...row }): Answered => {
      // An answer that was given to another is still one to its own request.
      const { key, sentMs } = byKey.get(row.otherAnswer ?? row.key) ?? row;
      return { key, sentMs, endMs, record };
    });
  let count = 0;
  for (const ofOne of groupBy(answered, ({ record }) => record.instanceId).values()) count += overtakenOfOne(ofOne);
  return count;
}

type Answered = Pick<RequestRow, 'key' | 'sentMs' | 'endMs' | 'record'>;

function overtakenOfOne(rows: readonly Answered[]): number {
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
