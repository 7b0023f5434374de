import { loadManifest } from '../../../lesson/manifest/load.ts';
import { testFingerprints } from '../../../learner/progress/fingerprint.ts';
import type { Standing } from '../../../learner/progress/schema.ts';
import { updateLesson } from '../../../learner/progress/store.ts';
import type { Checkout } from './checkout.ts';

/** Writes progress as a check would have left it. */
export function rememberStandings(
  { lesson, work }: Pick<Checkout, 'lesson' | 'work'>,
  standings: Readonly<Record<string, Standing>>,
  when: Date = new Date(),
): void {
  const loaded = loadManifest(lesson);
  if (!loaded.ok) throw new Error('the lesson cannot be read');
  const fingerprints = testFingerprints(lesson, loaded.manifest);
  const at = when.toISOString();
  updateLesson(work, loaded.manifest.id, (before) => ({
    ...before,
    contentVersion: loaded.manifest.contentVersion,
    checkedAt: at,
    tests: {
      ...before.tests,
      ...Object.fromEntries(
        Object.entries(standings).map(([id, standing]) => [id, { standing, fingerprint: fingerprints[id] ?? '', at }]),
      ),
    },
  }));
}
