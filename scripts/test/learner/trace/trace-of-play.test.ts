import { traceRecord, traceStart, type TraceRecord } from '@coding-agent/extensions/trace';
import { describe, expect, test } from 'vitest';
import type { JournalEvent } from '../../../learner/trace/journal.ts';
import { storyOf } from '../../../learner/trace/story.ts';
import { traceOfPlay, type PlayedTrace } from '../../../learner/trace/trace-of-play.ts';
import { answer, asked, fromServer, given, journalOf, refused, request, toServer } from './support/journal-of.ts';

/** The trace of what happened, one event a millisecond; each record is one that the format knows, member by member. */
function traceOf(...events: readonly JournalEvent[]): PlayedTrace {
  const entries = journalOf(...events);
  const trace = traceOfPlay({
    entries,
    story: storyOf(entries),
    client: 'unsafe',
    lessonVersion: '1.2.3',
    texts: {
      scene: (id) => `scene ${id}`,
      wrongAnswer: (caller, owner) => `${caller} got ${owner}`,
      inVain: (caller) => `${caller} in vain`,
      notProtocol: 'not protocol',
      failed: (why) => `failed: ${why}`,
    },
  });
  for (const record of trace.records) expect(traceRecord.parse(record)).toEqual(record);
  expect(traceStart.parse(trace.start)).toEqual(trace.start);
  return trace;
}

function ofType<T extends TraceRecord['type']>({ records }: PlayedTrace, type: T): Extract<TraceRecord, { type: T }>[] {
  return records.filter((record): record is Extract<TraceRecord, { type: T }> => record.type === type);
}

describe('the request of a caller', () => {
  test('has the times of who asked, of the pipe and of who was told, and its caller as its run', () => {
    const events = [asked('A'), request(2, 'A'), answer(2, 'A'), given('A')];
    expect(ofType(traceOf(...events), 'request')).toEqual([
      {
        type: 'request',
        at: 0,
        sentAt: 1,
        durationMs: 3,
        serverName: 'fixture-server',
        instanceId: 'unsafe',
        id: 2,
        method: 'tools/call',
        tool: 'echo',
        runId: 'A',
        state: 'fulfilled',
        requestBytes: expect.any(Number) as number,
        answerBytes: expect.any(Number) as number,
      },
    ]);
  });

  test('says with whose answer its caller was fobbed off, in a member and in words', () => {
    const trace = traceOf(
      asked('A'),
      asked('B'),
      request(2, 'A'),
      request(3, 'B'),
      answer(3, 'B'),
      given('A', 'B'),
      refused('B'),
    );
    const requests = ofType(trace, 'request');
    expect(requests.map(({ runId, state, answeredWith }) => [runId, state, answeredWith])).toEqual([
      ['A', 'fulfilled', 3],
      ['B', 'timed-out', undefined],
    ]);
    expect(ofType(trace, 'diagnostic').map(({ kind, message }) => [kind, message])).toEqual([
      ['wrong-answer', 'A got B'],
      ['in-vain', 'B in vain'],
    ]);
  });

  test.for([
    ['MCP_TIMEOUT', 'timed-out'],
    ['MCP_ABORTED', 'aborted'],
    ['MCP_PROCESS_EXIT', 'failed'],
  ] as const)('that ended with %s is %s', ([code, state]) => {
    expect(ofType(traceOf(asked('A'), request(2, 'A'), refused('A', code)), 'request')).toMatchObject([
      { state, code },
    ]);
  });

  test('is refused, pending, or not sent', () => {
    const error = fromServer({ id: 2, error: { code: -32602, message: 'no' } });
    const refusedTrace = traceOf(asked('A'), request(2, 'A'), error, refused('A', 'MCP_ERROR'));
    expect(ofType(refusedTrace, 'request')).toMatchObject([{ state: 'refused', code: 'MCP_ERROR' }]);
    expect(ofType(traceOf(asked('A'), request(2, 'A')), 'request')).toMatchObject([{ state: 'pending' }]);
    expect(ofType(traceOf(asked('A'), refused('A', 'NotImplementedError')), 'request')).toMatchObject([
      { state: 'not-sent', code: 'NotImplementedError' },
    ]);
  });

  test('has no id where that is a text: the format has numbers', () => {
    expect(ofType(traceOf(asked('A'), request('2', 'A')), 'request')[0]).not.toHaveProperty('id');
  });
});

test('an answer that nobody was given is a stray one, after its caller was told something', () => {
  const late = ofType(traceOf(asked('A'), request(2, 'A'), refused('A'), answer(2, 'A')), 'stray-answer');
  expect(late).toMatchObject([{ id: 2, isLate: true, at: 3 }]);
  const lost = traceOf(
    asked('A'),
    request(2, 'A'),
    asked('B'),
    request(3, 'B'),
    answer(2, 'A'),
    answer(3, 'B'),
    given('B', 'A'),
  );
  expect(ofType(lost, 'stray-answer')).toMatchObject([{ id: 3, isLate: true, at: 6 }]);
});

test('the handshake, notifications, requests of the server and what is no protocol are there', () => {
  const result = {
    protocolVersion: '2025-11-25',
    capabilities: { tools: {} },
    serverInfo: { name: 's', version: '1' },
  };
  const trace = traceOf(
    toServer({ id: 1, method: 'initialize', params: {} }),
    fromServer({ id: 1, result }),
    toServer({ method: 'notifications/initialized' }),
    fromServer({ id: 1, method: 'ping' }),
    toServer({ id: 1, result: {} }),
    { event: 'line', direction: 'from-server', bytes: 3, text: 'hm' },
  );
  expect(ofType(trace, 'request')).toMatchObject([{ id: 1, method: 'initialize', state: 'fulfilled', durationMs: 1 }]);
  expect(ofType(trace, 'connection')).toMatchObject([
    { era: 'legacy', protocolVersion: '2025-11-25', serverInfo: { name: 's', version: '1' }, capabilities: ['tools'] },
  ]);
  expect(ofType(trace, 'notification')).toMatchObject([
    { method: 'notifications/initialized', direction: 'to-server' },
  ]);
  expect(ofType(trace, 'server-request')).toMatchObject([{ method: 'ping' }]);
  expect(ofType(trace, 'diagnostic')).toMatchObject([{ kind: 'not-protocol', message: 'not protocol' }]);
});

test('the life of the server, the scenes, and how the play failed', () => {
  const trace = traceOf(
    { event: 'server-started' },
    { event: 'scene', id: 'one' },
    { event: 'stderr', bytes: 5 },
    { event: 'failed', name: 'Error', message: 'no' },
    { event: 'stdin-ended' },
    { event: 'signal', signal: 'SIGTERM' },
    { event: 'lines-dropped', count: 9 },
    { event: 'server-exited', exitCode: null, signal: 'SIGTERM' },
  );
  expect(ofType(trace, 'process').map(({ at, event }) => [at, event])).toEqual([
    [0, 'started'],
    [4, 'stdin-ended'],
    [5, 'terminated'],
    [7, 'exited'],
  ]);
  expect(ofType(trace, 'diagnostic').map(({ at, message }) => [at, message])).toEqual([
    [1, 'scene one'],
    [3, 'failed: no'],
  ]);
  expect(ofType(trace, 'stderr')).toMatchObject([{ bytes: 5 }]);
  expect(ofType(trace, 'dropped')).toMatchObject([{ count: 9 }]);
  expect(trace.start).toMatchObject({ startedAt: '1970-01-01T00:00:01.000Z', producer: { version: '1.2.3' } });
});

test('nothing happened: a trace without records', () => {
  expect(traceOf().records).toEqual([]);
});
