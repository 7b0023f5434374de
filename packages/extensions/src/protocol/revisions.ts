/**
 * Every legacy revision that was published, newest first: the first is offered, any of them is accepted, nothing is
 * guessed. They begin with `initialize`.
 */
export const legacyRevisions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;

/**
 * Every modern revision that was published, newest first. They have no handshake: each request says which one it is of, so
 * none of them ever stands in `initialize`.
 */
export const modernRevisions = ['2026-07-28'] as const;

export type LegacyRevision = (typeof legacyRevisions)[number];
export type ModernRevision = (typeof modernRevisions)[number];

/** The two ways to begin a conversation with a server. */
export type Era = 'legacy' | 'modern';

/** The revisions that a client speaks which may use these eras, newest first. */
export function revisionsOf(era: Era | 'auto'): readonly string[] {
  if (era === 'legacy') return legacyRevisions;
  return era === 'modern' ? modernRevisions : [...modernRevisions, ...legacyRevisions];
}

export function isLegacyRevision(value: string): value is LegacyRevision {
  return legacyRevisions.some((revision) => revision === value);
}

/** The newest modern revision that both sides speak. */
export function mutualRevision(versions: readonly string[]): ModernRevision | undefined {
  return modernRevisions.find((revision) => versions.includes(revision));
}

/** Arrays of messages were legal in one revision only. */
export function allowsBatches(revision: LegacyRevision): boolean {
  return revision === '2025-03-26';
}
