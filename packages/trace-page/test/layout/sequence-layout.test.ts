import { describe, expect, test } from 'vitest';
import { sequenceLayout, type Arrow, type SequenceLayout } from '../../src/layout/sequence-layout.ts';
import { loadTraces } from '../../src/model/load-traces.ts';
import type { LoadedTrace } from '../../src/model/loaded-trace.ts';
import type { TraceInput } from '../../src/trace-input.ts';
import { request, server, trace } from '../support/trace-builder.ts';

function loaded(input: TraceInput): LoadedTrace {
  const [first] = loadTraces([input]).traces;
  if (first === undefined) throw new Error('nothing was loaded');
  return first;
}

function layoutOf(input: TraceInput): SequenceLayout {
  const one = loaded(input);
  return sequenceLayout(one, one.requests);
}

const kinds = (layout: SequenceLayout, place = 0): string[] =>
  (layout.requests[place]?.arrows ?? []).map(({ kind }) => kind);

describe('the arrows of a request', () => {
  test('an answered one goes there and back', () => {
    expect(kinds(layoutOf(trace([request({ id: 1 })])))).toEqual(['call', 'request', 'answer', 'end']);
    expect(kinds(layoutOf(trace([request({ id: 1, state: 'refused' })])))).toEqual([
      'call',
      'request',
      'answer',
      'end',
    ]);
  });

  test.each(['timed-out', 'aborted', 'failed'] as const)('one that is %s ends at the client', (state) => {
    expect(kinds(layoutOf(trace([request({ id: 1, state })])))).toEqual(['call', 'request', 'end']);
  });

  test('one that ended in the queue never reached the server', () => {
    expect(kinds(layoutOf(trace([request({ id: 1, state: 'aborted', sentAt: undefined })])))).toEqual(['call', 'end']);
  });

  test('one that was not sent ends where it began', () => {
    const layout = layoutOf(trace([request({ state: 'not-sent', sentAt: undefined, durationMs: undefined })]));
    expect(kinds(layout)).toEqual(['call']);
    expect(layout.requests[0]?.endAt?.y).toBe(layout.requests[0]?.labelAt.y);
  });

  test('one that waits has no end', () => {
    const layout = layoutOf(trace([request({ id: 1, state: 'pending' })]));
    expect(kinds(layout)).toEqual(['call', 'request']);
    expect(layout.requests[0]?.endAt).toBeUndefined();
  });
});

describe('an answer that was given to another', () => {
  const answerOf = (layout: SequenceLayout, place: number): Arrow | undefined =>
    layout.requests[place]?.arrows.find(({ kind }) => kind === 'answer');

  test('begins where the request arrived that it answers, and ends where it was given', () => {
    const mixedUp = layoutOf(
      trace([
        request({ id: 1, at: 0, durationMs: 100, answeredWith: 2 }),
        request({ id: 2, at: 20, durationMs: 100, answeredWith: 1 }),
      ]),
    );
    const arrivals = mixedUp.requests.map(({ arrows }) => arrows.find(({ kind }) => kind === 'request')?.end);
    expect(answerOf(mixedUp, 0)?.start).toEqual(arrivals[1]);
    expect(answerOf(mixedUp, 1)?.start).toEqual(arrivals[0]);
    expect(answerOf(mixedUp, 0)?.end).toEqual(mixedUp.requests[0]?.endAt);
  });

  test('begins where its own request arrived when the other is not drawn', () => {
    const alone = layoutOf(trace([request({ id: 1, answeredWith: 9 })]));
    expect(answerOf(alone, 0)?.start).toEqual(alone.requests[0]?.arrows[1]?.end);
  });
});

describe('the heights', () => {
  test('lines of answers cross if and only if the answers came out of order', () => {
    const layout = layoutOf(
      trace([
        request({ id: 1, at: 0, durationMs: 100 }),
        request({ id: 2, at: 1, durationMs: 20 }),
        request({ id: 3, at: 2, durationMs: 200 }),
      ]),
    );
    const answers = layout.requests.map(({ arrows }) => arrows.find(({ kind }) => kind === 'answer'));
    const cross = (one: number, other: number): boolean => {
      const [a, b] = [answers[one], answers[other]];
      if (a === undefined || b === undefined) throw new Error('there is no answer');
      return (a.start.y - b.start.y) * (a.end.y - b.end.y) < 0;
    };
    expect([cross(0, 1), cross(0, 2), cross(1, 2)]).toEqual([true, false, false]);
  });

  test('a wait in the queue is a slope, but not one that nobody would see', () => {
    const slope = (sentAt: number): number => {
      const arrow = layoutOf(trace([request({ id: 1, sentAt, durationMs: 50 })])).requests[0]?.arrows[1];
      return (arrow?.end.y ?? 0) - (arrow?.start.y ?? 0);
    };
    expect(slope(20)).toBeGreaterThan(0);
    expect(slope(0.4)).toBe(0);
  });

  test('time never goes up', () => {
    const layout = layoutOf(
      trace([
        request({ id: 1, at: 5, sentAt: 9, durationMs: 30 }),
        request({ id: 2, at: 5, durationMs: 4 }),
        { type: 'process', at: 9, ...server, event: 'exited' },
      ]),
    );
    const times = layout.times.map(({ ms }) => ms);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    expect(new Set(layout.times.map(({ y }) => y)).size).toBe(times.length);
  });

  test('a process exits before the request that fails by it, in the same millisecond', () => {
    const layout = layoutOf(
      trace([
        request({ id: 1, state: 'failed', durationMs: 9 }),
        { type: 'process', at: 9, ...server, event: 'exited' },
      ]),
    );
    expect(layout.events[0]?.at.y).toBeLessThan(layout.requests[0]?.endAt?.y ?? 0);
  });

  test('progress stands on the line of its answer, or on the lane of the server if none came', () => {
    const progress = { count: 1, at: [5] };
    const [answered] = layoutOf(trace([request({ id: 1, progress })])).requests;
    const [from, to] = [answered?.arrows[2]?.start, answered?.arrows[2]?.end];
    const [tick] = answered?.progress ?? [];
    expect(((tick?.x ?? 0) - (from?.x ?? 0)) / ((to?.x ?? 0) - (from?.x ?? 0))).toBeCloseTo(0.5);
    expect(((tick?.y ?? 0) - (from?.y ?? 0)) / ((to?.y ?? 0) - (from?.y ?? 0))).toBeCloseTo(0.5);
    const [timedOut] = layoutOf(trace([request({ id: 1, state: 'timed-out', progress })])).requests;
    expect(timedOut?.progress[0]?.x).toBe(timedOut?.arrows[1]?.end.x);
  });
});

