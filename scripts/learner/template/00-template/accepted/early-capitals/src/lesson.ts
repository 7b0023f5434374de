// AUTHOR(8): another correct design: built quite differently, and passing every test
import { LessonError } from './errors.ts';

export function wordsOf(line: string): string[] {
  return line.match(/[^ ]+/g) ?? [];
}

export function shout(line: string): Promise<string> {
  const [first, ...others] = wordsOf(line).map((word) => word.toUpperCase());
  if (first === undefined) return Promise.reject(new LessonError('NOTHING_TO_SAY', 'not one word'));
  return Promise.resolve(`${others.reduce((said, word) => `${said} ${word}`, first)}!`);
}
