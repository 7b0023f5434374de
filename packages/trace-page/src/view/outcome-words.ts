import type { RequestRow } from '../model/loaded-trace.ts';
import type { Strings } from '../text/strings.ts';

/** How a request ended, in words: with whose answer, where it was not its own. */
export function outcomeWords({ outcome, record }: RequestRow, strings: Strings): string {
  const { answeredWith } = record;
  const word = strings.outcomes[outcome];
  return answeredWith === undefined ? word : `${word} · ${strings.otherAnswer(answeredWith)}`;
}

/** The class of its drawing. */
export function outcomeClass({ outcome, record }: RequestRow): string {
  return record.answeredWith === undefined ? outcome : `${outcome} mixed-up`;
}
