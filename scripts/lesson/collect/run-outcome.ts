import { constants } from 'node:os';
import { stripVTControlCharacters } from 'node:util';
import type { RunOutcome } from '../evidence.ts';
import type { GuardedResult } from '../process/guarded-run.ts';
import type { RawReport } from './reporter.ts';

/**
 * What became of the run as a whole, apart from its tests. Measured in vitest 4.1: a file that does not load gives zero
 * tests and exit 1; an error after the last test gives a green report and exit 1; a hang gives no report at all. So
 * report and exit code must both speak, and agree.
 */
export function outcomeOf(result: GuardedResult, report: RawReport | undefined): { outcome: RunOutcome; why: string } {
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
    case 'uncounted':
      return { outcome: 'infra', why: result.why };
    case 'exit':
      break;
    default:
      result.ended satisfies never;
  }
  const signal = signalOf(result);
  if (signal) return { outcome: 'crashed', why: `the test process died of ${signal} before the run was over` };
  if (!report)
    return {
      outcome: 'crashed',
      why: `vitest ended without a report (exit ${result.exitCode}): ${lastError(result.output)}`,
    };
  const death = report.lateErrors.some(isAboutWorker) ? report.died[0] : undefined;
  if (death) {
    const how = death.signal === null ? `ended with exit ${death.exitCode}` : `died of ${death.signal}`;
    return { outcome: 'crashed', why: `the test process ${how} before its tests were over` };
  }
  const first = (list: readonly string[]): string => list[0] ?? '';
  if (report.loadErrors.length > 0) return { outcome: 'load-error', why: first(report.loadErrors) };
  if (report.tests.length === 0) return { outcome: 'load-error', why: 'no test was found' };
  if (report.hookErrors.length > 0) return { outcome: 'hook-error', why: first(report.hookErrors) };
  if (report.lateErrors.length > 0) return { outcome: 'late-error', why: first(report.lateErrors) };
  const failed = report.tests.some((test) => test.state === 'fail' || test.state === 'timeout');
  if (result.exitCode !== (failed ? 1 : 0)) {
    return { outcome: 'crashed', why: `the report and the exit status disagree (exit ${result.exitCode})` };
  }
  return { outcome: 'completed', why: '' };
}

/** A worker that ends when its tests are over spoils nothing, and the runner says nothing of it. */
function isAboutWorker(error: string): boolean {
  return error.includes('[vitest-pool]');
}

/** The signal that ended the run; the shell that a namespace begins with tells it as 128 + its number. */
function signalOf({ exitCode, signal, processes }: GuardedResult): string | undefined {
  if (signal !== null || !processes.method.includes('namespace')) return signal ?? undefined;
  return Object.entries(constants.signals).find(([, number]) => exitCode === 128 + number)?.[0];
}

/** The line of the output that says most about a run without a report. */
function lastError(output: string): string {
  const lines = stripVTControlCharacters(output)
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  return (lines.find((line) => /error/i.test(line)) ?? lines.at(-1) ?? 'it printed nothing').slice(0, 300);
}
