import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { progressSchema, type LessonProgress, type Progress } from './schema.ts';

/** The file that holds a learner's progress in all lessons. */
export function progressFile(workFolder: string): string {
  return join(workFolder, 'progress.json');
}

/** Reads progress; `undefined` when the text is none of ours. */
export function parseProgress(text: string): Progress | undefined {
  try {
    const parsed = progressSchema.safeParse(JSON.parse(text.replace(/^\uFEFF/, '')));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Progress so far; empty at first. A file that cannot be read (half written, edited wrongly) is set aside under another
 * name, never overwritten.
 */
export function loadProgress(workFolder: string): Progress {
  const file = progressFile(workFolder);
  if (!existsSync(file)) return { formatVersion: 1, lessons: {} };
  const progress = parseProgress(readFileSync(file, 'utf8'));
  if (progress) return progress;
  renameSync(file, unusedName(`${file}.unreadable`));
  return { formatVersion: 1, lessons: {} };
}

/** `name`, or the first of `name-2`, `name-3`, … that nothing has yet. */
function unusedName(name: string): string {
  let free = name;
  for (let count = 2; existsSync(free); count += 1) free = `${name}-${count}`;
  return free;
}

export function lessonProgress(progress: Progress, lessonId: string): LessonProgress {
  return progress.lessons[lessonId] ?? { contentVersion: '', tests: {}, hints: {} };
}

/** Changes the progress in one lesson. The file is replaced at once: an interrupt leaves the old one. */
export function updateLesson(
  workFolder: string,
  lessonId: string,
  change: (before: LessonProgress) => LessonProgress,
): void {
  const progress = loadProgress(workFolder);
  const lesson = change(lessonProgress(progress, lessonId));
  saveProgress(workFolder, { ...progress, lessons: { ...progress.lessons, [lessonId]: lesson } });
}

export function saveProgress(workFolder: string, progress: Progress): void {
  const file = progressFile(workFolder);
  mkdirSync(dirname(file), { recursive: true });
  const part = `${file}.${process.pid}.part`;
  writeFileSync(part, `${JSON.stringify(progress, null, 2)}\n`);
  renameSync(part, file);
}
