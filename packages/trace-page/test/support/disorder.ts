import type { TraceInput } from '../../src/trace-input.ts';
import { request, server, trace } from './trace-builder.ts';

/** How long each of twelve calls takes that begin almost together: the first is the slowest. */
const durations = [140, 35, 90, 20, 120, 60, 15, 75, 45, 110, 30, 65] as const;

/** The answers in the order in which they come: whose each is, and how long after the first call. */
const answers = durations
  .map((durationMs, place) => ({ id: place + 1, atMs: place + durationMs }))
  .toSorted((one, other) => one.atMs - other.atMs);

/**
 * The same twelve calls of the same server by two clients: one takes each answer for that of the oldest request, since it
 * does not look at ids; the other one looks.
 */
export const disorder: readonly TraceInput[] = [
  trace(
    [
      { type: 'process', at: 0, ...server, event: 'started', pid: 100 },
      ...answers.map(({ id: answered, atMs }, place) => {
        const id = place + 1;
        const answeredWith = answered === id ? undefined : answered;
        return request({ id, at: 5 + place, tool: `slow-${id}`, durationMs: atMs - place, answeredWith });
      }),
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
