import type { TraceRecord } from '@coding-agent/extensions/trace';
import type { JournalEntry } from './journal.ts';
import type { WireLine } from './wire-lines.ts';

/** What every record of a client begins with. */
export type Common = (at: number) => {
  readonly at: number;
  readonly serverName: string;
  readonly instanceId: string;
};

/** What a line of the pipes is beside the requests of the callers and their answers: at most one record. */
export function lineRecords(line: WireLine, lines: readonly WireLine[], common: Common): TraceRecord[] {
  const { at, direction, bytes, method = '', kind } = line;
  if (kind === 'notification') return [{ type: 'notification', ...common(at), direction, method, bytes }];
  if (kind === 'request' && direction === 'from-server') {
    return [{ type: 'server-request', ...common(at), method, bytes }];
  }
  if (kind !== 'request') return [];
  const answer = lines.find(
    (other) => other.direction === 'from-server' && other.kind === 'response' && other.id === line.id,
  );
  const request = { ...common(at), ...numberOf(line), method, sentAt: common(at).at, requestBytes: bytes } as const;
  if (!answer) return [{ type: 'request', ...request, state: 'pending' }];
  const { errorCode: remoteCode, result } = answer;
  const end = { durationMs: duration(at, answer.at), answerBytes: answer.bytes };
  if (remoteCode !== undefined) return [{ type: 'request', ...request, ...end, state: 'refused', remoteCode }];
  const fulfilled: TraceRecord = { type: 'request', ...request, ...end, state: 'fulfilled' };
  return method === 'initialize' && result ? [fulfilled, connectionRecord(result, common(answer.at))] : [fulfilled];
}

/** The process of the server. */
export function processRecords(entry: JournalEntry, common: Common): TraceRecord[] {
  const { event } = entry;
  const process = { type: 'process', ...common(entry.at) } as const;
  if (event === 'server-started') return [{ ...process, event: 'started' }];
  if (event === 'stdin-ended') return [{ ...process, event: 'stdin-ended' }];
  if (event === 'signal') return [{ ...process, event: 'terminated' }];
  if (event === 'server-exited') {
    return [{ ...process, event: 'exited', exitCode: entry.exitCode, signal: entry.signal }];
  }
  if (event === 'stderr') return [{ type: 'stderr', ...common(entry.at), bytes: entry.bytes, chunks: 1 }];
  return event === 'lines-dropped' ? [{ type: 'dropped', at: common(entry.at).at, count: entry.count }] : [];
}

/** The id of a request as the format has it: a client of a learner may use others. */
export function numberOf({ id }: WireLine): { readonly id?: number } {
  return typeof id === 'number' && Number.isInteger(id) ? { id } : {};
}

/** Milliseconds, to the microsecond. */
export function duration(from: number, to: number): number {
  return Math.round((to - from) * 1000) / 1000;
}

function connectionRecord(
  { protocolVersion, serverInfo, capabilities }: Readonly<Record<string, unknown>>,
  common: ReturnType<Common>,
): TraceRecord {
  const info = (serverInfo ?? {}) as { readonly name?: unknown; readonly version?: unknown };
  return {
    type: 'connection',
    ...common,
    era: 'legacy',
    protocolVersion: String(protocolVersion),
    serverInfo: { name: String(info.name), version: String(info.version) },
    capabilities: Object.keys(capabilities ?? {}),
  };
}
