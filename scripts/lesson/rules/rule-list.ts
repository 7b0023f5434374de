import { canaries } from '../canaries/prove.ts';
import { rules } from './index.ts';

/** A rule as people read about it. */
export interface RuleText {
  readonly code: string;
  readonly name: string;
  readonly says: string;
  /** The built-in bad lessons that this rule must refuse: what goes wrong in practice. */
  readonly refuses: readonly { readonly id: string; readonly why: string; readonly exit: number }[];
}

/** All rules in the order of their codes, with those that are not in `rules/` themselves. */
export function ruleTexts(): RuleText[] {
  const own = [
    {
      code: 'R01',
      name: 'manifest',
      says: 'lesson.json matches its schema; ids are unique; every test, suite, gap and step that is named exists; every text comes in both languages.',
    },
    {
      code: 'R15',
      name: 'canaries',
      says: 'The verifier accepts its own good lesson and refuses each of its own bad lessons for exactly the right rules. Otherwise no verdict means anything (exit 70).',
    },
  ];
  return [...own, ...rules]
    .map(({ code, name, says }) => ({
      code,
      name,
      says,
      refuses: canaries.filter((canary) => canary.rules.includes(code)).map(({ id, why, exit }) => ({ id, why, exit })),
    }))
    .toSorted((a, b) => a.code.localeCompare(b.code));
}
