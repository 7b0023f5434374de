import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { RunOrder, RunRecord, Variant } from '../evidence.ts';
import type { Guard } from '../process/guard.ts';
import { runGuarded } from '../process/guarded-run.ts';
import { runEnvironment } from '../process/run-environment.ts';
import type { RawReport } from './reporter.ts';
import { outcomeOf } from './run-outcome.ts';
import { installedNames, strayFiles } from './stray-files.ts';
import { writeWorkCopy, type FileMap } from './variant-files.ts';

export interface RunRequest {
  readonly variant: Variant;
  readonly attempt: number;
  readonly order: RunOrder;
  readonly files: FileMap;
  /** Folder in the repository that lends its place and its installed packages. */
  readonly home: string;
  readonly repositoryRoot: string;
  /** Test files to run, relative to the variant. */
  readonly testFiles: readonly string[];
  /** Also print what a learner would see. */
  readonly asLearner: boolean;
  readonly limits: {
    readonly testMs: number;
    readonly runMs: number;
    readonly rssMb: number;
    readonly outputKb: number;
  };
}

export interface RunContext {
  readonly guard: Guard;
  /** A new, empty folder for this run alone. */
  readonly place: string;
  readonly signal: AbortSignal;
}

/** Runs one variant once, in a copy, under the guard. Never throws for what the variant does. */
export async function runVitest(request: RunRequest, { guard, place, signal }: RunContext): Promise<RunRecord> {
  const started = performance.now();
  if (!existsSync(vitestOf(request.home)))
    return notRun(request, guard, `${vitestOf(request.home)} is not installed: run pnpm install`);
  const out = join(place, 'out');
  const tree = join(place, 'tree');
  for (const folder of [out, tree]) mkdirSync(folder, { recursive: true });
  const folder = writeWorkCopy({
    repositoryRoot: request.repositoryRoot,
    home: request.home,
    files: request.files,
    into: tree,
  });
  const installed = installedNames(request.home);
  const reportFile = join(out, 'report.json');
  const workerReport = join(out, 'workers.jsonl');

  const result = await runGuarded({
    guard,
    executable: process.execPath,
    args: vitestArgs(request, folder),
    cwd: folder,
    env: {
      ...runEnvironment(place),
      CI: 'true',
      COLUMNS: '80',
      LESSON_REPORT: reportFile,
      LESSON_WORKER_REPORT: workerReport,
      LESSON_VARIANT: folder,
      LESSON_OUT: out,
      LESSON_TEST_MS: String(request.limits.testMs),
      LESSON_ORDER: request.order.kind,
      LESSON_ATTEMPT: String(request.attempt),
    },
    out,
    timeoutMs: request.limits.runMs,
    maxOutputBytes: request.limits.outputKb * 1024,
    maxRssBytes: request.limits.rssMb * 1024 * 1024,
    signal,
  });

  const report = readReport(reportFile);
  const { outcome, why } = outcomeOf(result, report);
  return {
    variant: request.variant,
    attempt: request.attempt,
    order: request.order,
    outcome,
    why,
    exitCode: result.exitCode,
    signal: result.signal,
    tests: report?.tests ?? [],
    processes: { ...result.processes, ...readWorkers(workerReport) },
    strayFiles: strayFiles({ place, tree, folder, files: request.files }).concat(
      installedNames(request.home).filter((name) => !installed.includes(name)),
    ),
    peakRssMb: Math.round(result.peakRssBytes / 1024 / 1024),
    outputBytes: result.outputBytes,
    output: stripVTControlCharacters(result.output),
    durationMs: Math.round(performance.now() - started),
  };
}

function vitestOf(home: string): string {
  return join(home, 'node_modules', 'vitest', 'vitest.mjs');
}

function notRun(request: RunRequest, guard: Guard, why: string): RunRecord {
  return {
    variant: request.variant,
    attempt: request.attempt,
    order: request.order,
    outcome: 'infra',
    why,
    exitCode: null,
    signal: null,
    tests: [],
    processes: { method: guard.method, complete: guard.complete, left: [], listening: [], timers: 0 },
    strayFiles: [],
    peakRssMb: 0,
    outputBytes: 0,
    output: '',
    durationMs: 0,
  };
}

function vitestArgs(request: RunRequest, folder: string): string[] {
  const here = import.meta.dirname;
  const { order } = request;
  return [
    vitestOf(request.home),
    'run',
    ...request.testFiles,
    `--root=${folder}`,
    `--config=${join(here, 'vitest-overlay.ts')}`,
    ...(request.asLearner ? ['--reporter=default'] : []),
    `--reporter=${join(here, 'reporter.ts')}`,
    ...(order.kind === 'shuffled' ? ['--sequence.shuffle.tests', `--sequence.seed=${order.seed}`] : []),
  ];
}

function readReport(file: string): RawReport | undefined {
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as RawReport; // our own reporter wrote it
  } catch {
    return undefined;
  }
}

function readWorkers(file: string): { listening: string[]; timers: number } {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const workers = text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { listening: string[]; timers: number });
  return {
    listening: workers.flatMap((worker) => worker.listening),
    timers: workers.reduce((sum, worker) => sum + worker.timers, 0),
  };
}
