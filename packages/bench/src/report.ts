import { rows, type Metric, type Row } from './rows.ts';
import { growthSamples, valuesOf, type FailedCell, type Sample } from './samples.ts';
import { median, medianRatio } from './statistics.ts';
import { formatNumber, formatRatio, formatTable } from './table.ts';

const head = ['metric', 'client', 'median', 'min', 'max', 'to limit', 'ours to it'];

/** A table for each group of rows that has samples. */
export function formatReport(measured: readonly Sample[], clients: readonly string[]): string {
  const samples = [...measured, ...growthSamples(measured)];
  return rows
    .filter((row) => samples.some((sample) => sample.row === row.name))
    .map((row) => formatRow(row, samples, clients))
    .join('\n\n');
}

function formatRow(row: Row, samples: readonly Sample[], clients: readonly string[]): string {
  const lines = row.metrics.flatMap((metric) => formatMetric(row, metric, samples, clients));
  return `${row.name}: ${row.title}\n${formatTable([head, ...lines], 2)}`;
}

function formatMetric(row: Row, metric: Metric, samples: readonly Sample[], clients: readonly string[]): string[][] {
  const valuesBy = (client: string): ReturnType<typeof valuesOf> =>
    valuesOf(samples, { row: row.name, client, metric: metric.key });
  const baseline = valuesBy(metric.baseline ?? 'limit');
  const ourName = row.ours ?? 'ours';
  const ours = valuesBy(ourName);
  const lines: string[][] = [];
  for (const client of clients) {
    const byRound = valuesBy(client);
    if (byRound.size === 0) continue;
    const values = [...byRound.values()];
    lines.push([
      lines.length === 0 ? metric.label : '',
      client,
      formatNumber(median(values)),
      formatNumber(Math.min(...values)),
      formatNumber(Math.max(...values)),
      formatRatio(medianRatio(byRound, baseline)),
      client === ourName ? '' : formatRatio(medianRatio(ours, byRound)),
    ]);
  }
  return lines;
}

export function formatFailures(failures: readonly FailedCell[]): string {
  return failures
    .map(({ round, row, variant, client, why }) => {
      const size = variant === 0 ? '' : ` ${variant}`;
      return `FAILED: ${client}, ${row}${size}, round ${round}: ${why}`;
    })
    .join('\n');
}
