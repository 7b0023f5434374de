import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loadTraces } from '../../src/model/load-traces.ts';
import { overtaken } from '../../src/model/overtaken.ts';
import { percentile } from '../../src/model/percentile.ts';
import { livesOf } from '../../src/model/process-life.ts';
import { summaryOf } from '../../src/model/summary.ts';
import { allOutcomesTrace } from '../support/all-outcomes.ts';
import { request, trace } from '../support/trace-builder.ts';

describe('a percentile', () => {
  test('is one of the values, by nearest rank', () => {
    const values = [15, 20, 35, 40, 50];
    expect([5, 30, 40, 50, 100].map((percent) => percentile(values, percent))).toEqual([15, 20, 20, 35, 50]);
    expect(percentile([], 50)).toBeUndefined();
  });

  test('is not exceeded by that part of all values', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { minLength: 1 }), fc.integer({ min: 1, max: 100 }), (values, percent) => {
        const value =
          percentile(
            values.toSorted((one, other) => one - other),
            percent,
          ) ?? Number.NaN;
        expect(values.filter((each) => each <= value).length / values.length).toBeGreaterThanOrEqual(percent / 100);
      }),
    );
  });
});

describe('answers out of order', () => {
  const count = (durations: readonly number[]): number =>
    overtaken(loadTraces([trace(durations.map((durationMs, at) => request({ id: at, at, durationMs })))]).requests);

  test('are those that a later request overtook', () => {
    expect(count([10, 10, 10])).toBe(0);
    expect(count([100, 10, 10])).toBe(1);
    expect(count([100, 90, 10])).toBe(2);
  });

  test('are as many as one finds by comparing all with all', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(60), { maxLength: 30 }), (durations) => {
        const ends = durations.map((duration, at) => at + duration);
        const slow = ends.filter((end, place) => ends.slice(place + 1).some((later) => later < end)).length;
        expect(count(durations)).toBe(slow);
      }),
    );
  });

  test('are those of the requests that they answer, whoever was given them', () => {
    const { requests } = loadTraces([
      trace([
        request({ id: 1, at: 0, durationMs: 10, answeredWith: 2 }),
        request({ id: 2, at: 1, durationMs: 20, answeredWith: 1 }),
      ]),
    ]);
    expect(overtaken(requests)).toBe(1);
  });

  test('are counted for each connection by itself, and only where there is an answer', () => {
    const { requests } = loadTraces([
      trace([
        request({ id: 1, at: 0, durationMs: 100 }),
        request({ id: 1, at: 1, durationMs: 5, instanceId: 'other' }),
        request({ id: 2, at: 2, durationMs: 5, state: 'aborted' }),
      ]),
    ]);
    expect(overtaken(requests)).toBe(0);
  });
});

describe('the example in which everything happens', () => {
  const [first] = loadTraces([allOutcomesTrace]).traces;
  if (first === undefined) throw new Error('nothing was loaded');

  test('has these numbers', () => {
    expect(summaryOf(first)).toEqual({
      requests: 13,
      byOutcome: {
        fulfilled: 6,
        'tool-error': 1,
        refused: 1,
        'timed-out': 1,
        aborted: 1,
        failed: 1,
        'not-sent': 1,
        pending: 1,
      },
      p50Ms: 32,
      p95Ms: 90,
      p99Ms: 90,
      longestMs: 90,
      overtaken: 2,
      lateAnswers: 1,
      unknownAnswers: 1,
      requestBytes: 13 * 120,
      answerBytes: 8 * 240,
      stderrBytes: 312,
      notifications: 4,
      serverRequests: 1,
      starts: 2,
      exits: 2,
      terminations: 2,
      survivors: 1,
      failures: 1,
      diagnostics: 1,
      dropped: 2,
    });
  });

  test('has one life for each client, and one for the server that its manager sees', () => {
    expect(livesOf(first).map(({ kind, server, steps }) => [kind, server, steps.length])).toEqual([
      ['managed', 'files', 7],
      ['client', 'files', 9],
      ['client', 'files', 12],
    ]);
  });
});
