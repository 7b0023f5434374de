import type { RequestState, TraceContent, TraceRecord } from '@coding-agent/extensions/trace';
import { counted } from './counted.ts';
import { factLines, type Fact } from './facts.ts';
import type { Style } from './style.ts';
import { table } from './table.ts';
import { groupsOf, requestsOf, serverOf, wentWell, type RequestGroup } from './trace-summary.ts';
import { visibleLine } from './visible.ts';

export interface TraceTextOptions {
  readonly style: Style;
  readonly columns: number | undefined;
  /** Every request, and not only what went wrong. */
  readonly isWhole: boolean;
  /** As it was named. */
  readonly file: string;
}

/** Requests that went wrong which are shown. */
const maxShown = 20;

/** What a trace tells: who was talked to, how requests ended and how long they took, and what else there was. */
export function traceText({ start, records, skipped }: TraceContent, options: TraceTextOptions): string {
  const { style, file, isWhole } = options;
  const requests = requestsOf(records);
  const shown = isWhole ? requests : requests.filter((request) => !wentWell(request));
  const rows = (isWhole ? shown : shown.slice(-maxShown)).map(requestRow);
  const left = shown.length - rows.length;
  const title = isWhole ? 'requests' : 'requests that did not go well';
  const { name, version } = start.producer;
  const facts: Fact[] = [
    ['begun', `${start.startedAt}, written by ${visibleLine(name)} ${visibleLine(version)}`],
    ['servers', ...connectionLines(records)],
    ...otherFacts(records),
    ['not read', ...skippedLines(skipped)],
  ];
  const blocks = [
    [style.bold(visibleLine(file)), ...factLines(facts, style)],
    requests.length === 0 ? ['no request was made'] : heading(groupHead, groupsOf(requests).map(groupRow), options),
    ...(rows.length === 0 ? [] : [[title, ...heading(requestHead, rows, options)]]),
    ...(left > 0 ? [[`${left} more: see all of them with --all`]] : []),
  ];
  return blocks.map((lines) => `${lines.join('\n')}\n`).join('\n');
}

const groupHead = ['server', 'request', 'p50', 'p95', 'p99', 'max', 'ended'];
const requestHead = ['at', 'server', 'id', 'request', 'took', 'ended'];

function heading(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  { columns, style }: Pick<TraceTextOptions, 'columns' | 'style'>,
): string[] {
  const [first = '', ...rest] = table([head, ...rows], { columns });
  return [style.dim(first), ...rest];
}

function groupRow({ server, method, tool, states, toolErrors, durationMs }: RequestGroup): string[] {
  const { p50, p95, p99, max } = durationMs ?? {};
  const ended = Object.entries(states).map(([state, count]) => `${count} ${stateWords[state as RequestState]}`);
  if (toolErrors > 0) ended.push(`${toolErrors} of them with a tool error`);
  return [visibleLine(server), asked(method, tool), ...[p50, p95, p99, max].map(milliseconds), ended.join(', ')];
}

function requestRow(request: ReturnType<typeof requestsOf>[number]): string[] {
  const { at, id, method, tool, state, durationMs, code, remoteCode, isError } = request;
  const why = [code, remoteCode, isError === true ? 'the tool says that it failed' : undefined].filter(
    (word) => word !== undefined,
  );
  const ended = why.length === 0 ? stateWords[state] : `${stateWords[state]}: ${why.join(' ')}`;
  const [when, took] = [milliseconds(at), milliseconds(durationMs)];
  return [when, visibleLine(serverOf(request)), String(id ?? '-'), asked(method, tool), took, visibleLine(ended)];
}

function asked(method: string, tool: string | undefined): string {
  return visibleLine(tool === undefined ? method : `${method} ${tool}`);
}

const stateWords: Readonly<Record<RequestState, string>> = {
  pending: 'pending',
  fulfilled: 'fulfilled',
  refused: 'refused',
  'timed-out': 'timed out',
  aborted: 'aborted',
  failed: 'failed',
  'not-sent': 'not sent',
};

function milliseconds(value: number | undefined): string {
  return value === undefined ? '-' : `${value < 10 ? Math.round(value * 100) / 100 : Math.round(value)} ms`;
}

/** Each server once, however often it was started. */
function connectionLines(records: readonly TraceRecord[]): string[] {
  const lines = records.flatMap((record) => {
    if (record.type !== 'connection') return [];
    const { serverName = record.instanceId.slice(0, 8), serverInfo, protocolVersion, era } = record;
    const { name, version } = serverInfo;
    return [visibleLine(`${serverName}: ${name} ${version}, revision ${protocolVersion} (${era})`)];
  });
  return [...new Set(lines)];
}

/** What else was seen, counted; failures in words. */
function otherFacts(records: readonly TraceRecord[]): Fact[] {
  const counts = new Map<string, number>();
  const count = (what: string, by = 1): void => void counts.set(what, (counts.get(what) ?? 0) + by);
  for (const record of records) {
    if (record.type === 'stray-answer') count(record.isLate ? 'late answer' : 'answer to no request');
    else if (record.type === 'diagnostic') count(`diagnostic (${record.kind ?? 'manager'})`);
    else if (record.type === 'process' && record.event === 'exited')
      count(`exit (${record.signal ?? record.exitCode})`);
    else if (record.type === 'process' && record.event === 'failed') count(`failed start (${record.errno ?? ''})`);
    else if (record.type === 'gone' && record.survivors > 0) count('process that could not be ended', record.survivors);
    else if (record.type === 'dropped') count('record that could not be written', record.count);
  }
  const failures = records.flatMap((record) =>
    record.type === 'failure' ? [visibleLine(`${record.code}: ${record.message}`)] : [],
  );
  return [
    [
      'also',
      ...(counts.size === 0
        ? []
        : [[...counts].map(([what, of]) => `${visibleLine(what)}${of > 1 ? ` ×${of}` : ''}`).join(', ')]),
    ],
    ['failures', ...failures.slice(-5)],
  ];
}

function skippedLines({ unknown, invalid, invalidCount, isTorn, older }: TraceContent['skipped']): string[] {
  const [first] = invalid;
  return [
    ...Object.entries(unknown).map(
      ([type, count]) => `${counted(count, 'record')} of a type that is not known: ${visibleLine(type)}`,
    ),
    ...(first === undefined
      ? []
      : [`${counted(invalidCount, 'damaged line')}, the first: ${first.line}: ${visibleLine(first.why)}`]),
    ...(isTorn ? ['the last line is not finished: whoever wrote it was ended'] : []),
    ...(older > 0 ? [`${counted(older, 'older record')}: there are too many`] : []),
  ];
}
