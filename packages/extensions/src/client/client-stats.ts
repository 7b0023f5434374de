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
}

export function clientStats(state: ClientState['name'], peer: Peer | undefined): ClientStats {
  const { ...counters } = peer?.counters ?? new PeerCounters();
  return { ...counters, state, pending: peer?.pendingCount ?? 0, queuedBytes: peer?.queuedBytes ?? 0 };
}
