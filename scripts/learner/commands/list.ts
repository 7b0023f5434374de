import { loadManifest } from '../../lesson/manifest/load.ts';
import { findLessons } from '../../lesson/repository.ts';
import type { Call, Command } from '../command.ts';
import { labTests, type Lesson } from '../lesson-of.ts';
import { greenTests } from '../progress/green-tests.ts';
import type { LessonProgress } from '../progress/schema.ts';
import { progressOf } from '../progress/progress-of.ts';
import { isResetSince, lessonProgress } from '../progress/store.ts';

export const listCommand: Command = {
  name: 'list',
  synopsis: 'list',
  options: {},
  positionals: { least: 0, most: 0 },
  run: (call) => {
    const { context, page, messages } = call;
    const progress = progressOf(call);
    const places = findLessons(context.root);
    if (places.length === 0) page.text(messages.list.noLessons);
    for (const place of places) {
      const loaded = loadManifest(place.folder);
      if (loaded.ok) writeLesson(call, { ...place, manifest: loaded.manifest }, lessonProgress(progress, place.id));
      else page.text(messages.problem.brokenManifest(place.id, loaded.problems[0]?.what ?? ''));
    }
    return 0;
  },
};

function writeLesson({ page, messages, language }: Call, lesson: Lesson, done: LessonProgress): void {
  const { manifest, id, number } = lesson;
  const lab = labTests(manifest);
  const homework = manifest.tests.filter((test) => !lab.includes(test));
  const green = greenTests(lesson, done);
  const count = (tests: Lesson['manifest']['tests']): string =>
    messages.tests(tests.filter((test) => green.has(test.id)).length, tests.length);

  page.text(`${id}   ${manifest.title[language]}`, { hanging: 2 });
  if (done.checkedAt === undefined) page.text(messages.list.neverChecked, { indent: 2 });
  else {
    page.text(messages.label(messages.list.lab, count(lab)), { indent: 2 });
    if (homework.length > 0) page.text(messages.label(messages.check.homework, count(homework)), { indent: 2 });
  }
  if (isResetSince(done)) page.text(messages.list.resetSince, { indent: 2 });
  const next = nextCommand();
  page.code(next === undefined ? messages.list.done : messages.label(messages.next, next));

  function nextCommand(): string | undefined {
    if (done.checkedAt === undefined) return messages.list.start(number);
    if (isResetSince(done)) return `pnpm lesson check ${number}`;
    const open = lab.find((test) => !green.has(test.id));
    if (open) return `pnpm lesson hint ${number} ${open.id}`;
    return homework.some((test) => !green.has(test.id)) ? messages.list.homework(number) : undefined;
  }
}
