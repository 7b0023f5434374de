import type { EventOrigin, McpClientEvent } from '../client/client-event.ts';
import type { ManagerEvent, McpListener } from '../manager/manager-event.ts';
import { LatencyHistogram } from './latency.ts';
import { addStats, hasAnswer, ServerMetrics, type ServerStats } from './server-metrics.ts';

/** Numbers of all servers that were heard of. Names, counts, sizes and times: no arguments, no results. */
export interface McpStats {
  /** Of all servers together. Quantiles are of all requests, not means of quantiles. */
  readonly total: ServerStats;
  /** By the name that the host gave them; `(unnamed)` for clients without one, `(others)` beyond the first thousand. */
  readonly servers: Readonly<Record<string, ServerStats>>;
}

const maxServers = 1_000;

/** Counts what it hears of clients and managers. Its memory is bounded: some 25 KB for each server's name. */
export class McpMetrics {
  readonly #servers = new Map<string, ServerMetrics>();
  readonly #latency = new LatencyHistogram();

  /** For `onEvent` of a client, of a manager, and of a manager's `client`. */
  readonly listener: McpListener = (event, origin) => {
    if (origin === undefined) this.#told(event as ManagerEvent);
    else this.#happened(event as McpClientEvent, origin);
  };

  /** What was counted so far; plain data. */
  stats(): McpStats {
    const servers = Object.fromEntries([...this.#servers].map(([name, metrics]) => [name, metrics.snapshot()]));
    return { total: addStats(Object.values(servers), this.#latency.snapshot()), servers };
  }

  #happened(event: McpClientEvent, { serverName = '(unnamed)', instanceId }: EventOrigin): void {
    this.#of(serverName).happened(event, instanceId);
    if (hasAnswer(event)) this.#latency.record(event.durationMs);
  }

  #told(event: ManagerEvent): void {
    if (event.type === 'server-state') this.#of(event.serverName).moved(event);
  }

  #of(serverName: string): ServerMetrics {
    const known = this.#servers.get(serverName);
    if (known !== undefined) return known;
    if (this.#servers.size >= maxServers && serverName !== '(others)') return this.#of('(others)');
    const made = new ServerMetrics();
    this.#servers.set(serverName, made);
    return made;
  }
}
