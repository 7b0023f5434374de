import { describe, expect, test } from 'vitest';
import type { McpListener } from '../../src/manager/manager-event.ts';
import { traceRecord, type TraceRecord } from '../../src/trace/trace-record.ts';
import { TraceRecorder } from '../../src/trace/trace-recorder.ts';
import { eventfulSession, planted } from './support/eventful-session.ts';

/** A recorder whose time the test moves. */
function recording() {
  const records: TraceRecord[] = [];
  const time = { ms: 0 };
  const recorder = new TraceRecorder({ now: () => time.ms, write: (record) => void records.push(record) });
  return { records, time, recorder, tell: recorder.listener };
}

const origin = { serverName: 'calc', instanceId: 'i-1' };
const ofType = <T extends TraceRecord['type']>(records: readonly TraceRecord[], type: T) =>
  records.filter((record): record is Extract<TraceRecord, { type: T }> => record.type === type);

describe('a session with every kind of end', () => {
  test('has one record for each request: which, how it ended, by what code, and when its progress came', async () => {
    const { records, recorder } = recording();
    await eventfulSession({ serverName: 'calc', onEvent: recorder.listener });
    const requests = ofType(records, 'request');
    expect(
      requests.map(({ id, tool, state, code, remoteCode, isError, runId, progress }) =>
        [id, tool, state, code, remoteCode, isError, runId, progress?.count].filter((one) => one !== undefined),
      ),
    ).toEqual([
      [1, 'fulfilled'],
      [2, 'fulfilled'],
      ['ok', 'not-sent', 'MCP_INVALID_PARAMS'],
      [3, 'ok', 'fulfilled', 'run-1'],
      [4, 'says-no', 'fulfilled', true],
      [5, 'refuses', 'refused', 'MCP_ERROR', -32_000],
      [7, 'never', 'aborted', 'MCP_ABORTED'],
      [6, 'never', 'timed-out', 'MCP_TIMEOUT'],
      [8, 'slow', 'failed', 'MCP_PROCESS_EXIT', 1],
    ]);
    expect(requests.filter(({ id, sentAt }) => (id === undefined) !== (sentAt === undefined))).toEqual([]);
  });

  test('has the connection, its states, stray answers, messages without an id, and the end', async () => {
    const { records, recorder } = recording();
    await eventfulSession({ serverName: 'calc', onEvent: recorder.listener });
    expect(ofType(records, 'connection')).toMatchObject([
      { era: 'legacy', protocolVersion: '2025-11-25', serverInfo: { name: 'memory', version: '1.2.3' } },
    ]);
    expect(ofType(records, 'stray-answer').map(({ id, isLate }) => [id, isLate])).toEqual([
      [77, false],
      [6, true],
    ]);
    expect(ofType(records, 'notification').map(({ direction, method }) => [direction, method])).toEqual([
      ['to-server', 'notifications/initialized'],
      ['from-server', 'notifications/progress'],
      ['from-server', 'notifications/message'],
      ['to-server', 'notifications/cancelled'],
      ['to-server', 'notifications/cancelled'],
    ]);
    expect(ofType(records, 'server-request').map(({ method }) => method)).toEqual(['ping']);
    expect(ofType(records, 'diagnostic').map(({ kind }) => kind)).toContain('noise');
    expect(ofType(records, 'state').map(({ state }) => state)).toEqual([
      'starting',
      'initializing',
      'ready',
      'closing',
      'closed',
    ]);
    expect(records.at(-1)).toMatchObject({ type: 'gone', survivors: 0 });
  });

  test('is of the format, and holds nothing of arguments, results, errors or stderr', async () => {
    const { records, recorder } = recording();
    await eventfulSession({ serverName: 'calc', onEvent: recorder.listener });
    expect(records.length).toBeGreaterThan(20);
    for (const record of records) expect(traceRecord.parse(record)).toEqual(record);
    expect(JSON.stringify(records)).not.toContain(planted);
  });
});

