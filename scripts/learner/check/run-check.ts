import { existsSync, mkdtempSync, mkdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runVitest } from '../../lesson/collect/run-vitest.ts';
import { typecheck } from '../../lesson/collect/typecheck.ts';
import { overlay, readVariant, type FileMap } from '../../lesson/collect/variant-files.ts';
import type { RunRecord, TypeFacts, Variant } from '../../lesson/evidence.ts';
import { chooseGuard, findAbilities } from '../../lesson/process/guard.ts';
import type { Manifest } from '../../lesson/manifest/schema.ts';
import type { Lesson } from '../lesson-of.ts';
import { isRed } from './fit.ts';
import { observe } from './observation.ts';

/** What the learner's code did. Nothing is judged yet. */
export interface CheckRuns {
  /** The run that counts. */
  readonly run: RunRecord;
  /** The same again, when something failed that could depend on chance. */
  readonly again?: RunRecord;
  /** All suites together did not come to an end, so only the first was run. */
  readonly labOnly: boolean;
  /** Compiler errors, `file:line TS…: …`. */
  readonly types: readonly string[];
  /** Why the compiler could not be asked. */
  readonly typesInfra?: string;
}

export interface CheckRequest {
  readonly root: string;
  readonly lesson: Lesson;
  /** Folder with the learner's `src/`. */
  readonly folder: string;
  readonly signal: AbortSignal;
  /** Also run again what failed; on by default. */
  readonly repeat?: boolean;
}

const yours: Variant = { kind: 'starter', id: 'yours' };

/**
 * Runs the learner's `src/` with the lesson's own tests and settings, in a copy. Everything made on the way is removed
 * again, also when `signal` aborts; then it rejects with the signal's reason.
 */
export async function runCheck(request: CheckRequest): Promise<CheckRuns> {
  const { lesson, folder, signal } = request;
  const files = underTheLesson(lesson.folder, folder);
  const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'lesson-')));
  try {
    const suites = lesson.manifest.suites.map((suite) => suite.id);
    const place = (name: string): string => join(scratch, name);
    const [all, types] = await Promise.all([
      runSuites(request, { files, suites, attempt: 1, place: place('all') }),
      typecheck({
        repositoryRoot: request.root,
        home: homeOf(lesson),
        variants: [{ variant: yours, files }],
        place: place('types'),
        signal,
      }),
    ]);
    signal.throwIfAborted();
    const hung = all.outcome === 'run-timeout' && suites.length > 1;
    const lab = suites.slice(0, 1);
    const run = hung ? await runSuites(request, { files, suites: lab, attempt: 1, place: place('lab') }) : all;
    const again =
      (request.repeat ?? true) && couldBeChance(lesson.manifest, run)
        ? await runSuites(request, { files, suites: hung ? lab : suites, attempt: 2, place: place('again') })
        : undefined;
    signal.throwIfAborted();
    return { run, ...(again ? { again } : {}), labOnly: hung, ...typeErrors(types) };
  } finally {
    rmSync(scratch, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** The learner's sources, and nothing else of the learner's: tests and settings are the lesson's own. */
function underTheLesson(lessonFolder: string, folder: string): FileMap {
  const canonical = [...readVariant(join(lessonFolder, 'solution'))].filter(([path]) => !path.startsWith('src/'));
  return overlay(new Map(canonical), readVariant(join(folder, 'src')), 'src/');
}

/** Lends its installed packages; the starter's may have been changed by its learner. */
function homeOf(lesson: Lesson): string {
  return join(lesson.folder, 'solution');
}

interface SuitesRun {
  readonly files: FileMap;
  readonly suites: readonly string[];
  readonly attempt: number;
  readonly place: string;
}

function runSuites(request: CheckRequest, { files, suites, attempt, place }: SuitesRun): Promise<RunRecord> {
  const { manifest } = request.lesson;
  mkdirSync(place);
  return runVitest(
    {
      variant: yours,
      attempt,
      order: { kind: 'declared' },
      files,
      home: homeOf(request.lesson),
      repositoryRoot: request.root,
      testFiles: manifest.suites.filter((suite) => suites.includes(suite.id)).map((suite) => suite.file),
      asLearner: false,
      limits: manifest.limits,
    },
    { guard: chooseGuard(findAbilities()), place, signal: request.signal },
  );
}

/**
 * Not worth a second run: one that did not come to its end (it says the same again, and slowly), and one whose tests all
 * stop at what is still to be written.
 */
function couldBeChance(manifest: Manifest, run: RunRecord): boolean {
  if (run.outcome === 'late-error') return true;
  return run.outcome === 'completed' && observe(manifest, run).some(isRed);
}

function typeErrors({ errors, infra }: TypeFacts): Pick<CheckRuns, 'types' | 'typesInfra'> {
  return { types: Object.values(errors).flat(), ...(infra === undefined ? {} : { typesInfra: infra }) };
}

/** Are the lesson's packages installed? Without them nothing can be told. */
export function isInstalled(lesson: Lesson): boolean {
  return existsSync(join(homeOf(lesson), 'node_modules', 'vitest', 'package.json'));
}
