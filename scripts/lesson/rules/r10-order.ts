import { isGreen } from '../evidence.ts';
import { finding, type Rule } from './rule.ts';
import { runName, seen } from './run-text.ts';
import { solutionHistory } from './solution-history.ts';

export const orderRule: Rule = {
  code: 'R10',
  name: 'order',
  says: 'Tests do not depend on their order: file order, reversed and shuffled give the same result.',
  needs: { kind: 'solution', amount: 'all' },
  judge: ({ evidence }) => {
    const { kind, runs } = solutionHistory(evidence.runs);
    if (kind !== 'order-dependent') return [];
    return runs
      .filter((run) => !isGreen(run))
      .map((run) => {
        const failing = run.tests.filter((test) => test.state !== 'pass').map((test) => `${test.id} ${seen(test)}`);
        return finding(
          runName(run),
          `fails in this order each time, passes in others: ${failing.join('; ') || run.why}`,
          'each test makes what it needs and shares nothing',
        );
      });
  },
  summary: ({ evidence }) => {
    const { runs } = solutionHistory(evidence.runs);
    const shuffled = runs.flatMap((run) => (run.order.kind === 'shuffled' ? [run.order.seed] : []));
    return `file order, reversed${shuffled.length > 0 ? ` and ${shuffled.length} shuffled (seeds ${shuffled.slice(0, 6).join(', ')}${shuffled.length > 6 ? ', …' : ''})` : ''}`;
  },
};
