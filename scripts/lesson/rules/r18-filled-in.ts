import { authoringSteps } from '../authoring-steps.ts';
import { finding, type Rule } from './rule.ts';

export const filledInRule: Rule = {
  code: 'R18',
  name: 'filled in',
  says: 'Nothing is left of what `pnpm lesson new` marked AUTHOR(<step>): every place has been written by a person.',
  judge: ({ evidence }) =>
    evidence.unfilled.map(({ step, file, line, what }) =>
      finding(
        `${file}:${line}`,
        `step ${step} of ${authoringSteps.length} is still to do here: ${what}`,
        `fill in ${file}:${line} and take the mark away; AUTHORING.md, step ${step}: ${authoringSteps[step - 1] ?? 'none'}`,
      ),
    ),
  summary: () => 'no AUTHOR mark is left',
};
