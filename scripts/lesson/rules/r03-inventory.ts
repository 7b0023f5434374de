import type { RunRecord } from '../evidence.ts';
import { exitCode } from '../exit-codes.ts';
import { finding, type Finding, type ReadableLesson, type Rule } from './rule.ts';
import { runName } from './run-text.ts';
import { solutionHistory } from './solution-history.ts';

export const inventoryRule: Rule = {
  code: 'R03',
  name: 'inventory',
  says: 'Every run loads, completes without an error outside its tests, and reports exactly the declared tests, each once, none skipped.',
  judge: (lesson) => lesson.evidence.runs.flatMap((run) => inspect(lesson, run)),
  summary: ({ manifest, evidence }) =>
    `${manifest.tests.length} declared tests, all reported in ${evidence.runs.length} runs`,
};

function inspect({ manifest, evidence }: ReadableLesson, run: RunRecord): Finding[] {
  // A run that never reported has a rule of its own (R11); here it would only repeat every test's name.
  if (run.outcome === 'infra' || run.outcome === 'run-timeout' || run.outcome === 'over-limit') return [];
  const where = runName(run);
  const firstSuite = manifest.suites[0]?.id;
  const expected = manifest.tests.filter((test) => run.variant.kind !== 'step' || test.suite === firstSuite);
  const findings: Finding[] = [];

  if (run.outcome === 'load-error' || run.outcome === 'hook-error' || run.outcome === 'crashed') {
    findings.push(
      finding(
        where,
        `the tests did not run: ${run.why}`,
        'a syntax error, a missing import, a broken hook or a crash is never a declared failure',
      ),
    );
  }
  if (run.outcome === 'late-error') {
    const flaky = run.variant.kind === 'solution' && solutionHistory(evidence.runs).kind === 'flaky';
    findings.push(
      finding(
        where,
        `an error came outside the tests: ${run.why}`,
        'find the promise, timer or handler that nobody waits for',
        flaky ? exitCode.flaky : exitCode.content,
      ),
    );
  }
  if (run.outcome === 'load-error' || run.outcome === 'crashed') return findings;

  for (const test of expected) {
    const reported = run.tests.filter((candidate) => candidate.id === test.id);
    if (reported.length === 0) {
      findings.push(
        finding(
          where,
          `declared test "${test.id}" was not reported`,
          'give a test { meta: { id } }, or take it out of lesson.json',
        ),
      );
    }
    if (reported.length > 1) {
      findings.push(finding(where, `${reported.length} tests carry the id "${test.id}"`, 'an id belongs to one test'));
    }
    if (reported.some((candidate) => candidate.state === 'skipped')) {
      findings.push(
        finding(where, `test "${test.id}" was skipped`, 'a skipped test proves nothing; look for a broken hook'),
      );
    }
  }
  for (const test of run.tests) {
    const file = manifest.suites.find((suite) => suite.id === expected.find(({ id }) => id === test.id)?.suite)?.file;
    if (file === undefined) {
      findings.push(
        finding(
          where,
          `test "${test.id || test.title}" is not declared`,
          'declare it in lesson.json > tests, or remove it',
        ),
      );
    } else if (file !== test.file) {
      findings.push(
        finding(
          where,
          `test "${test.id}" stands in ${test.file}, its suite says ${file}`,
          'move it, or change its suite',
        ),
      );
    }
  }
  return findings;
}
