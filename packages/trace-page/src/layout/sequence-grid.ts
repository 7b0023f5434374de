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

/** @param available the width that there is; what needs more is scrolled */
export function sequenceGrid(servers: readonly string[], available: number): SequenceGrid {
  const named: (string | undefined)[] = servers.length > mostServers ? servers.slice(0, mostServers - 1) : [...servers];
  if (named.length < servers.length || named.length === 0) named.push(undefined);
  const isNarrow = available < leastWide;
  const { hostX, clientX, firstServerX, nextServer, rightSpace } = isNarrow ? narrow(available) : wide(available);
  const lanes: readonly Lane[] = [
    { kind: 'host', server: undefined, x: hostX },
    { kind: 'client', server: undefined, x: clientX },
    ...named.map((server, place): Lane => ({ kind: 'server', server, x: firstServerX + place * nextServer })),
  ];
  const width = firstServerX + (named.length - 1) * nextServer + rightSpace;
  return { lanes, hostX, clientX, firstServerX, isNarrow, width };
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

function wide(available: number): Places {
  const firstServerX = 530;
  const rightSpace = Math.min(236, Math.max(130, available - firstServerX));
  return { hostX: 84, clientX: 270, firstServerX, nextServer: 170, rightSpace };
}

function narrow(available: number): Places {
  const [hostX, rightSpace] = [62, 46];
  const gap = Math.max(96, Math.floor((available - hostX - rightSpace) / 2));
  return { hostX, clientX: hostX + gap, firstServerX: hostX + 2 * gap, nextServer: 120, rightSpace };
}
