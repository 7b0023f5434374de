import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readRungs, type Rung } from '../../lesson/collect/text-facts.ts';
import { exitCode } from '../../lesson/exit-codes.ts';
import { languages } from '../../lesson/manifest/schema.ts';
import { isOn, textFlag, type Call, type Command } from '../command.ts';
import { lessonOf, testNamed, type Lesson } from '../lesson-of.ts';
import { CommandProblem } from '../problem.ts';
import { greenTests } from '../progress/green-tests.ts';
import { progressOf, rememberLesson } from '../progress/progress-of.ts';
import { lessonProgress } from '../progress/store.ts';
import { writeMarkdown } from '../write-markdown.ts';

export const hintCommand: Command = {
  name: 'hint',
  synopsis: 'hint <lesson> [<test>] [--rung <n> | --all]',
  options: { rung: { type: 'string' }, all: { type: 'boolean' } },
  positionals: { least: 1, most: 2 },
  run: (call) => {
    const { messages, page } = call;
    const lesson = lessonOf(call);
    const id = chooseTest(call, lesson);
    if (id === undefined) {
      page.text(messages.hint.allGreen);
      return exitCode.verified;
    }
    const rungs = rungsOf(call, lesson, id);
    const opened = lessonProgress(progressOf(call), lesson.id).hints[id] ?? 0;
    const { from, to } = chooseRungs(call, rungs.length, opened);
    const asked = isOn(call, 'all') || textFlag(call, 'rung') !== undefined;
    if (!asked && to === opened) page.text(messages.hint.allOpen);

    for (const [index, rung] of rungs.slice(from - 1, to).entries()) {
      page.text(`${id}   ${messages.hint.rung(from + index, rungs.length)}`);
      page.blank();
      writeMarkdown(page, rung.text);
      page.blank();
    }
    const known = Math.max(opened, to);
    rememberLesson(call, lesson.id, (before) => ({ ...before, hints: { ...before.hints, [id]: known } }));
    page.text(known < rungs.length ? messages.hint.left(rungs.length - known) : messages.hint.last);
    return exitCode.verified;
  },
};

/** The test that is named; without one, the first that is not green since the last check. */
function chooseTest(call: Call, lesson: Lesson): string | undefined {
  const { positionals, messages, page } = call;
  const [, name] = positionals;
  if (name !== undefined) return testNamed(name, lesson, call).id;
  const done = lessonProgress(progressOf(call), lesson.id);
  const green = greenTests(lesson, done);
  const first = lesson.manifest.tests.find((test) => !green.has(test.id))?.id;
  if (first !== undefined) {
    page.text(messages.hint.first(first));
    page.blank();
  }
  return first;
}

/** The rungs in the reader's language, or else in another. */
function rungsOf({ language, messages, page }: Call, { folder }: Lesson, id: string): Rung[] {
  const inOrder = [language, ...languages.filter((other) => other !== language)];
  for (const candidate of inOrder) {
    const file = join(folder, 'hints', candidate, `${id}.md`);
    const rungs = existsSync(file) ? readRungs(readFileSync(file, 'utf8')) : [];
    if (rungs.length === 0) continue;
    if (candidate !== language) page.text(messages.hint.otherLanguage);
    return rungs;
  }
  throw new CommandProblem(exitCode.couldNotTell, messages.hint.noHints(id));
}

/** Which rungs to show, counted from 1: one more than were open, the one that was asked for, or all. */
function chooseRungs(call: Call, count: number, opened: number): { readonly from: number; readonly to: number } {
  const { messages } = call;
  const wanted = textFlag(call, 'rung');
  if (isOn(call, 'all')) {
    if (wanted !== undefined) throw new CommandProblem(exitCode.usage, messages.hint.oneOf);
    return { from: 1, to: count };
  }
  if (wanted === undefined) {
    const next = Math.min(opened + 1, count);
    return { from: next, to: next };
  }
  const rung = /^\d+$/.test(wanted) ? Number(wanted) : 0;
  if (rung < 1 || rung > count) throw new CommandProblem(exitCode.usage, messages.hint.badRung(wanted, count));
  return { from: rung, to: rung };
}
