import { exitCode } from '../exit-codes.ts';
import { variantKey } from '../evidence.ts';
import { finding, type Finding, type Rule } from './rule.ts';
import { runName } from './run-text.ts';

export const processesRule: Rule = {
  code: 'R12',
  name: 'processes',
  says: 'After a run no process of it is alive, no socket listens and no timer runs; counted before cleaning up, and the method is named.',
  judge: ({ manifest, evidence }) => {
    const expectedToLeave = new Set(manifest.wrong.filter((entry) => entry.leaves).map((entry) => `wrong:${entry.id}`));
    const findings: Finding[] = evidence.runs.flatMap((run) => [
      ...(expectedToLeave.has(variantKey(run.variant)) ? [] : run.processes.left).map((left) =>
        finding(
          runName(run),
          `left a process behind: ${left.pid} ${left.command.slice(0, 160)}`,
          'close what was started, and wait until it is gone',
          exitCode.limits,
        ),
      ),
      ...(run.processes.timers > 0 && run.variant.kind !== 'wrong' && run.variant.kind !== 'step'
        ? [
            finding(
              runName(run),
              `${run.processes.timers} timers still run when the tests are over`,
              'what a timer does then, nobody sees: clear it, or wait for it',
              exitCode.limits,
            ),
          ]
        : []),
      ...run.processes.listening.map((kind) =>
        finding(
          runName(run),
          `a listening socket was left open (${kind})`,
          'lessons need no port; close what you open',
          exitCode.limits,
        ),
      ),
    ]);
    const weak = evidence.runs.find((run) => !run.processes.complete);
    if (weak) {
      findings.push(
        finding(
          `method ${weak.processes.method}`,
          'this machine offers no PID namespace: a process that hides well could be missed',
          'run as root or allow user namespaces on Linux to be sure',
          'warning',
        ),
      );
    }
    return findings;
  },
  summary: ({ evidence }) =>
    `0 left in ${evidence.runs.length} runs (${evidence.runs[0]?.processes.method ?? 'no run'})`,
};
