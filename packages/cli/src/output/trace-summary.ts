import type { RequestState, TraceRecord } from '@coding-agent/extensions/trace';

type RequestRecord = Extract<TraceRecord, { type: 'request' }>;

/** Milliseconds. */
interface Durations {
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
}

/** All requests of a trace that asked a server for the same. Names are the server's: untrusted. */
export interface RequestGroup {
  readonly server: string;
  readonly method: string;
  readonly tool?: string;
  readonly count: number;
  /** How they ended; only what there was. */
  readonly states: Readonly<Partial<Record<RequestState, number>>>;
  /** Fulfilled, and the tool says that it failed. */
  readonly toolErrors: number;
  /** Of those that were answered; missing when none was. */
  readonly durationMs?: Durations;
}

/** In the order in which they were made: a trace has them in the order in which they ended. */
export function requestsOf(records: readonly TraceRecord[]): readonly RequestRecord[] {
  const requests = records.filter((record): record is RequestRecord => record.type === 'request');
  return requests.toSorted((a, b) => a.at - b.at);
}

/** It ended with an answer, and the tool did not say that it failed. */
export function wentWell({ state, isError }: RequestRecord): boolean {
  return state === 'fulfilled' && isError !== true;
}

/** What the host called the server; clients without a name have their number alone. */
export function serverOf({ serverName, instanceId }: RequestRecord): string {
  return serverName ?? instanceId.slice(0, 8);
}

/** Requests by what they asked, in the order in which the first of each came. */
export function groupsOf(requests: readonly RequestRecord[]): readonly RequestGroup[] {
  const groups = new Map<string, RequestRecord[]>();
  for (const request of requests) {
    const key = JSON.stringify([serverOf(request), request.method, request.tool]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [request]);
    else group.push(request);
  }
  return [...groups.values()].flatMap((group) => (group[0] === undefined ? [] : [groupOf(group[0], group)]));
}

function groupOf(first: RequestRecord, group: readonly RequestRecord[]): RequestGroup {
  const { method, tool } = first;
  const states: Partial<Record<RequestState, number>> = {};
  for (const { state } of group) states[state] = (states[state] ?? 0) + 1;
  // What has no answer took as long as its deadline, whatever the server is.
  const durations = group
    .filter(({ state }) => state === 'fulfilled' || state === 'refused')
    .flatMap(({ durationMs }) => (durationMs === undefined ? [] : [durationMs]))
    .toSorted((a, b) => a - b);
  return {
    server: serverOf(first),
    method,
    ...(tool === undefined ? {} : { tool }),
    count: group.length,
    states,
    toolErrors: group.filter(({ isError }) => isError === true).length,
    ...(durations.length === 0 ? {} : { durationMs: quantiles(durations) }),
  };
}

/** Of sorted values: by the nearest rank, so that each of them was measured. */
function quantiles(sorted: readonly number[]): Durations {
  const at = (part: number): number => sorted[Math.ceil(part * sorted.length) - 1] ?? 0;
  return { count: sorted.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) };
}
