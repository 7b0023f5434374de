import { describe, expect, test } from 'vitest';
import { lifeLayout } from '../../src/layout/life-layout.ts';
import { overviewHeight, overviewLayout } from '../../src/layout/overview-layout.ts';
import { timeScale } from '../../src/layout/time-scale.ts';
import { timelineExtent, timelineLayout } from '../../src/layout/timeline-layout.ts';
import { loadTraces } from '../../src/model/load-traces.ts';
import { livesOf } from '../../src/model/process-life.ts';
import { allOutcomesTrace } from '../support/all-outcomes.ts';
import { request, server, trace } from '../support/trace-builder.ts';

describe('a scale of times', () => {
  const options = { fromPlace: 100, toPlace: 500, mostTicks: 5 };

  test('puts times in proportion, and what is outside at its end', () => {
    const { place } = timeScale({ fromMs: 0, toMs: 200, ...options });
    expect([-50, 0, 50, 200, 900].map(place)).toEqual([100, 100, 200, 500, 500]);
  });

  test('has round ticks, not too many', () => {
    expect(timeScale({ fromMs: 0, toMs: 642, ...options }).ticks).toEqual([0, 200, 400, 600]);
    expect(timeScale({ fromMs: 3, toMs: 4, ...options }).ticks.length).toBeLessThanOrEqual(6);
    expect(timeScale({ fromMs: 0, toMs: 100_000_000, ...options }).ticks.map((ms) => ms / 3_600_000)).toEqual([
      0, 10, 20,
    ]);
  });

  test('a stretch of no length can be drawn', () => {
    const { place } = timeScale({ fromMs: 7, toMs: 7, ...options });
    expect(place(7)).toBe(100);
  });
});

describe('the timeline', () => {
  const input = trace([
    request({ id: 1, at: 0, sentAt: 50, durationMs: 100 }),
    request({ id: 2, at: 20, state: 'pending' }),
    request({ at: 60, state: 'not-sent', sentAt: undefined, durationMs: undefined }),
    { type: 'process', at: 200, ...server, event: 'exited' },
  ]);
  const { traces, requests } = loadTraces([input]);
  const [first] = traces;
  if (first === undefined) throw new Error('nothing was loaded');
  const layout = timelineLayout(first, requests, { width: 826, ...timelineExtent(traces, requests) });

  test('a bar is thin until it is sent, and ends where the request ended', () => {
    const [bar] = layout.bars;
    const { place } = layout.scale;
    expect(bar).toMatchObject({ startX: place(0), sentX: place(50), endX: place(100), isOpen: false });
    expect(place(50) - place(0)).toBeCloseTo(place(100) - place(50));
  });

  test('one that waits goes on to the end, one that was not sent has no length', () => {
    expect(layout.bars[1]).toMatchObject({ isOpen: true, endX: layout.scale.place(200) });
    expect(layout.bars[2]).toMatchObject({ isOpen: false, endX: layout.scale.place(60), sentX: undefined });
  });

  test('rows are in the order that was given', () => {
    const turned = timelineLayout(first, requests.toReversed(), { width: 826, fromMs: 0, toMs: 200 });
    expect(turned.bars.map(({ row }) => row.key)).toEqual([2, 1, 0]);
    expect(turned.bars.map(({ y }) => y)).toEqual(layout.bars.map(({ y }) => y));
  });

  test('shows all of the time where all requests are shown, else that of the requests', () => {
    expect(timelineExtent(traces, requests)).toEqual({ fromMs: 0, toMs: 200 });
    expect(timelineExtent(traces, requests.slice(0, 1))).toEqual({ fromMs: 0, toMs: 100 });
    expect(timelineExtent(traces, [])).toEqual({ fromMs: 0, toMs: 1 });
  });

  test.each([
    ['was never sent', { state: 'not-sent', sentAt: undefined }, 60],
    ['was sent and failed, nobody says when', { state: 'failed', sentAt: 65 }, 65],
  ] as const)('a request that %s takes no time, and stretches nothing', (_name, fields, untilMs) => {
    const loaded = loadTraces([
      trace([
        request({ id: 1, at: 0, durationMs: 20 }),
        request({ at: 60, durationMs: undefined, answerBytes: undefined, ...fields }),
        request({ id: 9, at: 5000, durationMs: 100 }),
      ]),
    ]);
    const [only] = loaded.traces;
    if (only === undefined) throw new Error('nothing was loaded');
    const rows = loaded.requests.slice(0, 2);
    const extent = timelineExtent(loaded.traces, rows);
    expect(extent).toEqual({ fromMs: 0, toMs: untilMs });
    const { bars, scale } = timelineLayout(only, rows, { width: 826, ...extent });
    expect(bars[1]).toMatchObject({ isOpen: false, endX: scale.place(untilMs) });
  });
});

describe('the strip of all requests', () => {
  const [first] = loadTraces([
    trace([request({ id: 1, at: 0 }), request({ id: 2, at: 1, state: 'aborted' }), request({ id: 3, at: 99 })]),
  ]).traces;
  if (first === undefined) throw new Error('nothing was loaded');
  const range = { width: 1200, fromMs: 0, toMs: 100 };

  test('stacks outcomes up to the highest of its steps', () => {
    const { buckets, most } = overviewLayout(first, () => true, range);
    expect(most).toBe(1);
    const filled = buckets.filter(({ blocks }) => blocks.length > 0);
    expect(filled).toHaveLength(3);
    expect(filled[0]?.blocks[0]).toEqual({ outcome: 'fulfilled', y: 0, height: overviewHeight });
  });

  test('keeps a place for what a filter leaves out', () => {
    const { buckets } = overviewLayout(first, ({ outcome }) => outcome === 'aborted', range);
    expect(buckets.filter(({ blocks }) => blocks.length > 0)).toHaveLength(1);
    expect(buckets.filter(({ allY }) => allY !== undefined)).toHaveLength(3);
  });
});

test('a life has its phases one after the other, over the time of its trace', () => {
  const [first] = loadTraces([allOutcomesTrace]).traces;
  if (first === undefined) throw new Error('nothing was loaded');
  const { rows, scale } = lifeLayout(first, livesOf(first), 900);
  const phases = rows[1]?.phases ?? [];
  expect(phases.map(({ state }) => state)).toEqual(['starting', 'initializing', 'ready', 'closing']);
  expect(phases[0]?.x).toBe(scale.place(1));
  for (const [place, phase] of phases.slice(0, -1).entries()) {
    expect(phase.x + phase.width).toBeCloseTo(phases[place + 1]?.x ?? 0, 5);
  }
});
