import { existsSync, mkdtempSync, mkdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isGreen } from '../../lesson/evidence.ts';
import { runVitest } from '../../lesson/collect/run-vitest.ts';
import { typecheck } from '../../lesson/collect/typecheck.ts';
import type { FileMap } from '../../lesson/collect/variant-files.ts';
import type { RunRecord, Variant } from '../../lesson/evidence.ts';
import { chooseGuard, findAbilities } from '../../lesson/process/guard.ts';
import type { Manifest } from '../../lesson/manifest/schema.ts';
import type { Lesson } from '../lesson-of.ts';
import { underTheLesson } from '../under-the-lesson.ts';
import { isPuzzle } from './diagnose.ts';
import { isRed } from './fit.ts';
import { observe } from './observation.ts';

/** One or more suites, run together. */
interface CheckPart {
  /** The run that counts. */
  readonly run: RunRecord;
  /** The same again, when something failed that could depend on chance. */
  readonly again?: RunRecord;
}

/** What the learner's code did. Nothing is judged yet. */
export interface CheckRuns {
  /** The lab, then the homework, where it was run. */
  readonly parts: readonly CheckPart[];
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
  /** Run the homework too while the lab is not green: it then waits for much that is not written yet. */
  readonly all?: boolean;
  /** Run again what failed; on by default. */
  readonly repeat?: boolean;
  /** Where the compiler was asked for several folders at once: what it says of this one. Default: it is asked here. */
  readonly types?: Promise<CompilerWords>;
  /** The lab does not tell which mistake it is: the homework is run too, which takes longer. */
  readonly onPuzzle?: () => void;
}

/** Compiler errors, `file:line TS…: …`, or why it could not be asked. */
interface CompilerWords {
  readonly errors: readonly string[];
  readonly infra?: string;
}

const yours: Variant = { kind: 'starter', id: 'yours' };

/**
 * Runs the learner's `src/` with the lesson's own tests and settings, in a copy: the lab, and the homework once the lab is
 * green or when the lab alone leaves a puzzle. Everything made on the way is removed again, also when `signal` aborts; then it rejects with the signal's reason.
 */
export async function runCheck(request: CheckRequest): Promise<CheckRuns> {
  const { lesson, folder, signal } = request;
  const files = underTheLesson(lesson.folder, folder);
  const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'lesson-')));
  const types = request.types ?? askCompiler(request, files, join(scratch, 'types'));
  try {
    const [lab, ...homework] = lesson.manifest.suites;
    const parts: CheckPart[] = [];
    if (lab) parts.push(await runPart(request, files, [lab], scratch));
    if (homework.length > 0) {
      const runs = parts.map(({ run }) => run);
      const isDue = request.all === true || runs.every(isGreen);
      const isPuzzling = !isDue && isPuzzle(lesson.manifest, observe(lesson.manifest, runs));
      if (isPuzzling) request.onPuzzle?.();
      if (isDue) parts.push(await runPart(request, files, homework, scratch));
      else if (isPuzzling) {
        // Only to tell mistakes apart: it need not be seen twice, and when it does not end nothing is said about it.
        const part = await runPart({ ...request, repeat: false }, files, homework, scratch);
        if (part.run.outcome === 'completed') parts.push(part);
      }
    }
    const { errors, infra } = await types;
    signal.throwIfAborted();
    return { parts, types: errors, ...(infra === undefined ? {} : { typesInfra: infra }) };
  } finally {
    await types.catch(() => undefined); // the compiler works in there
    rmSync(scratch, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function askCompiler(
  { root, lesson, signal }: CheckRequest,
  files: FileMap,
  place: string,
): Promise<CompilerWords> {
  const variants = [{ variant: yours, files }];
  const { errors, infra } = await typecheck({
    repositoryRoot: root,
    home: homeOf(lesson),
    variants,
    place,
    signal,
  });
  return { errors: Object.values(errors).flat(), ...(infra === undefined ? {} : { infra }) };
}

async function runPart(
  request: CheckRequest,
  files: FileMap,
  suites: Manifest['suites'],
  scratch: string,
): Promise<CheckPart> {
  const { lesson, signal, repeat = true } = request;
  const runOnce = (attempt: number): Promise<RunRecord> => {
    signal.throwIfAborted();
    const place = join(scratch, `${suites.map(({ id }) => id).join('+')}-${attempt}`);
    mkdirSync(place);
    return runVitest(
      {
        variant: yours,
        attempt,
        order: { kind: 'declared' },
        files,
        home: homeOf(lesson),
        repositoryRoot: request.root,
        testFiles: suites.map(({ file }) => file),
        asLearner: false,
        limits: lesson.manifest.limits,
      },
      { guard: chooseGuard(findAbilities()), place, signal },
    );
  };
  const run = await runOnce(1);
  return repeat && couldBeChance(lesson.manifest, run) ? { run, again: await runOnce(2) } : { run };
}

/** Lends its installed packages; the starter's may have been changed by its learner. */
function homeOf(lesson: Lesson): string {
  return join(lesson.folder, 'solution');
}

/**
 * Not worth a second run: one that did not come to its end (it says the same again, and slowly), and one whose tests all
 * stop at what is still to be written.
 */
function couldBeChance(manifest: Manifest, run: RunRecord): boolean {
  if (run.outcome === 'late-error') return true;
  return run.outcome === 'completed' && observe(manifest, [run]).some(isRed);
}

/** Are the lesson's packages installed? Without them nothing can be told. */
export function isInstalled(lesson: Lesson): boolean {
  return existsSync(join(homeOf(lesson), 'node_modules', 'vitest', 'package.json'));
}
