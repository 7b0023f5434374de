import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { exitCode } from '../../lesson/exit-codes.ts';
import { judgeCheck } from '../check/judge-check.ts';
import { isInstalled, runCheck } from '../check/run-check.ts';
import { writeCheck } from '../check/write-check.ts';
import { isOn, textFlag, type Call, type Command } from '../command.ts';
import { lessonOf, type Lesson } from '../lesson-of.ts';
import { CommandProblem } from '../problem.ts';
import { testFingerprints } from '../progress/fingerprint.ts';
import { rememberLesson } from '../progress/progress-of.ts';
import { shownPath } from '../shown-path.ts';
import type { CheckVerdict } from '../check/judge-check.ts';

export const checkCommand: Command = {
  name: 'check',
  synopsis: 'check <lesson> [--dir <folder>] [--all]',
  options: { dir: { type: 'string' }, all: { type: 'boolean' } },
  positionals: { least: 1, most: 1 },
  run: async (call) => {
    const { context, messages, aside, page } = call;
    const lesson = lessonOf(call);
    const starter = join(lesson.folder, 'starter');
    const dir = textFlag(call, 'dir');
    const folder = dir === undefined ? starter : resolve(context.cwd, dir);
    const source = join(folder, 'src');
    if (!existsSync(source) || !statSync(source).isDirectory()) {
      const advice = folder === starter ? ` ${messages.problem.getItBack(`pnpm lesson reset ${lesson.number}`)}` : '';
      throw new CommandProblem(exitCode.usage, messages.problem.noSource(shownPath(folder, call)) + advice);
    }
    if (!isInstalled(lesson)) throw new CommandProblem(exitCode.couldNotTell, messages.problem.notInstalled);

    aside.text(messages.check.running);
    const runs = await runCheck({
      root: context.root,
      lesson,
      folder,
      signal: context.signal,
      all: isOn(call, 'all'),
      onPuzzle: () => aside.text(messages.check.runningMore),
    });
    const verdict = judgeCheck(lesson.manifest, runs);
    writeCheck(call, lesson, runs, verdict);
    if (folder === starter) remember(call, lesson, verdict);
    else page.text(messages.check.other(shownPath(folder, call)));
    return verdict.exitCode;
  },
};

/** Tests that did not run keep what was known of them. */
function remember(call: Call, lesson: Lesson, { observations }: CheckVerdict): void {
  const fingerprints = testFingerprints(lesson.folder, lesson.manifest);
  const at = call.context.now().toISOString();
  rememberLesson(call, lesson.id, (before) => ({
    ...before,
    contentVersion: lesson.manifest.contentVersion,
    checkedAt: at,
    tests: {
      ...before.tests,
      ...Object.fromEntries(
        observations.flatMap(({ id, standing }) =>
          standing === 'not-run' ? [] : [[id, { standing, fingerprint: fingerprints[id] ?? '', at }]],
        ),
      ),
    },
  }));
}
