import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LimitFunction } from 'p-limit';
import { loadCanaryEvidence, storeCanaryEvidence } from './canaries/cached-evidence.ts';
import { collectCanaries, judgeCanaries, type CanaryEvidence } from './canaries/prove.ts';
import { collectLesson } from './collect/collect-lesson.ts';
import { exitCode, worstOf, type ExitCode } from './exit-codes.ts';
import type { LessonEvidence, RunRecord } from './evidence.ts';
import { chooseGuard, findAbilities, type Guard } from './process/guard.ts';
import { openRunQueue } from './process/run-queue.ts';
import { repositoryRoot, type LessonPlace } from './repository.ts';
import { judge, type RuleResult } from './rules/judge.ts';
import { chooses, type VerifyOptions } from './verify-options.ts';

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
  const { limit } = queue;
  try {
    const [evidences, canaryEvidence] = await Promise.all([
      Promise.all(
        lessons.map((lesson) =>
          collectLesson({
            repositoryRoot,
            folder: lesson.folder,
            guard,
            scratch,
            limit,
            signal,
            seed: options.seed,
            repeats: options.repeats,
            repeatAll: options.repeatAll,
            only: (variant) => chooses(options.only, variant),
            onPlanned: progress.planned,
            onRun: (run) => progress.ran(lesson.id, run),
          }),
        ),
      ),
      gatherCanaries({ options, guard, scratch, limit, signal, progress }),
    ]);
    signal.throwIfAborted();
    const proof = judgeCanaries(canaryEvidence);
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
    queue.close();
    rmSync(scratch, { recursive: true, force: true, maxRetries: 3 });
  }
}

interface CanaryGathering {
  readonly options: VerifyOptions;
  readonly guard: Guard;
  readonly scratch: string;
  readonly limit: LimitFunction;
  readonly signal: AbortSignal;
  readonly progress: VerifyProgress;
}

async function gatherCanaries(gathering: CanaryGathering): Promise<CanaryEvidence> {
  const { options, guard, scratch, limit, signal, progress } = gathering;
  const cached = options.canaries === 'cached' ? loadCanaryEvidence(guard.method) : undefined;
  if (cached) return cached;
  const fresh = await collectCanaries({
    guard,
    scratch,
    limit,
    signal,
    seed: 1,
    onPlanned: progress.planned,
    onRun: (run) => progress.ran('canaries', run),
  });
  storeCanaryEvidence(guard.method, fresh);
  return fresh;
}

function codeOf(results: readonly RuleResult[]): ExitCode {
  const codes = results.flatMap((entry) => entry.findings.map((found) => found.exit));
  return worstOf(codes.filter((code) => code !== 'warning').concat(exitCode.verified));
}
