/** Runs the tests of the fault matrix, and makes `docs/fault-matrix.md` of what they measured. */
import { rmSync, writeFileSync } from 'node:fs';
import { cpus, platform } from 'node:os';
import { fileURLToPath } from 'node:url';
import { startVitest } from 'vitest/node';
import { renderPage } from './page.ts';
import { readReports, reportFolder } from './reports.ts';
import { rows } from './rows.ts';

rmSync(reportFolder, { recursive: true, force: true });
const exclude = ['**/node_modules/**', 'test/faults/page.test.ts', 'test/faults/stress.test.ts'];
const vitest = await startVitest('test', ['test/faults'], { watch: false, exclude });
await vitest.close();

const results = readReports();
const missing = rows.filter(({ fault }) => !results.has(fault));
if (missing.length > 0) {
  process.stderr.write(`not measured: ${missing.map(({ fault }) => fault).join('; ')}\n`);
  process.exitCode = 1;
} else {
  const day = new Date().toISOString().slice(0, 10);
  const machine = `${day}, ${platform()}, ${cpus().length} cores, Node ${process.versions.node}`;
  writeFileSync(fileURLToPath(new URL('../../../docs/fault-matrix.md', import.meta.url)), renderPage(results, machine));
}
