import { relative, sep } from 'node:path';
import { variantKey, type RunRecord } from '../evidence.ts';
import { verdictWord } from '../exit-codes.ts';
import type { Manifest } from '../manifest/schema.ts';
import { repositoryRoot } from '../repository.ts';
import { killMatrix } from '../rules/r09-kill-matrix.ts';
import { seen } from '../rules/run-text.ts';
import type { LessonVerdict, Verification } from '../verify.ts';
import { declaredState } from './declared.ts';

/** Bumped when a reader of the report would have to change. */
const reportVersion = 1;

/** The report as plain data: of the one lesson, or of all with their common verdict. Paths are relative to the checkout. */
export function jsonReport(verification: Verification): object {
  const head = {
    reportVersion,
    verdict: verdictWord[verification.exitCode],
    exitCode: verification.exitCode,
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    seed: verification.seed,
    startedAt: verification.startedAt.toISOString(),
    durationMs: verification.durationMs,
  };
  const lessons = verification.lessons.map((verdict) => lessonReport(verdict, verification));
  return lessons.length === 1 ? { ...head, ...lessons[0] } : { ...head, lessons };
}

function lessonReport(
  { lesson, evidence, results, exitCode, partial }: LessonVerdict,
  { guard }: Verification,
): object {
  const manifest = evidence.loaded.ok ? evidence.loaded.manifest : undefined;
  return {
    lesson: lesson.id,
    folder: relative(repositoryRoot, lesson.folder).split(sep).join('/'),
    contentVersion: manifest?.contentVersion ?? null,
    verdict: partial && exitCode === 0 ? 'verified in part' : verdictWord[exitCode],
    exitCode,
    partial,
    rules: results.map(({ code, name, status, summary, findings }) => ({
      code,
      name,
      status,
      summary,
      items: findings,
    })),
    variants: manifest ? variantReports(manifest, evidence.runs) : [],
    processes: {
      method: guard.method,
      complete: guard.complete,
      left: evidence.runs.flatMap((run) =>
        run.processes.left.map((left) => ({ variant: variantKey(run.variant), ...left })),
      ),
    },
    killMatrix: killMatrix(evidence),
    limits: manifest?.limits ?? null,
    peakRssMb: evidence.runs.reduce((most, run) => Math.max(most, run.peakRssMb), 0),
  };
}

function variantReports(manifest: Manifest, runs: readonly RunRecord[]): object[] {
  const keys = [...new Set(runs.map((run) => variantKey(run.variant)))];
  return keys.flatMap((key) => {
    const own = runs.filter((run) => variantKey(run.variant) === key);
    const [first] = own;
    if (!first) return [];
    const { kind, id } = first.variant;
    const ids = [...new Set(own.flatMap((run) => run.tests.map((test) => test.id)))];
    return [
      {
        kind,
        id,
        runs: own.map((run) => ({
          attempt: run.attempt,
          order: run.order,
          outcome: run.outcome,
          why: run.why,
          exitCode: run.exitCode,
          durationMs: run.durationMs,
          peakRssMb: run.peakRssMb,
        })),
        tests: ids.map((test) => testReport(manifest, own, test)),
      },
    ];
  });
}

function testReport(manifest: Manifest, runs: readonly RunRecord[], id: string): object {
  const results = runs.flatMap((run) => run.tests.filter((test) => test.id === id));
  const observed = [...new Set(results.map((test) => test.state))];
  const failed = results.find((test) => test.errors.length > 0);
  const variant = runs[0]?.variant ?? { kind: 'solution', id: 'solution' };
  return {
    id,
    declared: declaredState(manifest, variant, id),
    observed: observed.join(', '),
    ...(failed ? { error: failed.errors[0], line: seen(failed) } : {}),
    durationMs: results.map((test) => test.durationMs),
  };
}
