import type { Clock } from '../base/clock.ts';
import { requireWanted } from '../client/request-options.ts';
import { failureOf } from './failure-kind.ts';
import type { Leases } from './leases.ts';
import type { ManagedEntry, ManagerPorts } from './managed-entry.ts';
import { reasonOf, type StatusReason } from './server-status.ts';

export interface HealthReport {
  readonly serverName: string;
  readonly isHealthy: boolean;
  /** From the question to the answer, in milliseconds; the start is not in it. */
  readonly answerMs?: number;
  /** Why it is not well. A failure of a moment ago is told again, without asking again. */
  readonly reason?: StatusReason;
}

export interface CheckOptions {
  /** For the answer to the question. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  readonly leases: Leases;
  readonly ports: Pick<ManagerPorts, 'clock'>;
}

/**
 * Starts a server, has its tools listed, asks whether it is alive, and stops it if nobody had begun it before (M-05).
 *
 * @throws McpClientError `MCP_ABORTED`: whoever asked takes that back, which says nothing of the server
 */
export async function checkHealth({ server }: ManagedEntry, options: CheckOptions): Promise<HealthReport> {
  const { timeoutMs, signal, leases, ports } = options;
  const clock: Clock = ports.clock;
  const wasThere = server.state.name === 'ready' || server.state.name === 'starting';
  const lease = leases.acquire('health check', [server.name]);
  try {
    await server.start(signal);
    const askedAt = clock.now();
    await server.ping(timeoutMs, signal);
    return { serverName: server.name, isHealthy: true, answerMs: Math.round(clock.now() - askedAt) };
  } catch (error) {
    requireWanted('check', signal);
    return { serverName: server.name, isHealthy: false, reason: reasonOf(failureOf(error)) };
  } finally {
    lease.release();
    if (!wasThere) server.makeRoom();
  }
}
