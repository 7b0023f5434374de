import { satisfies } from 'semver';
import { exitCode } from '../exit-codes.ts';
import { finding, type Finding, type ReadableLesson, type Rule } from './rule.ts';
import { runName } from './run-text.ts';

export const limitsRule: Rule = {
  code: 'R11',
  name: 'limits',
  says: 'Every run ends by itself within its limits of time, memory and output; a run without a report is a time-out, never a pass. What the machine could not do is said, and is nobody’s fault.',
  judge: ({ manifest, evidence }) => [
    ...tools({ manifest, evidence }),
    ...evidence.runs.flatMap((run): Finding[] => {
      const where = runName(run);
      if (run.outcome === 'run-timeout') {
        return [
          finding(
            where,
            `did not end within ${manifest.limits.runMs} ms; it was stopped`,
            'look for an endless loop or a promise that never settles',
            exitCode.limits,
          ),
        ];
      }
      if (run.outcome === 'over-limit')
        return [finding(where, run.why, 'bound what the code or the test makes', exitCode.limits)];
      if (run.outcome === 'infra')
        return [finding(where, run.why, 'nothing is known about this run: try again', exitCode.couldNotTell)];
      return run.tests
        .filter((test) => test.state === 'timeout')
        .map((test) =>
          finding(
            where,
            `test "${test.id}" ran into limits.testMs (${manifest.limits.testMs} ms)`,
            'give what may hang a deadline of its own, with a message',
            exitCode.limits,
          ),
        );
    }),
  ],
  summary: ({ manifest, evidence }) => {
    const peak = evidence.runs.reduce((most, run) => Math.max(most, run.peakRssMb), 0);
    const slowest = evidence.runs.reduce((most, run) => Math.max(most, run.durationMs), 0);
    return `slowest run ${(slowest / 1000).toFixed(1)} s of ${manifest.limits.runMs / 1000} s, most memory ${peak} MB of ${manifest.limits.rssMb} MB`;
  },
};

/** What the machine could not do: then nothing is known, which is not the lesson's fault. */
function tools({ manifest, evidence }: ReadableLesson): Finding[] {
  const { node, platforms } = manifest.runtime;
  const { machine, types, lint } = evidence;
  const findings: Finding[] = [];
  if (!satisfies(machine.node, node) || !platforms.some((platform) => platform === machine.platform)) {
    findings.push(
      finding(
        'lesson.json > runtime',
        `this lesson is for Node ${node} on ${platforms.join(', ')}; this is Node ${machine.node} on ${machine.platform}`,
        'verify it on a machine that it is made for',
        exitCode.couldNotTell,
      ),
    );
  }
  const failed: readonly (readonly [string, string | undefined])[] = [
    ['types', types.infra],
    ['lint', lint.infra],
  ];
  for (const [where, why] of failed) {
    if (why) findings.push(finding(where, why, 'run pnpm install, then try again', exitCode.couldNotTell));
  }
  return findings;
}
