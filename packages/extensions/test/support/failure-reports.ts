import { failureReport, type FailureContext, type FailureReport } from '../../src/trace/failure-report.ts';
import { formatFailureReport } from '../../src/trace/format-failure-report.ts';

/** Whose machine the reports of tests come from. */
export const ada = { homes: ['/home/ada'], user: 'ada', machine: 'ada-laptop.example.org' };

export const at: Date = new Date('2026-01-02T03:04:05.678Z');

/** A report from that machine. */
export function reported(error: unknown, context: FailureContext = {}): FailureReport {
  return failureReport(error, { owner: ada, at, ...context });
}

/** Everything that is published of a failure, in both forms. */
export function published(error: unknown, context: FailureContext = {}): string {
  const report = reported(error, context);
  return `${JSON.stringify(report)}\n${formatFailureReport(report)}`;
}
