import type { ManifestWrong } from '../../lesson/manifest/schema.ts';
import type { Observation } from './observation.ts';

/** How well one known mistake fits what was seen. All lists hold test ids. */
export interface Fit {
  readonly entry: ManifestWrong;
  /** Tests that fail as this mistake makes them fail, message and all. */
  readonly hits: readonly string[];
  /** Tests that it may fail, and that fail. */
  readonly loose: readonly string[];
  /** Tests that it must fail but that fail otherwise, or stop at the gap: another hole may hide it. */
  readonly hidden: readonly string[];
  /** Tests that it must fail and that are green: it is not there, or not in this form. */
  readonly misses: readonly string[];
}

export function fit(entry: ManifestWrong, observations: readonly Observation[]): Fit {
  const by = new Map(observations.map((observation) => [observation.id, observation]));
  const hits: string[] = [];
  const hidden: string[] = [];
  const misses: string[] = [];
  for (const must of entry.mustFail) {
    const seen = by.get(must.test);
    if (!seen || seen.standing === 'not-run') continue;
    if (seen.standing === 'green') misses.push(must.test);
    else if (isRed(seen) && new RegExp(must.message, 'u').test(seen.message)) hits.push(must.test);
    else hidden.push(must.test);
  }
  const loose = entry.mayFail.filter((id) => {
    const seen = by.get(id);
    return seen !== undefined && isRed(seen);
  });
  return { entry, hits, loose, hidden, misses };
}

export function isRed({ standing }: Observation): boolean {
  return standing === 'red' || standing === 'unstable';
}
