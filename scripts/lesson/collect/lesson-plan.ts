import { join } from 'node:path';
import { variantKey, type RunOrder, type Variant } from '../evidence.ts';
import type { Manifest } from '../manifest/schema.ts';
import { applyPatchFile, undeclaredPatches, type PatchFact, type PatchFacts } from './patches.ts';
import { overlay, readVariant, type FileMap } from './variant-files.ts';

/** One variant and how often it runs. */
export interface PlannedVariant {
  readonly variant: Variant;
  readonly files: FileMap;
  readonly orders: readonly RunOrder[];
  /** Suites by id that this variant runs; all by default. */
  readonly suites: readonly string[];
}

export interface LessonPlan {
  readonly variants: readonly PlannedVariant[];
  readonly patches: PatchFacts;
  readonly starter: FileMap;
  readonly solution: FileMap;
}

export interface PlanOptions {
  readonly repeats?: number | undefined;
  readonly seed: number;
  /** Repeat every variant as often as the solution, not the solution alone. */
  readonly repeatAll?: boolean | undefined;
}

/** Makes every variant of a lesson from its folder; nothing is run and nothing is written. */
export function planLesson(folder: string, manifest: Manifest, { repeats, seed, repeatAll }: PlanOptions): LessonPlan {
  const starter = readVariant(join(folder, 'starter'));
  const solution = readVariant(join(folder, 'solution'));
  const suites = manifest.suites.map((suite) => suite.id);
  const facts: Record<string, PatchFact> = {};
  const solutionRuns = repeats ?? manifest.solution.repeats;
  const once = orders(repeatAll ? solutionRuns : 1, seed);

  const variants: PlannedVariant[] = [
    {
      variant: { kind: 'solution', id: 'solution' },
      files: solution,
      orders: orders(solutionRuns, seed),
      suites,
    },
    {
      variant: { kind: 'starter', id: 'starter' },
      files: starter,
      orders: orders(repeatAll ? solutionRuns : manifest.starter.repeats, seed),
      suites,
    },
  ];

  let walked = starter;
  for (const step of manifest.steps) {
    const variant: Variant = { kind: 'step', id: step.id };
    const { files, fact } = applyPatchFile(walked, join(folder, 'steps', `${step.id}.patch`), `steps/${step.id}.patch`);
    walked = files;
    facts[variantKey(variant)] = fact;
    if (!fact.problem) variants.push({ variant, files, orders: once, suites: suites.slice(0, 1) });
  }
  for (const entry of manifest.accepted) {
    const over = readVariant(join(folder, 'accepted', entry.id));
    const fact = { file: `accepted/${entry.id}`, problem: '', changedLines: 0, touched: [...over.keys()], kept: 1 };
    const variant: Variant = { kind: 'accepted', id: entry.id };
    facts[variantKey(variant)] = over.size > 0 ? fact : { ...fact, problem: 'the folder is missing or empty' };
    if (over.size > 0) variants.push({ variant, files: overlay(solution, over), orders: once, suites });
  }
  for (const entry of manifest.wrong) {
    const variant: Variant = { kind: 'wrong', id: entry.id };
    const { files, fact } = applyPatchFile(
      solution,
      join(folder, 'wrong', `${entry.id}.patch`),
      `wrong/${entry.id}.patch`,
    );
    facts[variantKey(variant)] = fact;
    if (!fact.problem) variants.push({ variant, files, orders: once, suites });
  }

  const undeclared = [
    ...undeclaredPatches(
      folder,
      'steps',
      manifest.steps.map((step) => step.id),
    ),
    ...undeclaredPatches(
      folder,
      'wrong',
      manifest.wrong.map((entry) => entry.id),
    ),
    ...undeclaredPatches(
      folder,
      'accepted',
      manifest.accepted.map((entry) => entry.id),
    ),
  ];
  return { variants, patches: { facts, undeclared }, starter, solution };
}

/** File order, then reversed (so that every pair of tests is seen both ways round), then shuffled with known seeds. */
function orders(count: number, seed: number): RunOrder[] {
  return Array.from({ length: count }, (_, index): RunOrder => {
    if (index === 0) return { kind: 'declared' };
    return index === 1 ? { kind: 'reversed' } : { kind: 'shuffled', seed: (seed + index) >>> 0 };
  });
}
