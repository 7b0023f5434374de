import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** What tests measured, for the pages that are made of it. Not in the repository: one run, on one machine. */
const reportsFolder = new URL('../../.reports/', import.meta.url);

function folderOf(page: string): string {
  return fileURLToPath(new URL(`${page}/`, reportsFolder));
}

/** Keeps what a test file measured. */
export function writeReport(page: string, name: string, results: readonly object[]): void {
  if (results.length === 0) return;
  mkdirSync(folderOf(page), { recursive: true });
  writeFileSync(`${folderOf(page)}${name}.json`, `${JSON.stringify(results, undefined, 2)}\n`);
}

/** All that was measured since `forgetReports`. The tests are ours, and so is what they wrote. */
export function readReports<T>(page: string): T[] {
  const names = readdirSync(folderOf(page)).filter((name) => name.endsWith('.json'));
  return names.flatMap((name) => JSON.parse(readFileSync(`${folderOf(page)}${name}`, 'utf8')) as T[]);
}

export function forgetReports(page: string): void {
  rmSync(folderOf(page), { recursive: true, force: true });
}
