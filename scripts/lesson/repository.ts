import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The checkout that these scripts stand in. */
export const repositoryRoot = resolve(import.meta.dirname, '..', '..');

/** Where reports, caches and learners' copies go; never tracked. */
export const workFolder = join(repositoryRoot, '.lesson');

export interface LessonPlace {
  /** `33-mcp-lite`. */
  readonly id: string;
  /** `33`. */
  readonly number: string;
  readonly folder: string;
}

/** All lessons of all bootcamps, by number. */
export function findLessons(root: string = repositoryRoot): LessonPlace[] {
  const bootcamps = join(root, 'bootcamps');
  const lessons = folders(bootcamps).flatMap((bootcamp) => {
    const labs = join(bootcamps, bootcamp, 'labs');
    return folders(labs)
      .filter((id) => existsSync(join(labs, id, 'lesson.json')))
      .map((id) => ({ id, number: id.split('-')[0] ?? id, folder: join(labs, id) }));
  });
  return lessons.toSorted((a, b) => a.id.localeCompare(b.id));
}

/** `33`, `33-mcp-lite` or a path to the lab → the lesson; `undefined` when there is none. */
export function findLesson(name: string, lessons: readonly LessonPlace[] = findLessons()): LessonPlace | undefined {
  return lessons.find((lesson) => lesson.id === name || lesson.number === name || lesson.folder === resolve(name));
}

function folders(at: string): string[] {
  if (!existsSync(at)) return [];
  return readdirSync(at, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
}
