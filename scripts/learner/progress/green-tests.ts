import type { Lesson } from '../lesson-of.ts';
import { testFingerprints } from './fingerprint.ts';
import type { LessonProgress } from './schema.ts';

/** Tests that were green in the last check and still ask for the same. */
export function greenTests({ folder, manifest }: Lesson, done: LessonProgress): ReadonlySet<string> {
  const fingerprints = testFingerprints(folder, manifest);
  const isGreen = (id: string): boolean => {
    const test = done.tests[id];
    return test?.standing === 'green' && test.fingerprint === fingerprints[id];
  };
  return new Set(manifest.tests.map((test) => test.id).filter(isGreen));
}
