import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadCanaryEvidence, storeCanaryEvidence } from './canaries/cached-evidence.ts';
import { collectCanaries, judgeCanaries, type CanaryEvidence } from './canaries/prove.ts';
import { collectLesson } from './collect/collect-lesson.ts';
import { exitCode, worstOf, type ExitCode } from './exit-codes.ts';
import type { LessonEvidence, RunRecord } from './evidence.ts';
import { chooseGuard, findAbilities, type Guard } from './process/guard.ts';
import { openRunQueue, type RunLimit } from './process/run-queue.ts';
import { repositoryRoot, type LessonPlace } from './repository.ts';
import { judge, type RuleResult } from './rules/judge.ts';
import { chooses, type VerifyOptions } from './verify-options.ts';
import { messageOf } from './message-of.ts';

/** One lesson's verdict with all that it rests on. */
export interface LessonVerdict {
  readonly lesson: LessonPlace;
  readonly evidence: LessonEvidence;
  readonly results: readonly RuleResult[];
  readonly exitCode: ExitCode;
  /** Only part of the lesson was run (`--only`). */
  readonly partial: boolean;
}

export interface Verification {
  readonly lessons: readonly LessonVerdict[];
  readonly exitCode: ExitCode;
  readonly seed: number;
  readonly guard: Guard;
  readonly startedAt: Date;
  readonly durationMs: number;
}

export interface VerifyProgress {
  readonly planned: (runs: number) => void;
  readonly ran: (lessonId: string, run: RunRecord) => void;
}

/**
 * Verifies lessons: gathers evidence about them and about the canaries in one queue, then judges. Everything made on the
 * way is removed again, also when `signal` aborts; then it rejects with the signal's reason.
 */
export async function verifyLessons(
  lessons: readonly LessonPlace[],
  options: VerifyOptions,
  { signal, progress }: { readonly signal: AbortSignal; readonly progress: VerifyProgress },
): Promise<Verification> {
  const startedAt = new Date();
  const started = performance.now();
  const guard = chooseGuard(findAbilities(), options.processes);
  const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'lesson-')));
  const queue = openRunQueue({ cores: availableParallelism(), fixed: options.concurrency });
  // Whatever fails first ends the rest too; nothing is removed before all of it has ended.
  const inner = new AbortController();
  const shared = { guard, scratch, limit: queue.limit, signal: AbortSignal.any([signal, inner.signal]), progress };
  const begin = <T>(promise: Promise<T>): Promise<T> => {
    promise.catch(() => inner.abort());
    return promise;
  };
  try {
    const gathered = lessons.map((lesson) => begin(gatherLesson(lesson, options, shared)));
    const canaries = begin(gatherCanaries(options, shared));
    const [evidences, canaryEvidence] = await Promise.all([Promise.all(gathered), canaries]);
    signal.throwIfAborted();
    const proof = judgeCanaries(canaryEvidence.evidence, guard);
    if (canaryEvidence.fresh && proof.status === 'ok') storeCanaryEvidence(guard.method, canaryEvidence.evidence);
    const verdicts = lessons.map((lesson, index): LessonVerdict => {
      const evidence = evidences[index];
      if (!evidence) throw new Error(`no evidence for ${lesson.id}`);
      const results = [proof, ...judge(evidence)];
      return { lesson, evidence, results, exitCode: codeOf(results), partial: options.only.length > 0 };
    });
    return {
      lessons: verdicts,
      exitCode: worstOf(verdicts.map((verdict) => verdict.exitCode)),
      seed: options.seed,
      guard,
      startedAt,
      durationMs: Math.round(performance.now() - started),
    };
  } finally {
    inner.abort(); // what still waits fails at once
    await queue.close();
    removeScratch(scratch);
  }
}

interface Gathering {
  readonly guard: Guard;
  readonly scratch: string;
  readonly limit: RunLimit;
  readonly signal: AbortSignal;
  readonly progress: VerifyProgress;
}

function gatherLesson(lesson: LessonPlace, options: VerifyOptions, gathering: Gathering): Promise<LessonEvidence> {
  const { progress, ...shared } = gathering;
  return collectLesson({
    ...shared,
    repositoryRoot,
    folder: lesson.folder,
    seed: options.seed,
    repeats: options.repeats,
    repeatAll: options.repeatAll,
    only: (variant) => chooses(options.only, variant),
    onPlanned: progress.planned,
    onRun: (run) => progress.ran(lesson.id, run),
  });
}

async function gatherCanaries(
  options: VerifyOptions,
  { progress, ...shared }: Gathering,
): Promise<{ evidence: CanaryEvidence; fresh: boolean }> {
  const cached = options.canaries === 'cached' ? loadCanaryEvidence(shared.guard.method) : undefined;
  if (cached) return { evidence: cached, fresh: false };
  const evidence = await collectCanaries({
    ...shared,
    seed: 1,
    onPlanned: progress.planned,
    onRun: (run) => progress.ran('canaries', run),
  });
  return { evidence, fresh: true };
}

/** A verdict is not lost because a folder would not go. */
function removeScratch(scratch: string): void {
  try {
    rmSync(scratch, { recursive: true, force: true, maxRetries: 3 });
  } catch (error) {
    process.stderr.write(`could not remove ${scratch}: ${messageOf(error)}\n`);
  }
}

function codeOf(results: readonly RuleResult[]): ExitCode {
  const codes = results.flatMap((entry) => entry.findings.map((found) => found.exit));
  return worstOf(codes.filter((code) => code !== 'warning').concat(exitCode.verified));
}
