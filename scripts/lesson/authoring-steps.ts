/**
 * The ten steps in which a lesson is made, in their order. A mark `AUTHOR(<number>): …` in a file says at which of them
 * it is filled in; AUTHORING.md has a section for each.
 */
export const authoringSteps = [
  'the solution',
  'the tests',
  'deadlines',
  'the starter',
  'evidence',
  'twins',
  'known-wrong solutions',
  'accepted designs',
  'steps',
  'texts and hints',
] as const;

/** A mark for a place that the author has to fill in: `AUTHOR(4): what is missing`. */
export function authorMark(step: number, what: string): string {
  return `AUTHOR(${step}): ${what}`;
}