describe('stray answers', () => {
  const timedOut = request({ id: 1, state: 'timed-out', durationMs: 10 });

  test('a late one comes from where its request arrived', () => {
    const layout = layoutOf(trace([timedOut, { type: 'stray-answer', at: 30, ...server, id: 1, isLate: true }]));
    expect(layout.events[0]?.arrow).toMatchObject({ kind: 'late-answer', start: layout.requests[0]?.arrows[1]?.end });
  });

  test('one to an unknown id comes from nowhere', () => {
    const layout = layoutOf(trace([timedOut, { type: 'stray-answer', at: 30, ...server, id: 9, isLate: false }]));
    const arrow = layout.events[0]?.arrow;
    expect(arrow?.kind).toBe('unknown-answer');
    expect(arrow?.start.y).toBe(arrow?.end.y);
  });
});

describe('lanes', () => {
  test('are the host, the client, and each server that is in it', () => {
    const layout = layoutOf(
      trace([request({ id: 1, serverName: 'a' }), request({ id: 2, serverName: 'b', instanceId: 'other' })]),
    );
    expect(layout.grid.lanes.map(({ kind, server: name }) => name ?? kind)).toEqual(['host', 'client', 'a', 'b']);
  });

  test('come closer where there is little room, so that all three are seen', () => {
    const one = loaded(trace([request({ id: 1 }), { type: 'process', at: 0, ...server, event: 'started' }]));
    for (const width of [320, 500, 660, 900, 1600]) {
      const { grid, events } = sequenceLayout(one, one.requests, { width });
      expect(grid.width).toBeLessThanOrEqual(width);
      const [host = 0, client = 0, serverX = 0] = grid.lanes.map(({ x }) => x);
      expect(Math.min(host, client - host, serverX - client)).toBeGreaterThan(50);
      // What is said of a server is on the side that has room for it.
      expect(events[0]?.words.anchor).toBe(width < 660 ? 'end' : 'start');
    }
  });

  test('of many servers, the last ones share one', () => {
    const layout = layoutOf(
      trace(
        Array.from({ length: 40 }, (_, place) => request({ id: 1, serverName: `s${place}`, instanceId: `i${place}` })),
      ),
    );
    expect(layout.grid.lanes).toHaveLength(14);
    const last = layout.grid.lanes.at(-1)?.x;
    expect(layout.requests.at(-1)?.arrows[1]?.end.x).toBe(last);
    expect(layout.requests.at(12)?.arrows[1]?.end.x).toBe(last);
    expect(layout.requests.at(3)?.arrows[1]?.end.x).not.toBe(last);
  });

  test('what is drawn of events is bounded, and what went wrong comes first', () => {
    const layout = layoutOf(
      trace([
        ...Array.from({ length: 900 }, (_, place) => ({
          type: 'notification' as const,
          at: place,
          ...server,
          direction: 'from-server' as const,
          method: 'm',
          bytes: 1,
        })),
        { type: 'failure', at: 2000, code: 'C', message: 'm' },
      ]),
    );
    expect(layout.events.length + layout.undrawn).toBe(901);
    expect(layout.undrawn).toBeGreaterThan(0);
    expect(layout.events.at(-1)?.event.record.type).toBe('failure');
  });
});

test('no number of a trace makes a place that cannot be drawn', () => {
  const layout = layoutOf(
    trace([
      request({ id: 1, at: -1e308, sentAt: 1e308, durationMs: 1e308, progress: { count: 1, at: [1e308] } }),
      request({ id: 2, at: 1e308, durationMs: 1e308 }),
    ]),
  );
  expect(JSON.stringify(layout)).not.toContain('null');
  expect(Number.isFinite(layout.height)).toBe(true);
});
