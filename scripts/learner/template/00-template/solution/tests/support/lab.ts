import { announceSeed, endingsOf } from '@coding-agent/fixture-servers/lab';
import type { TestContext } from 'vitest';
import { LessonError } from '../../src/errors.ts';

// AUTHOR(3): deadlines: whatever may hang is waited for with one of these, never by the runner's time-out
export const { valueOf, errorOf } = endingsOf(LessonError);

/** The first line of each test. What all of them need is made here, and cleared away in `context.onTestFinished`. */
export function prepare(context: TestContext): void {
  context.onTestFailed(announceSeed);
}
