// AUTHOR(1): the solution, as short as you would show it to a class; replace this example and rename the file
import { LessonError } from './errors.ts';

/** The words of a line. The learner is given this: it is what the starter does before it meets the gap. */
export function wordsOf(line: string): string[] {
  return line.split(' ').filter((word) => word !== '');
}

/**
 * Says a line in capitals, with one blank between words and an exclamation mark.
 *
 * @throws LessonError `NOTHING_TO_SAY` for a line without words
 */
export async function shout(line: string): Promise<string> {
  const words = wordsOf(line);
  if (words.length === 0) throw new LessonError('NOTHING_TO_SAY', 'there is no word in this line');
  return `${words.join(' ').toUpperCase()}!`;
}
