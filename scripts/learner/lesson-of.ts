import { loadManifest } from '../lesson/manifest/load.ts';
import type { Manifest } from '../lesson/manifest/schema.ts';
import { exitCode } from '../lesson/exit-codes.ts';
import { findLesson, findLessons, type LessonPlace } from '../lesson/repository.ts';
import type { Call } from './command.ts';
import { CommandProblem } from './problem.ts';

export interface Lesson extends LessonPlace {
  readonly manifest: Manifest;
}

/** The lesson that the first word names. */
export function lessonOf({ context, messages, positionals }: Call): Lesson {
  const all = findLessons(context.root);
  const known = all.map((lesson) => lesson.id).join(', ') || messages.none;
  const [name] = positionals;
  if (name === undefined) {
    throw new CommandProblem(exitCode.usage, messages.problem.whichLesson(known), { showUsage: true });
  }
  const place = findLesson(name, all);
  if (!place) throw new CommandProblem(exitCode.usage, messages.problem.noLesson(name, known));
  const loaded = loadManifest(place.folder);
  if (loaded.ok) return { ...place, manifest: loaded.manifest };
  const [first] = loaded.problems;
  throw new CommandProblem(
    exitCode.usage,
    messages.problem.brokenManifest(place.id, `${first?.where ?? ''}: ${first?.what ?? ''}`),
  );
}

/** The test that a word names; a word that names none is a problem which lists them. */
export function testNamed(name: string, { manifest }: Lesson, { messages }: Call): Manifest['tests'][number] {
  const test = manifest.tests.find((candidate) => candidate.id === name);
  if (test) return test;
  const known = manifest.tests.map((candidate) => candidate.id).join(', ');
  throw new CommandProblem(exitCode.usage, messages.problem.noTest(name, known));
}

/** Tests of the first suite: the lab itself. The others are homework. */
export function labTests(manifest: Manifest): Manifest['tests'] {
  const first = manifest.suites[0]?.id;
  return manifest.tests.filter((test) => test.suite === first);
}
