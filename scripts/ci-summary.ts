/**
 * Counts what really ran, from the reports that the runs wrote, and ends with `N passed, N failed`.
 *
 *     ci-summary.ts --vitest <folder to search> --junit <file> --conformance <file> [--step-failed <name>]…
 *
 * A report that is missing, or one that holds no test, counts as a failure: silence is never green. Only a conformance
 * report may say that nothing ran, and why.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { XMLParser } from 'fast-xml-parser';

interface Count {
  readonly name: string;
  readonly passed: number;
  readonly failed: number;
}

const { values } = parseArgs({
  options: {
    vitest: { type: 'string', multiple: true, default: [] },
    junit: { type: 'string', multiple: true, default: [] },
    conformance: { type: 'string', multiple: true, default: [] },
    'step-failed': { type: 'string', multiple: true, default: [] },
  },
});

const counts: Count[] = [
  ...values.vitest.flatMap(vitestReports),
  ...values.junit.map(junitReport),
  ...values.conformance.map(conformanceReport),
  ...values['step-failed'].map((name) => ({ name: `step ${name}`, passed: 0, failed: 1 })),
];
for (const { name, passed, failed } of counts) {
  process.stdout.write(
    `${failed > 0 ? 'FAIL' : 'ok  '} ${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed   ${name}\n`,
  );
}
const passed = counts.reduce((sum, count) => sum + count.passed, 0);
const failed = counts.reduce((sum, count) => sum + count.failed, 0);
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;

/** Every `.lesson/vitest.json` and `.lesson/doubles.json` below a folder that its package wrote. */
function vitestReports(folder: string): Count[] {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(
      (entry) =>
        entry.isFile() && /^(?:vitest|doubles)\.json$/.test(entry.name) && entry.parentPath.endsWith('.lesson'),
    )
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes('node_modules'));
  if (found.length === 0) return [{ name: `no test report below ${folder}`, passed: 0, failed: 1 }];
  return found.map((path) => {
    const report = JSON.parse(readFileSync(path, 'utf8')) as {
      success: boolean;
      numPassedTests: number;
      numFailedTests: number;
    };
    // An error outside any test fails the run and no test: it must still count.
    const more = report.success || report.numFailedTests > 0 ? 0 : 1;
    const what = basename(path) === 'doubles.json' ? ' (doubles)' : '';
    return checked(
      (relative(folder, join(path, '..', '..')) || folder) + what,
      report.numPassedTests,
      report.numFailedTests + more,
    );
  });
}

function junitReport(path: string): Count {
  if (!existsSync(path)) return { name: `no report ${path}`, passed: 0, failed: 1 };
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '',
    isArray: (name) => name === 'testsuite',
  });
  const parsed = parser.parse(readFileSync(path, 'utf8')) as {
    testsuites?: { testsuite?: Record<'tests' | 'failures' | 'errors' | 'skipped', string>[] };
  };
  const sum = (key: 'tests' | 'failures' | 'errors' | 'skipped'): number =>
    (parsed.testsuites?.testsuite ?? []).reduce((total, suite) => total + Number(suite[key]), 0);
  const bad = sum('failures') + sum('errors');
  return checked(path.split(/[\\/]/).slice(-1)[0] ?? path, sum('tests') - bad - sum('skipped'), bad);
}

function conformanceReport(path: string): Count {
  if (!existsSync(path)) return { name: `no report ${path}`, passed: 0, failed: 1 };
  const report = JSON.parse(readFileSync(path, 'utf8')) as { skipped?: string; passed: number; failed: number };
  if (report.skipped !== undefined) return { name: `conformance, SKIPPED: ${report.skipped}`, passed: 0, failed: 0 };
  return checked('conformance', report.passed, report.failed);
}

function checked(name: string, good: number, bad: number): Count {
  return good + bad === 0
    ? { name: `${name} (an empty report)`, passed: 0, failed: 1 }
    : { name, passed: good, failed: bad };
}
