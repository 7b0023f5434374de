import { isGreen, type RunRecord } from '../evidence.ts';
import { exitCode } from '../exit-codes.ts';
import { finding, type Finding, type Rule } from './rule.ts';
import { runName, seen } from './run-text.ts';
import { solutionHistory } from './solution-history.ts';

export const solutionRule: Rule = {
  code: 'R04',
  name: 'solution',
  says: 'The solution passes every test in every run, without retries, and type-checks.',
  needs: { kind: 'solution', amount: 'all' },
  judge: ({ evidence }) => {
    const history = solutionHistory(evidence.runs);
    const findings: Finding[] = (evidence.types.errors['solution:solution'] ?? []).map((error) =>
      finding('solution', `does not type-check: ${error}`, 'pnpm --dir <lab>/solution typecheck'),
    );
    if (history.kind === 'order-dependent') return findings; // R10 says so
    for (const run of history.runs.filter((candidate) => !isGreen(candidate))) {
      findings.push(...explain(run, history.kind === 'flaky'));
    }
    return findings;
  },
  summary: ({ evidence, manifest }) => {
    const { runs } = solutionHistory(evidence.runs);
    const slowest = runs.flatMap((run) => run.tests).toSorted((a, b) => b.durationMs - a.durationMs)[0];
    return `${manifest.tests.length} tests x ${runs.length} runs, 0 flaky, slowest ${slowest?.id ?? '-'} ${slowest?.durationMs ?? 0} ms`;
  },
};

function explain(run: RunRecord, flaky: boolean): Finding[] {
  const exit = flaky ? exitCode.flaky : exitCode.content;
  const where = runName(run);
  const prefix = flaky ? 'flaky (the same run passes at other times): ' : '';
  const failing = run.tests.filter((test) => test.state !== 'pass');
  if (failing.length === 0) return []; // R03 or R11 tells why the run as a whole is not sound
  return failing.map((test) =>
    finding(
      where,
      `${prefix}test "${test.id}" declared pass, observed ${seen(test)}`,
      flaky ? 'wait for an event instead of a time' : 'pnpm --dir <lab>/solution test',
      exit,
    ),
  );
}
