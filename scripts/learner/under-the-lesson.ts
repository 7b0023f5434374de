import { join } from 'node:path';
import { overlay, readVariant, type FileMap } from '../lesson/collect/variant-files.ts';

/** The learner's `src/` in `folder`, and nothing else of the learner's: tests and settings are the lesson's own. */
export function underTheLesson(lessonFolder: string, folder: string): FileMap {
  const canonical = [...readVariant(join(lessonFolder, 'solution'))].filter(([path]) => !path.startsWith('src/'));
  return overlay(new Map(canonical), readVariant(join(folder, 'src')), 'src/');
}
