import { relative, sep } from 'node:path';
import type { LessonPlace } from '../lesson/repository.ts';

/** Parts of the repository that no lesson's verdict can depend on. Whatever is in no list concerns every lesson. */
const concernsNone = [/^packages\/(?!fixture-servers\/)/, /^docs\//];

/** The lessons whose verdict the changed files (paths from the root, with `/`) can touch. */
export function lessonsToVerify(
  lessons: readonly LessonPlace[],
  root: string,
  changed: readonly string[],
): readonly LessonPlace[] {
  const below = lessons.map((lesson) => ({ lesson, prefix: `${relative(root, lesson.folder).split(sep).join('/')}/` }));
  const inLab = /^bootcamps\/[^/]+\/labs\/[^/]+\//;
  const everything = changed.some((path) => !inLab.test(path) && !concernsNone.some((pattern) => pattern.test(path)));
  if (everything) return lessons;
  return below.filter(({ prefix }) => changed.some((path) => path.startsWith(prefix))).map(({ lesson }) => lesson);
}
