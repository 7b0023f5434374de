import { copyFileSync, existsSync, lstatSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { exitCode } from '../../lesson/exit-codes.ts';
import type { Call, Command } from '../command.ts';
import { lessonOf, type Lesson } from '../lesson-of.ts';
import { CommandProblem } from '../problem.ts';
import { rememberLesson } from '../progress/progress-of.ts';
import { shownPath } from '../shown-path.ts';
import { systemReason } from '../../lesson/system-error.ts';
import { compareWithShipped } from '../../lesson/collect/shipped-starter.ts';
import { readSources } from '../../lesson/collect/variant-files.ts';
import { walkFiles } from '../../lesson/collect/walk-files.ts';

export const resetCommand: Command = {
  name: 'reset',
  synopsis: 'reset <lesson>',
  options: {},
  positionals: { least: 1, most: 1 },
  run: (call) => {
    const { page, messages } = call;
    const lesson = lessonOf(call);
    const starter = join(lesson.folder, 'starter');
    const compared = compareWithShipped(lesson.folder, readSources(starter));
    if (!compared.ok) {
      const why = compared.why || messages.reset.noPatch;
      throw new CommandProblem(exitCode.couldNotTell, messages.reset.unknown(why));
    }
    const { shipped, differing: changed } = compared;
    if (changed.length === 0) {
      page.text(messages.reset.same);
      return exitCode.verified;
    }
    const saved = copyBefore(call, lesson, starter);
    // Through a link we would write over the learner's own files elsewhere. The copy is made, so what is no folder goes.
    const inTheWay = lstatSync(join(starter, 'src'), { throwIfNoEntry: false })?.isDirectory() === false;
    if (inTheWay) rmSync(join(starter, 'src'));
    const toWrite = inTheWay ? [...shipped.keys()] : changed;
    for (const path of toWrite) {
      const text = shipped.get(path);
      const target = join(starter, path);
      rmSync(target, { recursive: true, force: true });
      if (text !== undefined) {
        mkdirSync(dirname(target), { recursive: true });
        writeFileSync(target, text);
      }
    }
    page.text(messages.reset.done(changed.length));
    page.text(messages.reset.saved);
    page.code(saved);
    page.text(messages.reset.back);
    const at = call.context.now().toISOString();
    rememberLesson(call, lesson.id, (before) => ({ ...before, resetAt: at }));
    page.text(messages.reset.history);
    page.code(`pnpm lesson check ${lesson.number}`);
    return exitCode.verified;
  },
};

/** Nothing is touched without a copy. */
function copyBefore(call: Call, lesson: Lesson, starter: string): string {
  try {
    return saveCopy(call, lesson, starter);
  } catch (error) {
    const folder = shownPath(join(call.context.workFolder, lesson.id), call);
    throw new CommandProblem(exitCode.couldNotTell, call.messages.reset.notSaved(folder, systemReason(error)));
  }
}

/** Copies all of the learner's `src/` before anything is touched; returns where to. */
function saveCopy({ context }: Call, lesson: Lesson, starter: string): string {
  const stamp = context.now().toISOString().replaceAll(':', '-').replace(/\..*$/, '');
  const base = join(context.workFolder, lesson.id, 'saved', stamp);
  let saved = base;
  for (let count = 2; existsSync(saved); count += 1) saved = `${base}-${count}`;
  mkdirSync(saved, { recursive: true });
  const source = join(starter, 'src');
  if (existsSync(source) && statSync(source).isFile()) copyFileSync(source, join(saved, 'src'));
  for (const { at, path } of walkFiles(source, { links: 'follow', leavesOut: () => false })) {
    const target = join(saved, 'src', path);
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(at, target);
  }
  return saved;
}
