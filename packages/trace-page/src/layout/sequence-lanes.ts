/** Where the lanes of a sequence stand, from the left: the host, the client, and each server. */
export const hostX = 84;
export const clientX = 270;
export const firstServerX = 530;
const nextServer = 170;

/** Right of the last lane, for what is said of a server. */
const rightSpace = 236;

export type LaneKind = 'host' | 'client' | 'server';

export interface Lane {
  readonly kind: LaneKind;
  /** Of a server: its name. Undefined: of all that have no lane of their own. */
  readonly server: string | undefined;
  readonly x: number;
}

/** Lanes of servers in one drawing. More of them share the last one. */
const mostServers = 12;

export function lanesOf(servers: readonly string[]): Lane[] {
  const named: (string | undefined)[] = servers.length > mostServers ? servers.slice(0, mostServers - 1) : [...servers];
  if (named.length < servers.length || named.length === 0) named.push(undefined);
  return [
    { kind: 'host', server: undefined, x: hostX },
    { kind: 'client', server: undefined, x: clientX },
    ...named.map((server, place): Lane => ({ kind: 'server', server, x: firstServerX + place * nextServer })),
  ];
}

/** Where a server's lane is: its own, or the last one. */
export function serverLaneX(lanes: readonly Lane[], server: string): number {
  return (lanes.find((lane) => lane.kind === 'server' && lane.server === server) ?? lanes.at(-1))?.x ?? firstServerX;
}

export function widthOf(lanes: readonly Lane[]): number {
  return (lanes.at(-1)?.x ?? firstServerX) + rightSpace;
}
