/**
 * Every legacy revision that was published, newest first: the first is offered, any of them is accepted, nothing is
 * guessed. (The modern era, from 2026-07-28 on, has no `initialize` and never stands here.)
 */
export const legacyRevisions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;

export type LegacyRevision = (typeof legacyRevisions)[number];

export function isLegacyRevision(value: string): value is LegacyRevision {
  return legacyRevisions.some((revision) => revision === value);
}

/** Arrays of messages were legal in one revision only. */
export function allowsBatches(revision: LegacyRevision): boolean {
  return revision === '2025-03-26';
}
