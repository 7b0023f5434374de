import type { RequestRow } from './loaded-trace.ts';
import { outcomes } from './outcome.ts';

type Value = number | string | undefined;

/** The columns of the table, in their order, with what they are sorted by. Of a column without any value nothing is shown. */
export const columns = {
  id: ({ record }) => record.id,
  trace: ({ trace }) => trace,
  server: ({ server }) => server,
  method: ({ record }) => record.method,
  tool: ({ record }) => record.tool,
  outcome: ({ outcome }) => outcomes.indexOf(outcome),
  start: ({ startMs }) => startMs,
  queued: ({ queuedMs }) => queuedMs,
  duration: ({ durationMs }) => durationMs,
  requestBytes: ({ record }) => record.requestBytes,
  answerBytes: ({ record }) => record.answerBytes,
  progress: ({ record }) => record.progress?.count,
  code: ({ record }) => record.code ?? record.remoteCode,
  run: ({ record }) => record.runId,
} as const satisfies Readonly<Record<string, (row: RequestRow) => Value>>;

export type ColumnId = keyof typeof columns;

export const columnIds = Object.keys(columns) as readonly ColumnId[];

/** Columns of numbers: their cells stand at the right. */
export const numberColumns: ReadonlySet<ColumnId> = new Set([
  'id',
  'start',
  'queued',
  'duration',
  'requestBytes',
  'answerBytes',
  'progress',
]);

/** Columns that have something to show. Which trace it is says something only where there are several. */
export function usedColumns(rows: readonly RequestRow[], traceCount: number): ColumnId[] {
  const optional: ReadonlySet<ColumnId> = new Set(['tool', 'progress', 'code', 'run']);
  return columnIds.filter((id) => {
    if (id === 'trace') return traceCount > 1;
    return !optional.has(id) || rows.some((row) => columns[id](row) !== undefined);
  });
}
