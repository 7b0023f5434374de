import type { EventRow, LoadedTrace, RequestRow } from '../model/loaded-trace.ts';
import { eventsIn, windowOf } from '../model/page-window.ts';
import { timeScale, type TimeScale } from './time-scale.ts';

const barRowHeight = 20;
/** Above the bars: the times, and what happened besides. */
export const barsTop = 54;
export const eventsY = 38;
const right = 26;

/** A request as a bar: thin while it waits to be sent, full while the server has it. */
export interface Bar {
  readonly row: RequestRow;
  /** The middle of its row. */
  readonly y: number;
  readonly startX: number;
  readonly sentX: number | undefined;
  readonly endX: number;
  /** It still waits: the bar has no end. */
  readonly isOpen: boolean;
  readonly progressX: readonly number[];
}

export interface TimelineLayout {
  readonly scale: TimeScale;
  readonly bars: readonly Bar[];
  readonly events: readonly { readonly event: EventRow; readonly x: number }[];
  readonly undrawn: number;
  readonly labelWidth: number;
  readonly width: number;
  readonly height: number;
}

interface TimelineOptions {
  readonly width: number;
  readonly fromMs: number;
  readonly toMs: number;
  /** The server that is shown; undefined: all. */
  readonly server?: string | undefined;
}

/**
 * The requests of a page as bars, in the order of the table.
 *
 * @param options.fromMs the time at the left end (`timelineExtent`), so that traces side by side have the same scale
 */
export function timelineLayout(
  trace: LoadedTrace,
  rows: readonly RequestRow[],
  options: TimelineOptions,
): TimelineLayout {
  const { width, fromMs, toMs, server } = options;
  const labelWidth = Math.round(Math.min(200, width * 0.34));
  const plotWidth = width - labelWidth - right;
  const scale = timeScale({
    fromMs,
    toMs,
    fromPlace: labelWidth,
    toPlace: width - right,
    mostTicks: Math.max(2, Math.floor(plotWidth / 90)),
  });
  const shown = eventsIn(trace, windowOf(trace, rows), new Set(rows.map(({ key }) => key)));
  const events = shown.events.filter(
    (event) =>
      event.ms >= fromMs &&
      event.ms <= scale.toMs &&
      (server === undefined || event.server === server || event.server === ''),
  );
  return {
    scale,
    bars: rows.map((row, place) => barOf(row, barsTop + (place + 0.5) * barRowHeight, scale)),
    events: events.map((event) => ({ event, x: scale.place(event.ms) })),
    undrawn: shown.undrawn,
    labelWidth,
    width,
    height: barsTop + rows.length * barRowHeight + 8,
  };
}

function barOf(row: RequestRow, y: number, scale: TimeScale): Bar {
  const { startMs, sentMs, untilMs } = row;
  return {
    row,
    y,
    startX: scale.place(startMs),
    sentX: sentMs === undefined ? undefined : scale.place(sentMs),
    endX: scale.place(untilMs ?? scale.toMs),
    isOpen: untilMs === undefined,
    progressX: (row.record.progress?.at ?? []).map((ms) => scale.place(ms)),
  };
}

/** The time that the timelines of a page show: of its requests; on a page that shows all of its traces, all of it. */
export function timelineExtent(
  traces: readonly LoadedTrace[],
  rows: readonly RequestRow[],
): { readonly fromMs: number; readonly toMs: number } {
  let [fromMs, toMs] = [Infinity, -Infinity];
  for (const trace of traces) {
    const window = windowOf(
      trace,
      rows.filter((row) => row.trace === trace.index),
    );
    if (window.fromMs === Infinity) continue;
    fromMs = Math.min(fromMs, Math.max(window.fromMs, trace.firstMs));
    toMs = Math.max(toMs, Math.min(window.toMs, trace.lastMs));
  }
  return fromMs <= toMs ? { fromMs, toMs } : { fromMs: 0, toMs: 1 };
}
