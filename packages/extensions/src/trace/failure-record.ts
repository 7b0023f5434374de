import { defined } from '../base/defined.ts';
import type { FailureReport } from './failure-report.ts';
import type { TraceRecord } from './trace-record.ts';

/** A failure as a record of a trace. `at`: milliseconds since the trace began. */
export function failureRecord(
  { server = {}, code, message, phase, request = {}, process = {}, stderr }: FailureReport,
  at: number,
): Extract<TraceRecord, { type: 'failure' }> {
  const { name: serverName, instanceId } = server;
  const { method, id, durationMs } = request;
  const { exitCode, signal } = process;
  return {
    type: 'failure',
    at,
    code,
    message,
    phase,
    ...defined({
      serverName,
      instanceId,
      method,
      id: whole(id),
      durationMs: Number.isFinite(durationMs) ? durationMs : undefined,
      exitCode: exitCode === null ? null : whole(exitCode),
      signal,
      stderr,
    }),
  };
}

/** Of an error that is not ours it may be any number, and the format has whole ones. */
function whole(value: number | undefined): number | undefined {
  return Number.isSafeInteger(value) ? value : undefined;
}
