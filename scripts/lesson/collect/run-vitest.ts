import { existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { RunOrder, RunOutcome, RunRecord, Variant } from '../evidence.ts';
import type { Guard } from '../process/guard.ts';
import { runGuarded, type GuardedResult } from '../process/guarded-run.ts';
import type { RawReport } from './reporter.ts';
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
  const out = join(place, 'out');
  const tree = join(place, 'tree');
  for (const folder of [out, tree, join(place, 'tmp'), join(place, 'home')]) mkdirSync(folder, { recursive: true });
  const folder = writeWorkCopy({
    repositoryRoot: request.repositoryRoot,
    home: request.home,
    files: request.files,
    into: tree,
  });
  const before = filesBelow(tree);
  const reportFile = join(out, 'report.json');
  const workerReport = join(out, 'workers.jsonl');

  const result = await runGuarded({
    guard,
    executable: process.execPath,
    args: vitestArgs(request, folder),
    cwd: folder,
    env: {
      ...inherited(),
      HOME: join(place, 'home'),
      TMPDIR: join(place, 'tmp'),
      TEMP: join(place, 'tmp'),
      TMP: join(place, 'tmp'),
      CI: 'true',
      NO_COLOR: '1',
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
    processes: { ...result.processes, listening: readListening(workerReport) },
    strayFiles: filesBelow(tree)
      .filter((file) => !before.includes(file))
      .concat(unexpected(place)),
    peakRssMb: Math.round(result.peakRssBytes / 1024 / 1024),
    outputBytes: result.outputBytes,
    output: stripVTControlCharacters(result.output),
    durationMs: Math.round(performance.now() - started),
  };
}

function vitestArgs(request: RunRequest, folder: string): string[] {
  const here = import.meta.dirname;
  const { order } = request;
  return [
    join(request.home, 'node_modules', 'vitest', 'vitest.mjs'),
    'run',
    ...request.testFiles,
    `--root=${folder}`,
    `--config=${join(here, 'vitest-overlay.ts')}`,
    ...(request.asLearner ? ['--reporter=default'] : []),
    `--reporter=${join(here, 'reporter.ts')}`,
    ...(order.kind === 'shuffled' ? ['--sequence.shuffle.tests', `--sequence.seed=${order.seed}`] : []),
  ];
}

/** Only what a program needs to be found and to speak; a lesson may not depend on the rest. */
function inherited(): Record<string, string> {
  const names = ['PATH', 'LANG', 'LC_ALL', 'TZ', 'SystemRoot', 'SYSTEMROOT', 'ComSpec', 'PATHEXT', 'windir'];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

function readReport(file: string): RawReport | undefined {
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as RawReport; // our own reporter wrote it
  } catch {
    return undefined;
  }
}

function readListening(file: string): string[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .flatMap((line) => (JSON.parse(line) as { listening: string[] }).listening);
}

/**
 * What became of the run as a whole, apart from its tests. Measured in vitest 4.1: a file that does not load gives zero
 * tests and exit 1; an error after the last test gives a green report and exit 1; a hang gives no report at all. So
 * report and exit code must both speak, and agree.
 */
function outcomeOf(result: GuardedResult, report: RawReport | undefined): { outcome: RunOutcome; why: string } {
  switch (result.ended) {
    case 'not-started':
      return { outcome: 'infra', why: `the run could not be started: ${result.why}` };
    case 'aborted':
      return { outcome: 'infra', why: 'interrupted' };
    case 'timeout':
      return { outcome: 'run-timeout', why: 'did not end within limits.runMs' };
    case 'output-limit':
      return { outcome: 'over-limit', why: 'printed more than limits.outputKb' };
    case 'memory-limit':
      return { outcome: 'over-limit', why: 'used more memory than limits.rssMb' };
    case 'exit':
      break;
    default:
      result.ended satisfies never;
  }
  if (!report) return { outcome: 'crashed', why: `vitest ended without a report (${exitText(result)})` };
  const first = (list: readonly string[]): string => list[0] ?? '';
  if (report.loadErrors.length > 0) return { outcome: 'load-error', why: first(report.loadErrors) };
  if (report.tests.length === 0) return { outcome: 'load-error', why: 'no test was found' };
  if (report.hookErrors.length > 0) return { outcome: 'hook-error', why: first(report.hookErrors) };
  if (report.lateErrors.length > 0) return { outcome: 'late-error', why: first(report.lateErrors) };
  const failed = report.tests.some((test) => test.state === 'fail' || test.state === 'timeout');
  if (failed !== (result.exitCode !== 0)) {
    return { outcome: 'crashed', why: `the report and the exit status disagree (${exitText(result)})` };
  }
  return { outcome: 'completed', why: '' };
}

function exitText({ exitCode, signal }: GuardedResult): string {
  return signal ? `signal ${signal}` : `exit ${exitCode}`;
}

/** Files below a folder, with `/`; what is installed does not count. */
function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !path.split('/').includes('node_modules'));
}

/** Things beside the folders that a run is given. */
function unexpected(place: string): string[] {
  return readdirSync(place).filter((name) => !['out', 'tree', 'tmp', 'home'].includes(name));
}
