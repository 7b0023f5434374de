export type LaneKind = 'host' | 'client' | 'server';

interface Lane {
  readonly kind: LaneKind;
  /** Of a server: its name. Undefined: of all that have no lane of their own. */
  readonly server: string | undefined;
  readonly x: number;
}

/** Where the lanes of a sequence stand, from the left: the host, the client, and each server. */
export interface SequenceGrid {
  readonly lanes: readonly Lane[];
  readonly hostX: number;
  readonly clientX: number;
  readonly firstServerX: number;
  /** Right of the last lane there is no room for words. */
  readonly isNarrow: boolean;
  readonly width: number;
}

/** Lanes of servers in one drawing. More of them share the last one. */
const mostServers = 12;
/** Below that the lanes come closer, so that a phone shows all three of them. */
const leastWide = 660;

interface GridOptions {
  /** The width that there is; what needs more is scrolled. */
  readonly available: number;
  /** The times at the left edge, in milliseconds: the longest of them needs the most room. */
  readonly times: readonly number[];
}

export function sequenceGrid(servers: readonly string[], { available, times }: GridOptions): SequenceGrid {
  const named: (string | undefined)[] = servers.length > mostServers ? servers.slice(0, mostServers - 1) : [...servers];
  if (named.length < servers.length || named.length === 0) named.push(undefined);
  const isNarrow = available < leastWide;
  const leastHostX = timeColumnWidth(times) + timeGap;
  const places = isNarrow ? narrow(available, leastHostX) : wide(available, leastHostX);
  const { hostX, clientX, firstServerX, nextServer, rightSpace } = places;
  const lanes: readonly Lane[] = [
    { kind: 'host', server: undefined, x: hostX },
    { kind: 'client', server: undefined, x: clientX },
    ...named.map((server, place): Lane => ({ kind: 'server', server, x: firstServerX + place * nextServer })),
  ];
  const width = firstServerX + (named.length - 1) * nextServer + rightSpace;
  return { lanes, hostX, clientX, firstServerX, isNarrow, width };
}

/** Between the end of a time and the lane of the host. */
export const timeGap = 14;
/** Pixels of a digit, and of what stands between digits, in the fonts that systems have, at the size of the times. */
const [digitWidth, signWidth] = [7.6, 4.2];

/** As much as the longest time takes when it is written with a tenth: `12,345,683.0`. */
function timeColumnWidth(times: readonly number[]): number {
  const longest = times.reduce((most, ms) => Math.max(most, Math.abs(ms)), 0);
  const digits = Math.floor(Math.log10(Math.max(1, longest))) + 1;
  const signs = Math.floor((digits - 1) / 3) + 1 + (times.some((ms) => ms < 0) ? 2 : 0);
  return Math.ceil((digits + 1) * digitWidth + signs * signWidth);
}

/** Where a server's lane is: its own, or the last one. */
export function serverLaneX({ lanes, firstServerX }: SequenceGrid, server: string): number {
  return (lanes.find((lane) => lane.kind === 'server' && lane.server === server) ?? lanes.at(-1))?.x ?? firstServerX;
}

interface Places {
  readonly hostX: number;
  readonly clientX: number;
  readonly firstServerX: number;
  readonly nextServer: number;
  /** For what is said of a server. */
  readonly rightSpace: number;
}

function wide(available: number, leastHostX: number): Places {
  const hostX = Math.max(84, leastHostX);
  const firstServerX = hostX + 446;
  const rightSpace = Math.min(236, Math.max(130, available - firstServerX));
  return { hostX, clientX: hostX + 186, firstServerX, nextServer: 170, rightSpace };
}

function narrow(available: number, leastHostX: number): Places {
  const hostX = Math.max(62, leastHostX);
  const rightSpace = 46;
  const gap = Math.max(96, Math.floor((available - hostX - rightSpace) / 2));
  return { hostX, clientX: hostX + gap, firstServerX: hostX + 2 * gap, nextServer: 120, rightSpace };
}
