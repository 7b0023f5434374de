// AUTHOR(4): the starter: the solution with one hole; it compiles, and works up to the hole
import { NotImplementedError } from './errors.ts';

/** The words of a line. The learner is given this: it is what the starter does before it meets the gap. */
export function wordsOf(line: string): string[] {
  return line.split(' ').filter((word) => word !== '');
}

/**
 * Says a line in capitals, with one blank between words and an exclamation mark.
 *
 * TODO(TODO_SHOUT): write it.
 *
 * @throws LessonError `NOTHING_TO_SAY` for a line without words
 */
export async function shout(_line: string): Promise<string> {
  throw new NotImplementedError('TODO_SHOUT', [
    'AUTHOR(4): 缺什么，一句话',
    'AUTHOR(4): what is missing, in one line that a beginner understands',
  ]);
}
