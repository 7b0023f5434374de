import { variantKey } from '../evidence.ts';
import { finding, type Rule } from './rule.ts';
import { runName, seen } from './run-text.ts';

export const acceptedRule: Rule = {
  code: 'R07',
  name: 'accepted',
  says: 'Other correct designs, one at least, pass every test and type-check: the tests do not overfit the solution.',
  needs: { kind: 'accepted', amount: 'some' },
  judge: ({ manifest, evidence }) => [
    ...(manifest.accepted.length > 0
      ? []
      : [
          finding(
            'lesson.json > accepted',
            'no other correct design is declared: nothing shows that the tests ask for no more than the lesson says',
            'add one that is built quite differently',
          ),
        ]),
    ...manifest.accepted.flatMap(({ id }) => {
      const key = variantKey({ kind: 'accepted', id });
      const fact = evidence.patches.facts[key];
      if (fact?.problem) return [finding(fact.file, fact.problem, 'add the design, or take it out of lesson.json')];
      const stray = (fact?.touched ?? []).filter((path) => !path.startsWith('src/'));
      const runs = evidence.runs.filter((run) => variantKey(run.variant) === key);
      return [
        ...stray.map((path) =>
          finding(`accepted/${id}`, `${path} is not under src/`, 'an accepted design replaces sources only'),
        ),
        ...(evidence.types.errors[key] ?? []).map((error) =>
          finding(`accepted ${id}`, `does not type-check: ${error}`, 'repair the design'),
        ),
        ...runs.flatMap((run) =>
          run.tests
            .filter((test) => test.state !== 'pass' && test.state !== 'skipped')
            .map((test) =>
              finding(
                runName(run),
                `${test.id}: declared pass, observed ${seen(test)}`,
                'the design is wrong, or the test asks for more than the lesson says',
              ),
            ),
        ),
      ];
    }),
  ],
  summary: ({ manifest }) => `${manifest.accepted.length} other designs pass`,
};
