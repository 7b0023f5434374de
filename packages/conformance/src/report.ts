import type { Comparison } from './baseline.ts';
import { problemIds } from './judge.ts';
import { runName } from './runs.ts';
import type { ScenarioResult } from './run-scenario.ts';

/** One run as it was, and as the baseline says it should be. */
export interface Outcome {
  readonly result: ScenarioResult;
  readonly comparison: Comparison;
}

/** A whole run of the command; `skipped` says why nothing ran. */
export interface Report {
  readonly suite: string;
  /** Versions: of the suite's Node, and of the client's. */
  readonly nodes: { readonly suite: string; readonly client: string };
  readonly skipped?: string;
  readonly outcomes: readonly Outcome[];
  /** What is wrong between the suite's list of scenarios and ours. */
  readonly drift: readonly string[];
  readonly interrupted: boolean;
}

export const exitCodes = { asExpected: 0, failed: 1, badUsage: 2, couldNotRun: 3 } as const;

/** Runs that went as expected, and everything that did not. */
export function count({ outcomes, drift }: Report): { readonly passed: number; readonly failed: number } {
  const passed = outcomes.filter(isAsExpected).length;
  return { passed, failed: outcomes.length - passed + drift.length };
}

export function exitCodeOf(report: Report): number {
  if (report.skipped !== undefined) return exitCodes.asExpected;
  if (report.interrupted || report.outcomes.some(hasNoReport)) return exitCodes.couldNotRun;
  const { passed, failed } = count(report);
  return failed > 0 || passed === 0 ? exitCodes.failed : exitCodes.asExpected;
}

export function formatReport(report: Report): string {
  const { suite, nodes, outcomes, drift } = report;
  const head = ['scenario', 'checks passed', 'failed', 'warnings', 'skipped', 'verdict', 'ms'];
  const lines = outcomes.map(({ result, comparison }) => [
    runName(result.run),
    String(result.counts.passed),
    String(result.counts.failed),
    String(result.counts.warnings),
    String(result.counts.skipped),
    verdictOf({ result, comparison }),
    result.ms.toFixed(0),
  ]);
  const { passed, failed } = count(report);
  return [
    `suite ${suite} on Node ${nodes.suite}, client on Node ${nodes.client}`,
    '',
    formatTable([head, ...lines]),
    ...outcomes.flatMap((outcome) => (isAsExpected(outcome) ? [] : ['', ...explain(outcome)])),
    ...(drift.length > 0 ? ['', ...drift] : []),
    '',
    `${passed} as expected, ${failed} not${report.interrupted ? ', interrupted' : ''}`,
  ].join('\n');
}

/** What other programs read: `passed` and `failed` are counts of runs. */
export function jsonReport(report: Report): object {
  const { suite, nodes, skipped, outcomes, drift, interrupted } = report;
  return {
    suite,
    nodes,
    ...(skipped === undefined ? {} : { skipped }),
    ...count(report),
    exitCode: exitCodeOf(report),
    interrupted,
    drift,
    runs: outcomes.map((outcome) => ({
      ...outcome.result.run,
      verdict: verdictOf(outcome),
      checks: outcome.result.counts,
      problems: outcome.result.problems,
      stale: outcome.comparison.stale,
      ms: Math.round(outcome.result.ms),
    })),
  };
}

function verdictOf(outcome: Outcome): string {
  return hasNoReport(outcome) ? 'no report' : outcome.comparison.verdict;
}

function isAsExpected(outcome: Outcome): boolean {
  return ['passed', 'known failure'].includes(verdictOf(outcome));
}

function hasNoReport({ result }: Outcome): boolean {
  return result.problems.some(({ id }) => id === problemIds.noReport);
}

function explain({ result, comparison }: Outcome): readonly string[] {
  const stale = comparison.stale.map((check) => `  ${check} is in baseline.json and does not fail: take it out`);
  const unexpected = comparison.unexpected.map(({ id, message }) => `  ${id}: ${message}`);
  const output = result.output.split('\n').map((line) => `  | ${line}`);
  return [`${runName(result.run)}:`, ...unexpected, ...stale, ...output];
}

/** The first column and the verdict to the left, numbers to the right. */
function formatTable(lines: readonly (readonly string[])[]): string {
  const width = (column: number): number => Math.max(...lines.map((line) => line[column]?.length ?? 0));
  const pad = (cell: string, column: number): string =>
    column === 0 || column === 5 ? cell.padEnd(width(column)) : cell.padStart(width(column));
  return lines.map((line) => line.map(pad).join('  ').trimEnd()).join('\n');
}
