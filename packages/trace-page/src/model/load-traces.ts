import type { TraceRecord } from '@coding-agent/extensions/trace';
import type { TraceInput } from '../trace-input.ts';
import { finiteTime } from './finite-time.ts';
import type { EventRow, LoadedTrace, LoadedTraces, RequestRow } from './loaded-trace.ts';
import { outcomeOf } from './outcome.ts';
import type { OtherRecord, RequestRecord } from './records.ts';

/** Traces, as the views need them. */
export function loadTraces(inputs: readonly TraceInput[]): LoadedTraces {
  const requests: RequestRow[] = [];
  const events: EventRow[] = [];
  const traces = inputs.map((input, index) => {
    const trace = loadTrace(input, index, { requests: requests.length, events: events.length });
    for (const row of trace.requests) requests.push(row);
    for (const row of trace.events) events.push(row);
    return trace;
  });
  return { traces, requests, events };
}

interface FirstKeys {
  readonly requests: number;
  readonly events: number;
}

function loadTrace({ title, start, records }: TraceInput, index: number, firstKeys: FirstKeys): LoadedTrace {
  const ofRequests = lastOfEach(records.filter((record) => record.type === 'request')).toSorted(
    (one, other) => one.at - other.at,
  );
  const keys = new Map(ofRequests.map((record, place) => [identity(record), firstKeys.requests + place]));
  const requests = ofRequests.map((record, place) =>
    requestRow(record, { key: firstKeys.requests + place, trace: index, otherAnswer: otherAnswer(record, keys) }),
  );
  const events = records
    .filter((record) => record.type !== 'request')
    .toSorted((one, other) => one.at - other.at)
    .map((record, place): EventRow => {
      const request = 'id' in record ? keys.get(identity(record)) : undefined;
      return {
        key: firstKeys.events + place,
        trace: index,
        record,
        server: serverOf(record),
        ms: finiteTime(record.at),
        request,
      };
    });
  const servers = new Set([...requests, ...events].map(({ server }) => server).filter((server) => server !== ''));
  const times = [...requests.flatMap(timesOf), ...events.map(({ ms }) => ms)];
  const [firstMs, lastMs] = extent(times);
  return { index, title, start, servers: [...servers], requests, events, firstMs, lastMs };
}

/** A later record of a request takes the place of an earlier one. What was never sent has no id, and is itself alone. */
function lastOfEach(records: readonly RequestRecord[]): RequestRecord[] {
  const last = new Map<string | RequestRecord, RequestRecord>();
  for (const record of records) last.set(record.id === undefined ? record : identity(record), record);
  return [...last.values()];
}

function identity({
  instanceId = '',
  id,
}: {
  readonly instanceId?: string | undefined;
  readonly id?: number | undefined;
}): string {
  return `${instanceId} ${id ?? ''}`;
}

/** A client that mixes answers up gave it the one to another request. */
function otherAnswer(
  { instanceId, answeredWith: id }: RequestRecord,
  keys: ReadonlyMap<string, number>,
): number | undefined {
  return id === undefined ? undefined : keys.get(identity({ instanceId, id }));
}

function requestRow(
  record: RequestRecord,
  { key, trace, otherAnswer }: Pick<RequestRow, 'key' | 'trace' | 'otherAnswer'>,
): RequestRow {
  const startMs = finiteTime(record.at);
  const sentMs = record.sentAt === undefined ? undefined : Math.max(startMs, finiteTime(record.sentAt));
  const durationMs = record.durationMs === undefined ? undefined : finiteTime(record.durationMs);
  const server = serverOf(record);
  const outcome = outcomeOf(record);
  const isPending = outcome === 'pending';
  const endMs = durationMs === undefined || isPending ? undefined : startMs + durationMs;
  return {
    key,
    trace,
    record,
    server,
    outcome,
    otherAnswer,
    startMs,
    sentMs,
    endMs,
    untilMs: isPending ? undefined : (endMs ?? sentMs ?? startMs),
    queuedMs: sentMs === undefined ? undefined : sentMs - startMs,
    durationMs,
    searched: searchedText(record, server),
  };
}

function searchedText(
  { id, method, tool, runId, state, code, remoteCode, instanceId }: RequestRecord,
  server: string,
): string {
  return [id, method, tool, server, state, code, remoteCode, runId, instanceId]
    .filter((part) => part !== undefined)
    .join('\n')
    .toLowerCase();
}

/** The name that the host gave the server; else the beginning of the client's own id. */
function serverOf(record: TraceRecord | OtherRecord): string {
  const { serverName, instanceId } = record as { readonly serverName?: string; readonly instanceId?: string };
  return serverName ?? instanceId?.slice(0, 8) ?? '';
}

function timesOf({ startMs, untilMs }: RequestRow): number[] {
  return untilMs === undefined ? [startMs] : [startMs, untilMs];
}

/** The smallest and the largest; a spread of arguments would not take as many numbers as a trace can have. */
function extent(values: readonly number[]): [number, number] {
  let [least = 0, most = 0] = [values[0], values[0]];
  for (const value of values) {
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return [least, most];
}
