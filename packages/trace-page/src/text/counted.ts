import { formatFor } from './format.ts';
import type { Language } from './language.ts';

/** Puts a number of things into words, with the form that goes with it. */
export interface Counted {
  /** The form alone. */
  readonly form: (count: number, one: string, other: string) => string;
  /** The number as the language writes it, and the form: `1 request`, `2,000 requests`. */
  readonly counted: (count: number, one: string, other: string) => string;
}

/** For a language that tells one from other numbers, as English does. Chinese has no such forms. */
export function countedIn(language: Language): Counted {
  const rules = new Intl.PluralRules(language);
  const { count: written } = formatFor(language);
  const form: Counted['form'] = (count, one, other) => (rules.select(count) === 'one' ? one : other);
  return { form, counted: (count, one, other) => `${written(count)} ${form(count, one, other)}` };
}
