import { exitCode } from '../../lesson/exit-codes.ts';
import type { Call } from '../command.ts';
import { CommandProblem } from '../problem.ts';
import { shownPath } from '../shown-path.ts';
import { loadProgress, progressFile, ProgressProblem, saveProgress, updateLesson } from './store.ts';
import { mostProgressBytes } from './read-progress-text.ts';
import { formatVersion, type LessonProgress, type Progress } from './schema.ts';

/** The learner's progress, for a command that cannot do without: what is wrong with it ends the command. */
export function progressOf(call: Call): Progress {
  return orEnd(call, () => loadProgress(call.context.workFolder, (copy) => saySetAside(call, copy)));
}

/** Replaces the learner's progress; what is in the way ends the command. */
export function replaceProgress(call: Call, progress: Progress): void {
  orEnd(call, () => saveProgress(call.context.workFolder, progress));
}

/** Remembers something of a lesson. A command that has done its work does not fail for it: it is only said. */
export function rememberLesson(call: Call, lessonId: string, change: (before: LessonProgress) => LessonProgress): void {
  const { context, aside, messages } = call;
  try {
    updateLesson(context.workFolder, lessonId, change, (copy) => saySetAside(call, copy));
  } catch (error) {
    if (!(error instanceof ProgressProblem)) throw error;
    aside.text(messages.progress.notKept(problemText(call, error)));
  }
}

function saySetAside(call: Call, copy: string): void {
  const file = shownPath(progressFile(call.context.workFolder), call);
  call.aside.text(call.messages.progress.setAside(file, shownPath(copy, call)));
}

function orEnd<T>(call: Call, action: () => T): T {
  try {
    return action();
  } catch (error) {
    if (!(error instanceof ProgressProblem)) throw error;
    throw new CommandProblem(exitCode.couldNotTell, problemText(call, error));
  }
}

function problemText(call: Call, { kind, detail }: ProgressProblem): string {
  const file = shownPath(progressFile(call.context.workFolder), call);
  const { problem } = call.messages;
  if (kind === 'newer') return problem.newerProgress(file, detail, formatVersion);
  if (kind === 'no-file') return `${problem.noRegularFile(file)} ${problem.moveAway}`;
  if (kind === 'too-large') return `${problem.tooLarge(file, mostProgressBytes / 1024 / 1024)} ${problem.moveAway}`;
  if (kind === 'leads-nowhere') return problem.leadsNowhere(shownPath(detail, call));
  const what = kind === 'unreadable' ? problem.cannotRead(file, detail) : problem.cannotWrite(file, detail);
  return `${what}. ${problem.makeUsable}`;
}
