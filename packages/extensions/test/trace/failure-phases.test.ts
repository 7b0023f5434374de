import { expect, test } from 'vitest';
import { errorCodes, type ErrorCode, type McpClientError } from '../../src/errors.ts';
import { failurePhases, type FailurePhase } from '../../src/trace/failure-phase.ts';
import { failureRecord } from '../../src/trace/failure-record.ts';
import { traceRecord } from '../../src/trace/trace-record.ts';
import { examples } from '../docs/example-errors.ts';
import { readPage, tableRows } from '../docs/markdown.ts';
import { reported } from '../support/failure-reports.ts';

const phases: Readonly<Record<ErrorCode, FailurePhase>> = {
  MCP_TIMEOUT: 'call',
  MCP_ABORTED: 'call',
  MCP_ERROR: 'call',
  MCP_PROCESS_EXIT: 'call',
  CLIENT_CLOSED: 'close',
  MCP_BUSY: 'call',
  MCP_NOT_INITIALIZED: 'call',
  MCP_SPAWN_FAILED: 'spawn',
  MCP_HANDSHAKE_FAILED: 'handshake',
  MCP_UNSUPPORTED_VERSION: 'handshake',
  MCP_CAPABILITY_MISSING: 'discovery',
  MCP_PROTOCOL_ERROR: 'call',
  MCP_MESSAGE_TOO_LARGE: 'call',
  MCP_INVALID_PARAMS: 'call',
  MCP_INVALID_RESULT: 'call',
  MCP_RESULT_TOO_LARGE: 'call',
  MCP_WRITE_FAILED: 'discovery',
  MCP_UNKNOWN_TOOL: 'call',
  MCP_INVALID_CONFIG: 'configuration',
  MCP_QUARANTINED: 'admission',
  MCP_BUDGET_EXCEEDED: 'admission',
  MCP_DENIED: 'admission',
  MCP_APPROVAL_REQUIRED: 'admission',
  MCP_CONNECTION_FAILED: 'call',
  MCP_HTTP_ERROR: 'call',
  MCP_UNAUTHORIZED: 'call',
  MCP_SESSION_EXPIRED: 'call',
};

test('an error of each code has its phase, its outcome, and a record for a trace', async () => {
  for (const code of errorCodes) {
    const error = (await examples[code]()) as McpClientError;
    const report = reported(error);
    expect(report, code).toMatchObject({ code, phase: phases[code] });
    expect(report.outcome, code).toBe(phases[code] === 'handshake' ? undefined : error.outcome);
    expect(report.request?.id, code).toBe(error.requestId);
    const record = failureRecord(report, 1_234.5);
    expect(traceRecord.parse(record), code).toEqual(record);
    expect(record, code).toMatchObject({ type: 'failure', at: 1_234.5, code, message: report.message });
  }
});

test('the page tells of each phase, in order', () => {
  const rows = tableRows(readPage('docs/failure-report.md')).map(([cell = '']) => cell.replaceAll('`', ''));
  expect(rows.slice(-failurePhases.length)).toEqual([...failurePhases]);
});
