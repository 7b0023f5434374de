import { writeFileSync } from 'node:fs';
import { cpus, platform } from 'node:os';
import { fileURLToPath } from 'node:url';
import { startVitest } from 'vitest/node';
import { forgetReports, readReports } from './reports.ts';

export interface PageOptions<T> {
  /** Of its reports. */
  readonly name: string;
  /** In `docs`. */
  readonly file: string;
  /** Test files, or a folder of them, and those in it that measure nothing. */
  readonly tests: string;
  readonly exclude?: readonly string[];
  /** What must be measured. */
  readonly keys: readonly string[];
  readonly keyOf: (result: T) => string;
  readonly render: (results: ReadonlyMap<string, T>, machine: string) => string;
}

/** Runs the tests of a page, and writes it of what they measured. A page with gaps is not written. */
export async function makePage<T>({
  name,
  file,
  tests,
  exclude = [],
  keys,
  keyOf,
  render,
}: PageOptions<T>): Promise<void> {
  forgetReports(name);
  const vitest = await startVitest('test', [tests], {
    watch: false,
    exclude: ['**/node_modules/**', ...exclude],
  });
  await vitest.close();

  const results = new Map(readReports<T>(name).map((result) => [keyOf(result), result]));
  const missing = keys.filter((key) => !results.has(key));
  if (missing.length > 0) {
    process.stderr.write(`not measured: ${missing.join('; ')}\n`);
    process.exitCode = 1;
    return;
  }
  const day = new Date().toISOString().slice(0, 10);
  const machine = `${day}, ${platform()}, ${cpus().length} cores, Node ${process.versions.node}`;
  writeFileSync(fileURLToPath(new URL(`../../docs/${file}`, import.meta.url)), render(results, machine));
}
