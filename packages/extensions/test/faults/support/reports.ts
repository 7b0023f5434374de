import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Result } from './result.ts';

/** Not in the repository: what one run measured, on one machine. */
export const reportFolder = fileURLToPath(new URL('../../../.reports/faults/', import.meta.url));

/** Keeps what a test file measured. */
export function writeReport(name: string, results: readonly Result[]): void {
  if (results.length === 0) return;
  mkdirSync(reportFolder, { recursive: true });
  writeFileSync(`${reportFolder}${name}.json`, `${JSON.stringify(results, undefined, 2)}\n`);
}

/** All that was measured last, by fault. */
export function readReports(): ReadonlyMap<string, Result> {
  const names = readdirSync(reportFolder).filter((name) => name.endsWith('.json'));
  const results = names.flatMap((name) => JSON.parse(readFileSync(`${reportFolder}${name}`, 'utf8')) as Result[]);
  return new Map(results.map((result) => [result.fault, result]));
}
