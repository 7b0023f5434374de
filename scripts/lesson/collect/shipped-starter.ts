import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { applyPatchFile } from './patches.ts';
import { readSources, type FileMap } from './variant-files.ts';

/** The patch that takes the solution's `src/` to the starter's as the course ships it. */
export const starterPatchName = 'starter.patch';

export type ShippedStarter =
  | { readonly ok: true; readonly files: FileMap }
  /** `why` is empty when the lesson has no starter.patch. */
  | { readonly ok: false; readonly why: string };

/**
 * The starter's sources as the course ships them, whatever a learner did to `starter/` and committed since: the solution
 * with `starter.patch` applied. It needs neither git nor a second copy that could go stale in silence: a patch that no
 * longer applies says so.
 */
export function shippedStarter(lessonFolder: string): ShippedStarter {
  const file = join(lessonFolder, starterPatchName);
  if (!existsSync(file)) return { ok: false, why: '' };
  const solution = readSources(join(lessonFolder, 'solution'));
  const { files, fact } = applyPatchFile(solution, file, starterPatchName);
  if (fact.problem) return { ok: false, why: `${starterPatchName}: ${fact.problem}` };
  // A file that only the solution has is emptied by the patch: the starter has none of that name.
  for (const [path, text] of files) if (text === '' && solution.get(path) !== '') files.delete(path);
  return { ok: true, files };
}

export type StarterComparison =
  | { readonly ok: true; readonly shipped: FileMap; /** Paths, in order. */ readonly differing: readonly string[] }
  | { readonly ok: false; readonly why: string };

/** A starter's `src/` beside the shipped one; of `starter` only what lies below `src/` counts. */
export function compareWithShipped(lessonFolder: string, starter: FileMap): StarterComparison {
  const shipped = shippedStarter(lessonFolder);
  if (!shipped.ok) return shipped;
  const sources = new Map([...starter].filter(([path]) => path.startsWith('src/')));
  const paths = [...new Set([...sources.keys(), ...shipped.files.keys()])].toSorted();
  const differing = paths.filter((path) => sources.get(path) !== shipped.files.get(path));
  return { ok: true, shipped: shipped.files, differing };
}

/** What is wrong with the shipped starter of a lesson, in words; empty when starter.patch makes exactly `starter`. */
export function shippedStarterProblems(lessonFolder: string, starter: FileMap): string[] {
  const compared = compareWithShipped(lessonFolder, starter);
  if (!compared.ok) return [compared.why || `there is no ${starterPatchName}`];
  return compared.differing.map((path) => `${starterPatchName} does not make ${path} as it stands in the starter`);
}
