import type { Clock } from '../base/clock.ts';
import type { Leases } from './leases.ts';
import type { ManagedEntry } from './managed-entry.ts';
import { describeState, type ServerStatus } from './server-status.ts';

/** A manager as plain JSON. No arguments, no results, no environment, no secrets. */
export interface ManagerStatus {
  readonly isClosed: boolean;
  readonly servers: readonly ServerStatus[];
  /** Servers that run, begin or end, but for those that are reached. */
  readonly processes: number;
  /** Calls under way, at all servers. */
  readonly calls: number;
  /** Counts the changes of tools. */
  readonly version: number;
}

export function statusOf({ config, server, isInstalling }: ManagedEntry, leases: Leases, clock: Clock): ServerStatus {
  const { name, state, generation, failuresInRow: failures, calling: calls, about, tools, lastHeard } = server;
  return {
    name,
    transport: config.server.kind,
    ...describeState(state, server.lastFailure, clock),
    generation,
    isInstalling: isInstalling(),
    failures,
    ...(about === undefined
      ? {}
      : {
          identity: about.identity.hash,
          era: about.handshake.era,
          protocolVersion: about.handshake.protocolVersion,
        }),
    ...(tools.isListed ? { tools: { offered: tools.tools.length, rejected: tools.rejected.length } } : {}),
    calls,
    holders: leases.holdersOf(name),
    ...(lastHeard === undefined ? {} : { lastAnswerMs: Math.round(clock.now() - lastHeard) }),
  };
}
