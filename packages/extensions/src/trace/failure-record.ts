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
    ...defined({ serverName, instanceId, method, id: wholeId(id), durationMs, exitCode, signal, stderr }),
  };
}

/** Of an error that is not ours it may be anything. */
function wholeId(id: number | undefined): number | undefined {
  return Number.isSafeInteger(id) ? id : undefined;
}
