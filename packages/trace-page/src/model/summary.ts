import type { LoadedTrace } from './loaded-trace.ts';
import { outcomes, type Outcome } from './outcome.ts';
import { overtaken } from './overtaken.ts';
import { percentile } from './percentile.ts';
import type { EventType, OtherRecord } from './records.ts';

/** The numbers of one trace. Durations are of requests that were sent and have ended. */
export interface Summary {
  readonly requests: number;
  readonly byOutcome: Readonly<Record<Outcome, number>>;
  readonly p50Ms: number | undefined;
  readonly p95Ms: number | undefined;
  readonly p99Ms: number | undefined;
  readonly longestMs: number | undefined;
  readonly overtaken: number;
  readonly lateAnswers: number;
  readonly unknownAnswers: number;
  readonly requestBytes: number;
  readonly answerBytes: number;
  readonly stderrBytes: number;
  readonly notifications: number;
  readonly serverRequests: number;
  readonly starts: number;
  readonly exits: number;
  /** Shutdowns that needed more than the end of stdin. */
  readonly terminations: number;
  readonly survivors: number;
  readonly failures: number;
  readonly diagnostics: number;
  /** Records that are missing from the trace. */
  readonly dropped: number;
}

export function summaryOf({ requests, events }: LoadedTrace): Summary {
  const durations = requests
    .flatMap(({ sentMs, endMs, durationMs = 0 }) => (sentMs === undefined || endMs === undefined ? [] : [durationMs]))
    .toSorted((one, other) => one - other);
  const records = events.map(({ record }) => record);
  const strays = ofType(records, 'stray-answer');
  const late = strays.filter(({ isLate }) => isLate).length;
  const processes = ofType(records, 'process').map(({ event }) => event);
  const processCount = (...wanted: readonly string[]): number =>
    processes.filter((event) => wanted.includes(event)).length;
  return {
    requests: requests.length,
    byOutcome: Object.fromEntries(
      outcomes.map((outcome) => [outcome, requests.filter((row) => row.outcome === outcome).length]),
    ) as Record<Outcome, number>,
    p50Ms: percentile(durations, 50),
    p95Ms: percentile(durations, 95),
    p99Ms: percentile(durations, 99),
    longestMs: durations.at(-1),
    overtaken: overtaken(requests),
    lateAnswers: late,
    unknownAnswers: strays.length - late,
    requestBytes: sum(requests.map(({ record }) => record.requestBytes)),
    answerBytes: sum(requests.map(({ record }) => record.answerBytes)),
    stderrBytes: sum(ofType(records, 'stderr').map(({ bytes }) => bytes)),
    notifications: ofType(records, 'notification').length,
    serverRequests: ofType(records, 'server-request').length,
    starts: processCount('started'),
    exits: processCount('exited'),
    terminations: processCount('terminated', 'killed'),
    survivors: sum(ofType(records, 'gone').map(({ survivors }) => survivors)),
    failures: ofType(records, 'failure').length,
    diagnostics: ofType(records, 'diagnostic').length,
    dropped: sum(ofType(records, 'dropped').map(({ count }) => count)),
  };
}

function ofType<T extends EventType>(records: readonly OtherRecord[], type: T): Extract<OtherRecord, { type: T }>[] {
  return records.filter((record): record is Extract<OtherRecord, { type: T }> => record.type === type);
}

function sum(values: readonly (number | undefined)[]): number {
  return values.reduce<number>((total, value) => total + (value ?? 0), 0);
}
