import type { Diagnostic } from '../../src/rpc/diagnostic.ts';
import type { Failure } from '../../src/errors.ts';
import { McpClientError } from '../../src/errors.ts';
import { peerLimits, resolveProtocolOptions, type ClientLimits } from '../../src/client/client-options.ts';
import { Peer } from '../../src/rpc/peer.ts';
import type { PeerOptions, PeerRequest } from '../../src/rpc/peer-options.ts';
import type { Answer } from '../../src/rpc/pending-request.ts';
import { ManualClock } from './manual-clock.ts';
import { MemoryTransport } from './memory-transport.ts';

export interface PeerBench {
  readonly peer: Peer;
  readonly transport: MemoryTransport;
  readonly clock: ManualClock;
  readonly diagnostics: Diagnostic[];
  readonly notifications: [string, unknown][];
  readonly ends: Failure[];
  /** Sends a request; it is on the wire when the promise of this resolves. */
  readonly ask: (request?: Partial<PeerRequest>) => Promise<Asked>;
}

/** A request that was made. */
interface Asked {
  readonly id: number;
  readonly answer: Promise<Answer>;
  /** How it ended, as far as it has: the answer's result, or the error. */
  readonly ended: () => unknown;
}

/** A peer on a transport in memory, with time that the test moves. */
export function peerBench(
  options: Partial<PeerOptions> & { limits?: never; some?: Partial<ClientLimits> } = {},
): PeerBench {
  const { some, ...rest } = options;
  const transport = new MemoryTransport();
  const clock = new ManualClock();
  const diagnostics: Diagnostic[] = [];
  const notifications: [string, unknown][] = [];
  const ends: Failure[] = [];
  const peer = new Peer({
    transport,
    clock,
    limits: peerLimits(resolveProtocolOptions(some ? { limits: some } : {}).limits),
    maxStandstillMs: 600_000,
    stdout: 'tolerant',
    handlers: {},
    onNotification: (method, params) => notifications.push([method, params]),
    onDiagnostic: (diagnostic) => diagnostics.push(diagnostic),
    onEnd: (failure) => ends.push(failure),
    ...rest,
  });
  peer.handshakeDone = true;
  let asked = 0;
  const ask = async (request: Partial<PeerRequest> = {}): Promise<Asked> => {
    asked += 1;
    let ended: unknown = 'waits';
    const answer = peer.request({ method: 'tools/call', params: {}, timeoutMs: 1_000, ...request });
    answer.then(
      ({ result }) => (ended = result),
      (error: unknown) => (ended = error),
    );
    const id = asked;
    await clock.settle();
    return { id, answer, ended: () => ended };
  };
  return { peer, transport, clock, diagnostics, notifications, ends, ask };
}

/** The error of a promise that must reject with one of ours. */
export async function errorOf(promise: Promise<unknown>): Promise<McpClientError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof McpClientError) return error;
  throw new Error(`not refused with an McpClientError, but: ${String(error)}`);
}
