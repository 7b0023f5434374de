import type { EventRow, LoadedTrace, RequestRow } from '../model/loaded-trace.ts';
import { isAnswered } from '../model/outcome.ts';
import { eventsIn, windowOf } from '../model/page-window.ts';
import { placeMoments, type PlacedMoments } from './moments.ts';
import { withTrueBeginnings } from './own-answers.ts';
import { between, type Point } from './point.ts';
import { sequenceGrid, serverLaneX, type LaneKind, type SequenceGrid } from './sequence-grid.ts';

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
  /** The lane that it is told beside. */
  readonly lane: LaneKind;
  /** Where its words begin, or end. */
  readonly words: Point & { readonly anchor: 'start' | 'end' };
}

export interface SequenceLayout {
  readonly grid: SequenceGrid;
  readonly requests: readonly RequestDrawing[];
  readonly events: readonly EventDrawing[];
  /** The time of each row. */
  readonly times: readonly { readonly y: number; readonly ms: number }[];
  readonly undrawn: number;
  readonly height: number;
}

interface SequenceOptions {
  /** The server that is shown; undefined: all. */
  readonly server?: string | undefined;
  /** The width that there is. */
  readonly width?: number;
}

/**
 * The requests of a page as a sequence.
 *
 * @param rows of this trace
 */
export function sequenceLayout(
  trace: LoadedTrace,
  rows: readonly RequestRow[],
  { server, width = 766 }: SequenceOptions = {},
): SequenceLayout {
  const keys = new Set(rows.map(({ key }) => key));
  const found = eventsIn(trace, windowOf(trace, rows), keys);
  const events = found.events.filter((event) => server === undefined || event.server === server || event.server === '');
  const present = new Set([...rows, ...events].map((row) => row.server));
  const moments = placeMoments(rows, events);
  const grid = sequenceGrid(
    trace.servers.filter((name) => present.has(name)),
    { available: width, times: moments.placed.map(({ moment }) => moment.ms) },
  );
  const serverX = (name: string): number => serverLaneX(grid, name);
  const heights = requestHeights(moments);
  const bottom = moments.height;
  const requests = rows.map((row) =>
    requestDrawing(row, { moments, heights, grid, serverX: serverX(row.server), bottom }),
  );
  const arrivals = new Map(
    requests.map(({ row, arrows }) => [row.key, arrows.find(({ kind }) => kind === 'request')?.end]),
  );
  return {
    grid,
    requests: withTrueBeginnings(requests, arrivals),
    events: moments.placed.flatMap(({ moment, y }) =>
      moment.kind === 'event'
        ? [eventDrawing(moment.event, { y, grid, serverX: serverX(moment.event.server), arrivals })]
        : [],
    ),
    times: moments.placed.map(({ moment, y }) => ({ y, ms: moment.ms })),
    undrawn: found.undrawn,
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
  readonly grid: SequenceGrid;
  readonly serverX: number;
  readonly bottom: number;
}

function requestDrawing(row: RequestRow, place: RequestPlace): RequestDrawing {
  const { moments, heights, serverX, bottom } = place;
  const { hostX, clientX } = place.grid;
  const { start = 0, sent = start, end } = heights.get(row.key) ?? {};
  const request = row.key;
  const called = { x: clientX, y: start };
  const arrived = { x: serverX, y: sent };
  const arrows: Arrow[] = [
    { kind: 'call', from: 'host', to: 'client', start: { x: hostX, y: start }, end: called, request },
  ];
  const wasSent = row.sentMs !== undefined;
  if (wasSent) arrows.push({ kind: 'request', from: 'client', to: 'server', start: called, end: arrived, request });
  // Nobody says when it ended: its sign stands where the last is known of it.
  const endY = end ?? (row.untilMs === undefined ? undefined : sent);
  const endAt = endY === undefined ? undefined : { x: clientX, y: endY };
  const isAnswer = wasSent && end !== undefined && isAnswered(row.outcome);
  if (endAt !== undefined && isAnswer)
    arrows.push({ kind: 'answer', from: 'server', to: 'client', start: arrived, end: endAt, request });
  if (endAt !== undefined && end !== undefined) {
    arrows.push({ kind: 'end', from: 'client', to: 'host', start: endAt, end: { x: hostX, y: endAt.y }, request });
  }
  const progress = (row.record.progress?.at ?? []).map((ms): Point => {
    const y = Math.min(Math.max(moments.yAt(ms), sent), end ?? bottom);
    if (endAt === undefined || !isAnswer) return { x: serverX, y };
    return between(arrived, endAt, endAt.y === sent ? 1 : (y - sent) / (endAt.y - sent));
  });
  return { row, arrows, labelAt: { x: hostX, y: start }, endAt, progress };
}

interface EventPlace {
  readonly y: number;
  readonly grid: SequenceGrid;
  readonly serverX: number;
  /** Where the requests that are drawn arrived. */
  readonly arrivals: ReadonlyMap<number, Point | undefined>;
}

function eventDrawing(event: EventRow, place: EventPlace): EventDrawing {
  const { y, grid, serverX } = place;
  const arrow = messageOf(event, place);
  const lane = arrow === undefined ? laneOf(event.record) : 'client';
  const x = { host: grid.hostX, client: grid.clientX, server: serverX }[lane];
  const at = arrow?.end ?? { x, y };
  // A message has its words above its line. Right of a server there may be no room.
  const isLeft = lane === 'server' && grid.isNarrow;
  const words = {
    x: isLeft ? x - 9 : x + 10,
    y: arrow === undefined ? y + 4 : y - 5,
    anchor: isLeft ? 'end' : 'start',
  } as const;
  return { event, at, arrow, lane, words };
}

/** The line of an event that is a message. */
function messageOf({ record, request }: EventRow, { y, grid, serverX, arrivals }: EventPlace): Arrow | undefined {
  const server = { x: serverX, y };
  const client = { x: grid.clientX, y };
  const fromServer = { from: 'server', to: 'client', start: server, end: client, request } as const;
  if (record.type === 'server-request') return { ...fromServer, kind: 'server-request' };
  if (record.type === 'stray-answer') {
    const arrived = request === undefined ? undefined : arrivals.get(request);
    return { ...fromServer, kind: record.isLate ? 'late-answer' : 'unknown-answer', start: arrived ?? server };
  }
  if (record.type !== 'notification') return undefined;
  if (record.direction === 'from-server') return { ...fromServer, kind: 'notification' };
  return { kind: 'notification', from: 'client', to: 'server', start: client, end: server, request };
}

/** Who an event is about: the process is the server's, what a manager or a host says is the host's. */
function laneOf({ type }: EventRow['record']): LaneKind {
  if (type === 'process' || type === 'stderr' || type === 'gone' || type === 'connection') return 'server';
  return type === 'server-state' || type === 'failure' ? 'host' : 'client';
}