describe('a request that waits', () => {
  test('is written down once while it does, and once more when it has ended', () => {
    const { records, time, recorder, tell } = recording();
    tell({ type: 'request', id: 1, method: 'tools/call', tool: 'slow', bytes: 10 }, origin);
    time.ms = 999;
    recorder.writePending(1_000);
    expect(records).toEqual([]);
    time.ms = 1_000;
    recorder.writePending(1_000);
    recorder.writePending(1_000);
    time.ms = 1_500;
    const end = { method: 'tools/call', tool: 'slow', end: 'fulfilled', durationMs: 1_500, bytes: 7 } as const;
    tell({ type: 'request-settled', id: 1, ...end }, origin);
    expect(ofType(records, 'request').map(({ state, durationMs }) => [state, durationMs])).toEqual([
      ['pending', undefined],
      ['fulfilled', 1_500],
    ]);
  });

  test('of one client is not taken for one of another with the same id', () => {
    const { records, tell } = recording();
    const other = { instanceId: 'i-2' };
    for (const from of [origin, other]) tell({ type: 'request', id: 1, method: from.instanceId, bytes: 1 }, from);
    for (const from of [other, origin]) {
      tell({ type: 'request-settled', id: 1, method: from.instanceId, end: 'fulfilled', durationMs: 0 }, from);
    }
    expect(ofType(records, 'request').map(({ method, instanceId }) => [method, instanceId])).toEqual([
      ['i-2', 'i-2'],
      ['i-1', 'i-1'],
    ]);
  });

  test('has at most 32 moments of progress, and the count of all', () => {
    const { records, time, tell } = recording();
    tell({ type: 'request', id: 1, method: 'tools/call', bytes: 1 }, origin);
    for (let index = 0; index < 100; index += 1) {
      time.ms = index;
      tell({ type: 'progress', id: 1 }, origin);
    }
    tell({ type: 'progress', id: 2 }, origin);
    tell({ type: 'request-settled', id: 1, method: 'tools/call', end: 'failed', durationMs: 1 }, origin);
    const [record] = ofType(records, 'request');
    expect(record?.progress?.count).toBe(100);
    expect(record?.progress?.at).toEqual(Array.from({ length: 32 }, (_, index) => index));
  });
});

test('an error of any code that a server may send is of the format', () => {
  const { records, tell } = recording();
  for (const [id, remoteCode] of [-32_000, 0, 1e20, -(2 ** 60)].entries()) {
    const refused = { end: 'refused', code: 'MCP_ERROR', remoteCode, durationMs: 1 } as const;
    tell({ type: 'request', id, method: 'tools/call', bytes: 1 }, origin);
    tell({ type: 'request-settled', id, method: 'tools/call', ...refused }, origin);
  }
  expect(records).toHaveLength(4);
  for (const record of records) expect(traceRecord.parse(JSON.parse(JSON.stringify(record)))).toEqual(record);
});

describe('stderr', () => {
  test('in pieces that come close to each other is one record, before whatever came after it', () => {
    const { records, time, recorder, tell } = recording();
    const say = (ms: number, bytes: number): void => {
      time.ms = ms;
      tell({ type: 'stderr', bytes }, origin);
    };
    say(0, 10);
    say(60, 5);
    say(200, 1);
    tell({ type: 'stderr-truncated' }, origin);
    time.ms = 201;
    tell({ type: 'server-request', method: 'ping', bytes: 3 }, origin);
    say(202, 2);
    recorder.flush();
    expect(records.map(({ type, at }) => [type, at])).toEqual([
      ['stderr', 0],
      ['stderr', 200],
      ['server-request', 201],
      ['stderr', 202],
    ]);
    expect(ofType(records, 'stderr').map(({ bytes, chunks, truncated }) => [bytes, chunks, truncated])).toEqual([
      [15, 2, undefined],
      [1, 1, true],
      [2, 1, undefined],
    ]);
  });
});

describe('a manager', () => {
  test('tells of states, with the reason, and of notices; both are of the format', () => {
    const { records, tell } = recording();
    const serverName = 'calc';
    const reason = { code: 'MCP_PROCESS_EXIT', message: `the server ${'x'.repeat(1_000)}` } as const;
    const told: McpListener = tell;
    told({ type: 'server-state', serverName, state: 'backoff', generation: 2, reason });
    told({ type: 'server-state', serverName, state: 'ready', generation: 3 });
    told({ type: 'server-notice', serverName, message: 'it is another program now' });
    told({ type: 'manager-diagnostic', message: 'the catalogue could not be read' });
    told({ type: 'server-tools', serverName, version: 2 });
    told({ type: 'server-closed', serverName, survivors: [] });
    for (const record of records) expect(traceRecord.parse(record)).toEqual(record);
    expect(records.map((record) => [record.type, 'state' in record ? record.state : undefined])).toEqual([
      ['server-state', 'backoff'],
      ['server-state', 'ready'],
      ['diagnostic', undefined],
      ['diagnostic', undefined],
    ]);
    expect(ofType(records, 'server-state')[0]?.message?.length).toBeLessThan(600);
  });
});
