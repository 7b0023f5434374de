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
    const places = findLessons(context.root); // by number: that is the path
    if (places.length === 0) page.text(messages.list.noLessons);
    const stations = new Map<string, Station>();
    for (const [index, place] of places.entries()) {
      if (index > 0) page.blank();
      const loaded = loadManifest(place.folder);
      if (!loaded.ok) {
        page.text(messages.problem.brokenManifest(place.id, loaded.problems[0]?.what ?? ''));
        continue;
      }
      const lesson = { ...place, manifest: loaded.manifest };
      const station = stationOf(lesson, lessonProgress(progress, place.id));
      stations.set(place.id, station);
      writeStation(call, station, stations);
    }
    return 0;
  },
};

/** One lesson on the path, and how far the learner is in it. */
interface Station {
  readonly lesson: Lesson;
  readonly done: LessonProgress;
  readonly green: ReadonlySet<string>;
  readonly lab: Lesson['manifest']['tests'];
  readonly homework: Lesson['manifest']['tests'];
  readonly stage: 'done' | 'begun' | 'ahead';
}

function stationOf(lesson: Lesson, done: LessonProgress): Station {
  const lab = labTests(lesson.manifest);
  const green = greenTests(lesson, done);
  const isDone = lesson.manifest.tests.every(({ id }) => green.has(id)) && !isResetSince(done);
  const stage = isDone ? 'done' : done.checkedAt === undefined ? 'ahead' : 'begun';
  return {
    lesson,
    done,
    green,
    lab,
    homework: lesson.manifest.tests.filter((test) => !lab.includes(test)),
    stage,
  };
}

/** The words below say the same: a sign that a terminal cannot show is no loss. */
const signs: Readonly<Record<Station['stage'], string>> = { done: '✓', begun: '>', ahead: '·' };

function writeStation(call: Call, station: Station, earlier: ReadonlyMap<string, Station>): void {
  const { page, messages, language } = call;
  const { lesson, done, green, lab, homework, stage } = station;
  const count = (tests: Station['lab']): string =>
    messages.tests(tests.filter((test) => green.has(test.id)).length, tests.length);

  const heading = `${signs[stage]} ${lesson.id}   ${lesson.manifest.title[language]}`;
  page.text(heading, stage === 'done' ? { hanging: 2, tone: 'good' } : { hanging: 2 });
  const { after } = lesson.manifest;
  if (after.length > 0) {
    const words = after.map((id) => prerequisite(id, call, earlier));
    page.text(messages.label(messages.list.after, words.join(' · ')), { indent: 2, hanging: 2 });
  }
  if (done.checkedAt === undefined) page.text(messages.list.neverChecked, { indent: 2 });
  else {
    page.text(messages.label(messages.list.lab, count(lab)), { indent: 2 });
    if (homework.length > 0) page.text(messages.label(messages.check.homework, count(homework)), { indent: 2 });
  }
  if (isResetSince(done)) page.text(messages.list.resetSince, { indent: 2, hanging: 2 });
  const next = nextCommand(call, station);
  page.code(next === undefined ? messages.list.done : messages.label(messages.next, next));
}

/** A lesson that should be done before, and whether it is: its lab counts, homework is further than needed. */
function prerequisite(id: string, { messages }: Call, earlier: ReadonlyMap<string, Station>): string {
  const station = earlier.get(id);
  if (!station) return messages.list.inPreparation(id);
  const isLabDone = station.lab.every((test) => station.green.has(test.id));
  return isLabDone ? messages.list.beforeDone(id) : messages.list.beforeOpen(id);
}

function nextCommand({ messages }: Call, { lesson, done, green, lab, stage }: Station): string | undefined {
  const { number } = lesson;
  if (done.checkedAt === undefined) return messages.list.start(number);
  if (isResetSince(done)) return `pnpm lesson check ${number}`;
  const open = lab.find((test) => !green.has(test.id));
  if (open) return `pnpm lesson hint ${number} ${open.id}`;
  return stage === 'done' ? undefined : messages.list.homework(number);
}
