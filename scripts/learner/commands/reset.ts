import { lstatSync, cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { exitCode } from '../../lesson/exit-codes.ts';
import type { Call, Command } from '../command.ts';
import { lessonOf, type Lesson } from '../lesson-of.ts';
import { CommandProblem } from '../problem.ts';
import { shownPath } from '../shown-path.ts';
import { systemReason } from '../../lesson/system-error.ts';
import { compareWithShipped } from '../../lesson/collect/shipped-starter.ts';
import { readSources } from '../../lesson/collect/variant-files.ts';

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
    // Through a link we would write over the learner's own files elsewhere; the copy is made, so links go.
    const linked = lstatSync(join(starter, 'src'), { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
    if (linked) rmSync(join(starter, 'src'));
    const toWrite = linked ? [...shipped.keys()] : changed;
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
  if (existsSync(join(starter, 'src')))
    cpSync(join(starter, 'src'), join(saved, 'src'), { recursive: true, dereference: true });
  return saved;
}
