import type { EventRow, LoadedTrace, RequestRow } from '../model/loaded-trace.ts';
import { isAnswered } from '../model/outcome.ts';
import { eventsIn, windowOf } from '../model/page-window.ts';
import { placeMoments, type PlacedMoments } from './moments.ts';
import { withTrueBeginnings } from './own-answers.ts';
import { between, type Point } from './point.ts';
import { clientX, hostX, lanesOf, serverLaneX, widthOf, type Lane, type LaneKind } from './sequence-lanes.ts';

/**
 * What a line between two lanes is.
 *
 * - `call`: the host asks the client; `request`: the client asks the server.
 * - `answer`: from where the request arrived to where its answer came. Answers out of order cross.
 * - `end`: the client tells the host how it ended.
 * - `late-answer`, `unknown-answer`: nobody waits for it; it ends at the client.
 */
type ArrowKind =
  'call' | 'request' | 'answer' | 'end' | 'late-answer' | 'unknown-answer' | 'notification' | 'server-request';

export interface Arrow {
  readonly kind: ArrowKind;
  readonly from: LaneKind;
  readonly to: LaneKind;
  readonly start: Point;
  readonly end: Point;
  /** The request that it belongs to, where it is drawn too. */
  readonly request: number | undefined;
}

/** All lines of one request. */
export interface RequestDrawing {
  readonly row: RequestRow;
  readonly arrows: readonly Arrow[];
  /** Where its name stands, and where its end is marked: undefined while it waits. */
  readonly labelAt: Point;
  readonly endAt: Point | undefined;
  readonly progress: readonly Point[];
}

/** Anything else, on the lane of who it is about. */
export interface EventDrawing {
  readonly event: EventRow;
  readonly at: Point;
  /** Of a message. */
  readonly arrow: Arrow | undefined;
}

export interface SequenceLayout {
  readonly lanes: readonly Lane[];
  readonly requests: readonly RequestDrawing[];
  readonly events: readonly EventDrawing[];
  /** The time of each row. */
  readonly times: readonly { readonly y: number; readonly ms: number }[];
  readonly undrawn: number;
  readonly width: number;
  readonly height: number;
}

/**
 * The requests of a page as a sequence.
 *
 * @param rows of this trace
 * @param server the one that is shown; undefined: all
 */
export function sequenceLayout(trace: LoadedTrace, rows: readonly RequestRow[], server?: string): SequenceLayout {
  const keys = new Set(rows.map(({ key }) => key));
  const found = eventsIn(trace, windowOf(trace, rows), keys);
  const events = found.events.filter((event) => server === undefined || event.server === server || event.server === '');
  const present = new Set([...rows, ...events].map((row) => row.server));
  const lanes = lanesOf(trace.servers.filter((name) => present.has(name)));
  const serverX = (name: string): number => serverLaneX(lanes, name);
  const moments = placeMoments(rows, events);
  const heights = requestHeights(moments);
  const bottom = moments.height;
  const requests = rows.map((row) => requestDrawing(row, { moments, heights, serverX: serverX(row.server), bottom }));
  const arrivals = new Map(
    requests.map(({ row, arrows }) => [row.key, arrows.find(({ kind }) => kind === 'request')?.end]),
  );
  return {
    lanes,
    requests: withTrueBeginnings(requests, arrivals),
    events: moments.placed.flatMap(({ moment, y }) =>
      moment.kind === 'event'
        ? [eventDrawing(moment.event, { y, serverX: serverX(moment.event.server), arrivals })]
        : [],
    ),
    times: moments.placed.map(({ moment, y }) => ({ y, ms: moment.ms })),
    undrawn: found.undrawn,
    width: widthOf(lanes),
    height: bottom + 14,
  };
}

interface Heights {
  start?: number;
  sent?: number;
  end?: number;
}

function requestHeights({ placed }: PlacedMoments): Map<number, Heights> {
  const heights = new Map<number, Heights>();
  for (const { moment, y } of placed) {
    if (moment.kind === 'event') continue;
    const known = heights.get(moment.row.key) ?? {};
    known[moment.kind] = y;
    heights.set(moment.row.key, known);
  }
  return heights;
}

interface RequestPlace {
  readonly moments: PlacedMoments;
  readonly heights: ReadonlyMap<number, Heights>;
  readonly serverX: number;
  readonly bottom: number;
}

function requestDrawing(row: RequestRow, { moments, heights, serverX, bottom }: RequestPlace): RequestDrawing {
  const { start = 0, sent = start, end } = heights.get(row.key) ?? {};
  const request = row.key;
  const called = { x: clientX, y: start };
  const arrived = { x: serverX, y: sent };
  const arrows: Arrow[] = [
    { kind: 'call', from: 'host', to: 'client', start: { x: hostX, y: start }, end: called, request },
  ];
  const wasSent = row.sentMs !== undefined;
  if (wasSent) arrows.push({ kind: 'request', from: 'client', to: 'server', start: called, end: arrived, request });
  // What was refused before it could be sent ends where it began.
  const endY = end ?? (row.outcome === 'not-sent' ? start : undefined);
  const endAt = endY === undefined ? undefined : { x: clientX, y: endY };
  const isAnswer = wasSent && isAnswered(row.outcome);
  if (endAt !== undefined && isAnswer)
    arrows.push({ kind: 'answer', from: 'server', to: 'client', start: arrived, end: endAt, request });
  if (endAt !== undefined && end !== undefined) {
    arrows.push({ kind: 'end', from: 'client', to: 'host', start: endAt, end: { x: hostX, y: endAt.y }, request });
  }
  const progress = (row.record.progress?.at ?? []).map((ms): Point => {
    const y = Math.min(Math.max(moments.yAt(ms), sent), endY ?? bottom);
    if (endAt === undefined || !isAnswer) return { x: serverX, y };
    return between(arrived, endAt, endAt.y === sent ? 1 : (y - sent) / (endAt.y - sent));
  });
  return { row, arrows, labelAt: { x: hostX, y: start }, endAt, progress };
}

interface EventPlace {
  readonly y: number;
  readonly serverX: number;
  /** Where the requests that are drawn arrived. */
  readonly arrivals: ReadonlyMap<number, Point | undefined>;
}

function eventDrawing(event: EventRow, { y, serverX, arrivals }: EventPlace): EventDrawing {
  const server = { x: serverX, y };
  const client = { x: clientX, y };
  const { record, request } = event;
  const fromServer = (kind: ArrowKind, start: Point): Arrow => ({
    kind,
    from: 'server',
    to: 'client',
    start,
    end: client,
    request,
  });
  switch (record.type) {
    case 'stray-answer': {
      const kind = record.isLate ? 'late-answer' : 'unknown-answer';
      const arrived = request === undefined ? undefined : arrivals.get(request);
      return { event, at: client, arrow: fromServer(kind, arrived ?? server) };
    }
    case 'notification': {
      if (record.direction === 'from-server') return { event, at: client, arrow: fromServer('notification', server) };
      const arrow: Arrow = { kind: 'notification', from: 'client', to: 'server', start: client, end: server, request };
      return { event, at: server, arrow };
    }
    case 'server-request':
      return { event, at: client, arrow: fromServer('server-request', server) };
    case 'process':
    case 'stderr':
    case 'gone':
    case 'connection':
      return { event, at: server, arrow: undefined };
    case 'state':
    case 'diagnostic':
    case 'dropped':
      return { event, at: client, arrow: undefined };
    case 'server-state':
    case 'failure':
      return { event, at: { x: hostX, y }, arrow: undefined };
  }
}
