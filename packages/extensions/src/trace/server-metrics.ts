import type { McpClientEvent, RequestEnd } from '../client/client-event.ts';
import type { ManagerEvent } from '../manager/manager-event.ts';
import { LatencyHistogram, type Latency } from './latency.ts';

/** Counts of one server, from the first event that was heard of it. */
export interface ServerStats {
  /** Clients that live: from their start until nothing of their server is left. */
  readonly active: number;
  /** Requests that wait for their end. */
  readonly pending: number;
  readonly requests: number;
  /** How they ended. */
  readonly ended: Readonly<Record<RequestEnd, number>>;
  /** The client took them back itself, since nobody needed them any more: no part of `ended`. */
  readonly unneeded: number;
  /** Fulfilled, and the tool said that it failed. */
  readonly toolErrors: number;
  /** The connection did not take them. */
  readonly notSent: number;
  /** From the id to the answer: of what the server answered, `fulfilled` and `refused`. */
  readonly latencyMs: Latency;
  /** Answers that nobody waited for: to requests that had ended, and to none that ever was. */
  readonly strayAnswers: { readonly late: number; readonly unknown: number };
  /** Messages that broke the protocol, and lines that are none. */
  readonly protocolErrors: number;
  readonly stderrBytes: number;
  /** Processes that wrote more to stderr than is kept. */
  readonly stderrTruncations: number;
  /** How processes ended: by exit code (`0`), by signal (`SIGKILL`), or not begun (`ENOENT`). */
  readonly exits: Readonly<Record<string, number>>;
  /** Processes that did not leave when they were asked to. */
  readonly killed: number;
  /** Processes that could not be ended. */
  readonly survivors: number;
  /** Starts after the first, as the manager tells. */
  readonly restarts: number;
  readonly quarantines: number;
}

const protocolErrors: ReadonlySet<string> = new Set(['noise', 'malformed', 'invalid-utf8', 'not-negotiated']);

/** Kinds of exits that are told apart. */
const maxExits = 64;

type Counts = {
  -readonly [K in Exclude<keyof ServerStats, 'active' | 'ended' | 'exits' | 'strayAnswers' | 'latencyMs'>]: number;
};

/** Counts what happens to one server. */
export class ServerMetrics {
  readonly #counts: Counts = {
    pending: 0,
    requests: 0,
    unneeded: 0,
    toolErrors: 0,
    notSent: 0,
    protocolErrors: 0,
    stderrBytes: 0,
    stderrTruncations: 0,
    killed: 0,
    survivors: 0,
    restarts: 0,
    quarantines: 0,
  };
  readonly #ended: Record<RequestEnd, number> = { fulfilled: 0, refused: 0, 'timed-out': 0, aborted: 0, failed: 0 };
  readonly #stray = { late: 0, unknown: 0 };
  readonly #exits = new Map<string, number>();
  readonly #active = new Set<string>();
  readonly #latency = new LatencyHistogram();

  happened(event: McpClientEvent, instanceId: string): void {
    const counts = this.#counts;
    switch (event.type) {
      case 'state':
        // The end is `gone`, which comes after `closed`.
        if (event.state === 'starting') this.#active.add(instanceId);
        break;
      case 'request':
        counts.requests += 1;
        counts.pending += 1;
        break;
      case 'request-settled':
        counts.pending -= 1;
        if (event.isUnneeded === true) counts.unneeded += 1;
        else this.#ended[event.end] += 1;
        if (event.isError === true) counts.toolErrors += 1;
        if (hasAnswer(event)) this.#latency.record(event.durationMs);
        break;
      case 'request-refused':
        counts.notSent += 1;
        break;
      case 'stray-answer':
        this.#stray[event.isLate ? 'late' : 'unknown'] += 1;
        break;
      case 'diagnostic':
        if (protocolErrors.has(event.kind)) counts.protocolErrors += 1;
        break;
      case 'stderr':
        counts.stderrBytes += event.bytes;
        break;
      case 'stderr-truncated':
        counts.stderrTruncations += 1;
        break;
      case 'process-exited':
        this.#exited(event.signal ?? String(event.exitCode));
        break;
      case 'process-failed':
        this.#exited(event.errno);
        break;
      case 'gone':
        this.#active.delete(instanceId);
        counts.survivors += event.survivors;
        if (event.killed) counts.killed += 1;
        break;
      case 'handshake':
      case 'request-sent':
      case 'progress':
      case 'notification-sent':
      case 'notification-received':
      case 'server-request':
      case 'process-started':
      case 'process-step':
        break;
      default:
        event satisfies never;
    }
  }

  moved({ state, generation }: Extract<ManagerEvent, { type: 'server-state' }>): void {
    if (state === 'starting' && generation > 1) this.#counts.restarts += 1;
    if (state === 'quarantined') this.#counts.quarantines += 1;
  }

  snapshot(): ServerStats {
    return {
      active: this.#active.size,
      ...this.#counts,
      ended: { ...this.#ended },
      strayAnswers: { ...this.#stray },
      exits: Object.fromEntries(this.#exits),
      latencyMs: this.#latency.snapshot(),
    };
  }

  #exited(how: string): void {
    const name = this.#exits.has(how) || this.#exits.size < maxExits ? how : 'other';
    this.#exits.set(name, (this.#exits.get(name) ?? 0) + 1);
  }
}

/** What has no answer would be as slow as its deadline, whatever the server is: it is not measured. */
export function hasAnswer(event: McpClientEvent): event is Extract<McpClientEvent, { type: 'request-settled' }> {
  return event.type === 'request-settled' && (event.end === 'fulfilled' || event.end === 'refused');
}

/** The counts of several servers together. Quantiles cannot be added: they are given. */
export function addStats(servers: readonly ServerStats[], latencyMs: Latency): ServerStats {
  const nothing = new ServerMetrics().snapshot();
  return { ...(added([nothing, ...servers]) as ServerStats), latencyMs };
}

/** Objects are added member by member; what one of them lacks counts nothing. */
function added(values: readonly unknown[]): unknown {
  const objects = values.filter((value): value is Readonly<Record<string, unknown>> => typeof value === 'object');
  if (objects.length === 0) return values.reduce<number>((total, value) => total + Number(value ?? 0), 0);
  const names = new Set(objects.flatMap(Object.keys));
  return Object.fromEntries([...names].map((name) => [name, added(objects.map((object) => object[name]))]));
}
