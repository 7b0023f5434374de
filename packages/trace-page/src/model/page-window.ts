import type { EventRow, LoadedTrace, RequestRow } from './loaded-trace.ts';

/** A stretch of a trace's time, both ends included. May be open (infinite). */
export interface TimeWindow {
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * The time that some requests of a trace take up. With the first request of the trace comes all that was before it, with the
 * last all that was after it: so that going through the pages shows everything once.
 */
export function windowOf(trace: LoadedTrace, rows: readonly RequestRow[]): TimeWindow {
  const keys = new Set(rows.map(({ key }) => key));
  const has = (row: RequestRow | undefined): boolean => row === undefined || keys.has(row.key);
  let [fromMs, toMs] = [Infinity, -Infinity];
  for (const { startMs, untilMs = trace.lastMs } of rows) {
    fromMs = Math.min(fromMs, startMs);
    toMs = Math.max(toMs, untilMs);
  }
  return {
    fromMs: has(trace.requests[0]) ? -Infinity : fromMs,
    toMs: has(trace.requests.at(-1)) ? Infinity : toMs,
  };
}

/** As many events as a drawing shows beside the requests of a page. */
const mostEvents = 250;

/** What is told first where not everything can be: what went wrong, then what happened to processes, then the talk. */
const importance: Readonly<Record<EventRow['record']['type'], number>> = {
  failure: 0,
  'stray-answer': 0,
  gone: 1,
  process: 1,
  dropped: 1,
  'server-state': 2,
  connection: 2,
  diagnostic: 2,
  state: 3,
  stderr: 4,
  'server-request': 4,
  notification: 5,
};

/** The events of a window, in order, and how many more there are. */
export interface ShownEvents {
  readonly events: readonly EventRow[];
  readonly undrawn: number;
}

export function eventsIn(trace: LoadedTrace, { fromMs, toMs }: TimeWindow, keys: ReadonlySet<number>): ShownEvents {
  const found = trace.events.filter(
    ({ ms, request }) => (ms >= fromMs && ms <= toMs) || (request !== undefined && keys.has(request)),
  );
  if (found.length <= mostEvents) return { events: found, undrawn: 0 };
  const kept = found
    .toSorted((one, other) => importance[one.record.type] - importance[other.record.type] || one.key - other.key)
    .slice(0, mostEvents)
    .toSorted((one, other) => one.key - other.key);
  return { events: kept, undrawn: found.length - kept.length };
}
