import type { Peer } from '../rpc/peer.ts';
import { PeerCounters } from '../rpc/peer-counters.ts';
import type { ClientState } from './client-state.ts';

/** Plain numbers, a snapshot. Counts are of this connection, from its start. */
export interface ClientStats extends Readonly<Omit<PeerCounters, 'count'>> {
  readonly state: ClientState['name'];
  /** Requests that wait for an answer. */
  readonly pending: number;
  /** Bytes that wait to be written. */
  readonly queuedBytes: number;
  /** Of a server over HTTP: it keeps a session for this client. In the modern era none does. */
  readonly hasSession?: boolean;
}

/** What a snapshot is made of: the connection of now. */
interface StatsSource {
  readonly peer: Peer | undefined;
  readonly hasSession: boolean | undefined;
}

export function clientStats(state: ClientState['name'], { peer, hasSession }: StatsSource): ClientStats {
  const { ...counters } = peer?.counters ?? new PeerCounters();
  const waiting = { pending: peer?.pendingCount ?? 0, queuedBytes: peer?.queuedBytes ?? 0 };
  return { ...counters, state, ...waiting, ...(hasSession !== undefined && { hasSession }) };
}
