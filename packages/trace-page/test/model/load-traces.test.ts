import { describe, expect, test } from 'vitest';
import { loadTraces } from '../../src/model/load-traces.ts';
import { outcomes } from '../../src/model/outcome.ts';
import { eventTypes } from '../../src/model/records.ts';
import { allOutcomesTrace } from '../support/all-outcomes.ts';
import { request, server, trace } from '../support/trace-builder.ts';

describe('requests', () => {
  test('a later record of the same request takes the place of the earlier one', () => {
    const { requests } = loadTraces([
      trace([request({ id: 1, state: 'pending', durationMs: 60_000 }), request({ id: 1, durationMs: 61_000 })]),
    ]);
    expect(requests.map(({ outcome, durationMs }) => [outcome, durationMs])).toEqual([['fulfilled', 61_000]]);
  });

  test('the same id of another client is another request, and so is each that was not sent', () => {
    const { requests } = loadTraces([
      trace([
        request({ id: 1 }),
        request({ id: 1, instanceId: 'other' }),
        request({ state: 'not-sent' }),
        request({ state: 'not-sent' }),
      ]),
    ]);
    expect(requests).toHaveLength(4);
  });

  test('are in the order in which they began, with keys that go on from trace to trace', () => {
    const one = trace([request({ id: 2, at: 9 }), request({ id: 1, at: 3 })]);
    const { requests } = loadTraces([one, one]);
    expect(requests.map(({ key, trace: place, record }) => [key, place, record.id])).toEqual([
      [0, 0, 1],
      [1, 0, 2],
      [2, 1, 1],
      [3, 1, 2],
    ]);
  });

  test('one whose tool failed is told from one whose tool worked', () => {
    const { requests } = loadTraces([trace([request({ id: 1, isError: true }), request({ id: 2 })])]);
    expect(requests.map(({ outcome }) => outcome)).toEqual(['tool-error', 'fulfilled']);
  });

  test('times that cannot be are drawn at the end of all times', () => {
    const [row] = loadTraces([trace([request({ id: 1, at: -1e308, sentAt: -1e308, durationMs: 1e308 })])]).requests;
    expect([row?.startMs, row?.durationMs, row?.endMs]).toEqual([-1e12, 1e12, 0]);
  });
});

describe('events', () => {
  test('know the request that they are about', () => {
    const { events, requests } = loadTraces([
      trace([
        request({ id: 4, state: 'timed-out' }),
        { type: 'stray-answer', at: 50, ...server, id: 4, isLate: true },
        { type: 'stray-answer', at: 51, ...server, id: 5, isLate: false },
        { type: 'failure', at: 52, ...server, id: 4, code: 'MCP_TIMEOUT', message: 'no answer' },
      ]),
    ]);
    expect(events.map(({ request: about }) => about)).toEqual([requests[0]?.key, undefined, requests[0]?.key]);
  });

  test('the example of the browser tests has every outcome and every kind of event', () => {
    const { requests, events } = loadTraces([allOutcomesTrace]);
    expect(new Set(requests.map(({ outcome }) => outcome))).toEqual(new Set(outcomes));
    expect(new Set(events.map(({ record }) => record.type))).toEqual(new Set(eventTypes));
  });
});
