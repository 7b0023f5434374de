import type { TraceInput } from '../../src/trace-input.ts';
import { request, server, trace } from './trace-builder.ts';

/** How long each of twelve calls takes that begin almost together: the first is the slowest. */
const durations = [140, 35, 90, 20, 120, 60, 15, 75, 45, 110, 30, 65] as const;

/**
 * The same twelve calls of the same server by two clients: one takes each answer for that of the oldest request, since it
 * does not look at ids; the other one looks.
 */
export const disorder: readonly TraceInput[] = [
  trace(
    [
      { type: 'process', at: 0, ...server, event: 'started', pid: 100 },
      ...durations.map((durationMs, place) =>
        request({
          id: place + 1,
          at: 5 + place,
          tool: `slow-${place + 1}`,
          durationMs: nth(place) - place,
          requestBytes: 90 + durationMs,
        }),
      ),
    ],
    'Without ids: each answer goes to whoever asked first',
  ),
  trace(
    [
      { type: 'process', at: 0, ...server, event: 'started', pid: 101 },
      ...durations.map((durationMs, place) =>
        request({ id: place + 1, at: 5 + place, tool: `slow-${place + 1}`, durationMs }),
      ),
    ],
    'With ids: each answer goes to its own request',
  ),
];

/** When the nth answer came, after the first call. */
function nth(place: number): number {
  return durations.map((duration, start) => start + duration).toSorted((one, other) => one - other)[place] ?? 0;
}
