import { variantKey } from '../evidence.ts';
import { finding, type Finding, type Rule } from './rule.ts';
import { runName, seen, testOf } from './run-text.ts';

export const stepsRule: Rule = {
  code: 'R17',
  name: 'steps',
  says: 'The road from starter to solution exists: each step turns exactly the declared tests green, and the last one all of them.',
  needs: { kind: 'step', amount: 'some' },
  judge: ({ manifest, evidence }) => {
    const firstSuite = manifest.suites[0]?.id;
    const tests = manifest.tests.filter((test) => test.suite === firstSuite);
    const findings: Finding[] = [];
    for (const step of manifest.steps) {
      const key = variantKey({ kind: 'step', id: step.id });
      const fact = evidence.patches.facts[key];
      if (fact?.problem)
        findings.push(finding(fact.file, fact.problem, 'make the patch anew; steps build on each other'));
      findings.push(
        ...(evidence.types.errors[key] ?? []).map((error) =>
          finding(`step ${step.id}`, `does not type-check: ${error}`, 'a learner compiles after each step'),
        ),
      );
      for (const run of evidence.runs.filter((candidate) => variantKey(candidate.variant) === key)) {
        for (const { id } of tests) {
          const test = testOf(run, id);
          if (!test) continue; // R03 says so
          const green = step.passes.includes(id);
          if (green !== (test.state === 'pass')) {
            findings.push(
              finding(
                runName(run),
                `${id}: declared ${green ? 'pass' : 'fail'}, observed ${seen(test)}`,
                'the step does more or less than it says',
              ),
            );
          }
        }
      }
    }
    const last = manifest.steps.at(-1);
    if (!last) {
      findings.push(
        finding('lesson.json > steps', 'no step is declared: a learner has no road', 'make the steps of the road'),
      );
    } else if (last.passes.length < tests.length) {
      findings.push(
        finding(
          `steps > ${last.id}`,
          `the last step turns ${last.passes.length} of ${tests.length} tests green`,
          'add the steps that are missing',
        ),
      );
    }
    return findings;
  },
  summary: ({ manifest }) => `${manifest.steps.length} steps turn the tests green in the declared order`,
};
