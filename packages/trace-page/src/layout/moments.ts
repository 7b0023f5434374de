import type { EventRow, RequestRow } from '../model/loaded-trace.ts';

/** Pixels from one moment to the next. */
const rowHeight = 20;
const firstY = 22;
/** A wait for less than that is no wait in the drawing: the call and its way to the server are one line. */
const shortestQueueMs = 1;

/** Something that happens at one height of a sequence. */
type Moment =
  | { readonly kind: 'start' | 'sent' | 'end'; readonly ms: number; readonly row: RequestRow }
  | { readonly kind: 'event'; readonly ms: number; readonly event: EventRow };

export interface PlacedMoments {
  readonly placed: readonly { readonly moment: Moment; readonly y: number }[];
  /** The height of a time: between two moments in proportion. */
  readonly yAt: (ms: number) => number;
  readonly height: number;
}

/** What comes first of what happened in the same millisecond: a request fails because the process has exited, not before. */
const rank: Readonly<Record<Moment['kind'], number>> = { start: 0, sent: 1, event: 2, end: 3 };

/** Time goes down, one row for each moment: in order, not in proportion, so that a busy millisecond can be read. */
export function placeMoments(rows: readonly RequestRow[], events: readonly EventRow[]): PlacedMoments {
  const moments = [
    ...rows.flatMap(momentsOf),
    ...events.map((event): Moment => ({ kind: 'event', ms: event.ms, event })),
  ].toSorted((one, other) => one.ms - other.ms || rank[one.kind] - rank[other.kind] || keyOf(one) - keyOf(other));
  const placed = moments.map((moment, place) => ({ moment, y: firstY + place * rowHeight }));
  return { placed, yAt: yAt(placed), height: firstY + placed.length * rowHeight };
}

function momentsOf(row: RequestRow): Moment[] {
  const { startMs, sentMs, endMs } = row;
  const moments: Moment[] = [{ kind: 'start', ms: startMs, row }];
  if (sentMs !== undefined && isQueued(row)) moments.push({ kind: 'sent', ms: sentMs, row });
  if (endMs !== undefined) moments.push({ kind: 'end', ms: endMs, row });
  return moments;
}

/** Whether it waited long enough to see it. */
function isQueued({ queuedMs }: RequestRow): boolean {
  return queuedMs !== undefined && queuedMs >= shortestQueueMs;
}

function keyOf(moment: Moment): number {
  return moment.kind === 'event' ? moment.event.key : moment.row.key;
}

function yAt(placed: PlacedMoments['placed']): (ms: number) => number {
  return (ms) => {
    let [low, high] = [0, placed.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((placed[middle]?.moment.ms ?? Infinity) <= ms) low = middle + 1;
      else high = middle;
    }
    const [before, after] = [placed[low - 1], placed[low]];
    if (before === undefined) return firstY;
    if (after === undefined) return before.y;
    const gapMs = after.moment.ms - before.moment.ms;
    return before.y + (after.y - before.y) * (gapMs > 0 ? (ms - before.moment.ms) / gapMs : 0);
  };
}
