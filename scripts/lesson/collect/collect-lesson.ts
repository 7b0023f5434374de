import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  isGreen,
  type Collected,
  type LessonEvidence,
  type RunRecord,
  type Variant,
  type VariantKind,
} from '../evidence.ts';
import { loadManifest } from '../manifest/load.ts';
import type { Manifest } from '../manifest/schema.ts';
import type { Guard } from '../process/guard.ts';
import type { RunLimit } from '../process/run-queue.ts';
import { changedBetween, takeSnapshot } from './folder-snapshot.ts';
import { planLesson, type PlannedVariant } from './lesson-plan.ts';
import { lintTests } from './lint.ts';
import { findMarkers } from './markers.ts';
import { runVitest } from './run-vitest.ts';
import { shippedStarterProblems } from './shipped-starter.ts';
import { readTexts } from './text-facts.ts';
import { compareTwins } from './twin-facts.ts';
import { typecheck } from './typecheck.ts';
import { findUnfilled } from './unfilled.ts';

export interface CollectOptions {
  readonly repositoryRoot: string;
  readonly folder: string;
  readonly guard: Guard;
  /** A new folder for all copies; the caller removes it. */
  readonly scratch: string;
  /** Runs wait here for a free core; shared by everything that is verified at the same time. */
  readonly limit: RunLimit;
  readonly signal: AbortSignal;
  readonly seed: number;
  readonly repeats?: number | undefined;
  readonly repeatAll?: boolean | undefined;
  /** Which variants run; all by default. */
  readonly only?: ((variant: Variant) => boolean) | undefined;
  /** Also type-check and lint; off where only runs are wanted. */
  readonly checks?: readonly ('types' | 'lint')[] | undefined;
  readonly onPlanned?: ((runs: number) => void) | undefined;
  readonly onRun?: ((run: RunRecord) => void) | undefined;
}

let places = 0;

/** Gathers all evidence about one lesson. A broken manifest gives evidence without runs. */
export async function collectLesson(options: CollectOptions): Promise<LessonEvidence> {
  const { repositoryRoot, folder, signal } = options;
  const loaded = loadManifest(folder);
  const texts = readTexts(folder);
  if (!loaded.ok) return withoutRuns(folder, loaded, texts);

  const { manifest } = loaded;
  const plan = planLesson(folder, manifest, options);
  const chosen = plan.variants.filter(({ variant }) => options.only?.(variant) ?? true);
  const watched = [folder, resolve(repositoryRoot, 'packages', 'fixture-servers', 'src')];
  const before = takeSnapshot(repositoryRoot, watched);
  options.onPlanned?.(chosen.reduce((sum, { orders }) => sum + orders.length, 0));

  const checks = options.checks ?? ['types', 'lint'];
  // One Promise.all: a check that fails must not fail alone, with nobody listening, while the runs go on.
  const [types, lint, runs] = await Promise.all([
    options.limit(() =>
      typecheck({
        repositoryRoot,
        home: join(folder, 'solution'),
        variants: checks.includes('types') ? chosen : [],
        place: newPlace(options.scratch),
        signal,
      }),
    ),
    options.limit(() => (checks.includes('lint') ? lintTests(folder, signal) : { findings: [] })),
    Promise.all(chosen.flatMap((planned) => runAll(planned, manifest, options))),
  ]);

  return {
    lessonId: manifest.id,
    machine: { node: process.versions.node, platform: process.platform },
    folder,
    loaded,
    collected: amounts(plan.variants, chosen),
    runs: runs.concat(await recheck(runs, chosen, manifest, options)),
    types,
    lint,
    texts,
    twins: compareTwins({
      starter: plan.starter,
      solution: plan.solution,
      shipped: shippedStarterProblems(folder, plan.starter),
      suites: manifest.suites,
    }),
    patches: plan.patches,
    markers: findMarkers(plan.starter),
    unfilled: findUnfilled(folder),
    changedFiles: changedBetween(before, takeSnapshot(repositoryRoot, watched)),
  };
}

function runAll(planned: PlannedVariant, manifest: Manifest, options: CollectOptions): Promise<RunRecord>[] {
  return planned.orders.map((_, index) => runOne(planned, index, index + 1, manifest, options));
}

function runOne(
  planned: PlannedVariant,
  orderIndex: number,
  attempt: number,
  manifest: Manifest,
  options: CollectOptions,
): Promise<RunRecord> {
  const { variant, files } = planned;
  const order = planned.orders[orderIndex] ?? { kind: 'declared' };
  return options.limit(async () => {
    options.signal.throwIfAborted();
    const run = await runVitest(
      {
        variant,
        attempt,
        order,
        files,
        home: join(options.folder, variant.kind === 'starter' || variant.kind === 'step' ? 'starter' : 'solution'),
        repositoryRoot: options.repositoryRoot,
        testFiles: manifest.suites.filter((suite) => planned.suites.includes(suite.id)).map((suite) => suite.file),
        asLearner: variant.kind === 'starter' && attempt === 1,
        limits: manifest.limits,
      },
      { guard: options.guard, place: newPlace(options.scratch), signal: options.signal },
    );
    options.onRun?.(run);
    return run;
  });
}

/**
 * A solution that failed in some orders and passed in others is run once more in each order that failed: the same failure
 * again means that the tests depend on their order, another result means that they are flaky. Nothing is forgiven by it.
 */
async function recheck(
  runs: readonly RunRecord[],
  chosen: readonly PlannedVariant[],
  manifest: Manifest,
  options: CollectOptions,
): Promise<RunRecord[]> {
  const solution = chosen.find(({ variant }) => variant.kind === 'solution');
  const of = runs.filter((run) => run.variant.kind === 'solution');
  const failed = of.filter((run) => !isGreen(run));
  if (!solution || failed.length === 0 || failed.length === of.length) return [];
  return Promise.all(
    failed.map((run) => runOne(solution, run.attempt - 1, of.length + run.attempt, manifest, options)),
  );
}

function amounts(planned: readonly PlannedVariant[], chosen: readonly PlannedVariant[]): Collected {
  const amount = (kind: VariantKind): 'all' | 'some' | 'none' => {
    const of = (list: readonly PlannedVariant[]): number => list.filter(({ variant }) => variant.kind === kind).length;
    // Of what there is none, all was run; but who asked for another part alone did not ask for what is missing.
    if (of(planned) === 0) return chosen.length === 0 || chosen.length === planned.length ? 'all' : 'none';
    if (of(chosen) === of(planned)) return 'all';
    return of(chosen) > 0 ? 'some' : 'none';
  };
  return {
    solution: amount('solution'),
    starter: amount('starter'),
    step: amount('step'),
    accepted: amount('accepted'),
    wrong: amount('wrong'),
  };
}

function newPlace(scratch: string): string {
  places += 1;
  const place = join(scratch, String(places));
  mkdirSync(place, { recursive: true });
  return place;
}

function withoutRuns(folder: string, loaded: LessonEvidence['loaded'], texts: LessonEvidence['texts']): LessonEvidence {
  return {
    lessonId: folder.split(/[\\/]/).at(-1) ?? folder,
    machine: { node: process.versions.node, platform: process.platform },
    folder,
    loaded,
    collected: amounts([], []),
    runs: [],
    types: { errors: {} },
    lint: { findings: [] },
    texts,
    twins: { differing: [], unpaired: [], shipped: [], scripts: [], unrun: [] },
    patches: { facts: {}, undeclared: [] },
    markers: [],
    unfilled: [],
    changedFiles: [],
  };
}
