import { loadManifest } from './manifest/load.ts';
import type { LessonPlace } from './repository.ts';

/** Lessons that are made for a platform (`process.platform`), and those that are not. */
interface LessonsByPlatform {
  readonly made: readonly LessonPlace[];
  readonly others: readonly LessonPlace[];
}

/** A lesson that cannot be read counts as made for it: to leave it out would hide why. */
export function lessonsByPlatform(lessons: readonly LessonPlace[], platform: string): LessonsByPlatform {
  const isMade = ({ folder }: LessonPlace): boolean => {
    const loaded = loadManifest(folder);
    return !loaded.ok || loaded.manifest.runtime.platforms.some((name) => name === platform);
  };
  return { made: lessons.filter(isMade), others: lessons.filter((lesson) => !isMade(lesson)) };
}
