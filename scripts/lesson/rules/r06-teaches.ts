import { languages } from '../manifest/schema.ts';
import { finding, type Finding, type Rule } from './rule.ts';
import { runName } from './run-text.ts';

export const teachesRule: Rule = {
  code: 'R06',
  name: 'starter teaches',
  says: 'Each failure of the starter shows the gap in both languages and how to get a hint, and the gap is marked TODO(<code>) in the source.',
  needs: { kind: 'starter', amount: 'all' },
  judge: ({ manifest, evidence }) => {
    const findings: Finding[] = [];
    const run = evidence.runs.find((candidate) => candidate.variant.kind === 'starter' && candidate.attempt === 1);
    if (run?.outcome === 'completed') {
      for (const test of manifest.tests) {
        const { starter } = test;
        if (starter.state !== 'fail') continue;
        const gap = manifest.gaps.find((candidate) => candidate.code === starter.gap);
        const message = run.tests.find((candidate) => candidate.id === test.id)?.errors[0]?.message;
        if (!gap || message === undefined) continue; // R05 says so
        for (const language of languages) {
          if (!message.includes(gap.says[language])) {
            findings.push(
              finding(
                `${runName(run)}, ${test.id}`,
                `the failure does not say "${gap.says[language]}"`,
                'put that line into the message of the gap',
              ),
            );
          }
        }
        if (!message.includes('pnpm lesson hint')) {
          findings.push(
            finding(
              `${runName(run)}, ${test.id}`,
              'the failure does not say how to get a hint',
              'name "pnpm lesson hint <lesson> <test>" in the message of the gap',
            ),
          );
        }
      }
      for (const gap of manifest.gaps) {
        if (run.exitCode !== 0 && !run.output.includes(gap.says['zh-CN'])) {
          findings.push(
            finding(
              runName(run),
              `what a learner sees on screen does not show "${gap.says['zh-CN']}"`,
              'look at the output of pnpm test in the starter',
            ),
          );
        }
      }
    }
    const declared = manifest.gaps.map((gap) => gap.code);
    for (const code of declared.filter((candidate) => !evidence.markers.includes(candidate))) {
      findings.push(
        finding('starter/src', `there is no TODO(${code})`, 'mark the place that the learner has to write'),
      );
    }
    for (const code of evidence.markers.filter((candidate) => !declared.includes(candidate))) {
      findings.push(
        finding(
          'starter/src',
          `TODO(${code}) is not a declared gap`,
          'declare it in lesson.json > gaps, or remove the mark',
        ),
      );
    }
    return findings;
  },
  summary: ({ manifest }) =>
    `${manifest.gaps.length} gap${manifest.gaps.length === 1 ? '' : 's'}, shown in ${languages.length} languages with the way to a hint`,
};
