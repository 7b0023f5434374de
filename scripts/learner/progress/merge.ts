import { formatVersion, type LessonProgress, type Progress } from './schema.ts';

/** Joins the progress of two machines: the later word about each test, and every hint that was opened on either. */
export function mergeProgress(ours: Progress, theirs: Progress): Progress {
  const ids = new Set([...Object.keys(ours.lessons), ...Object.keys(theirs.lessons)]);
  const lessons: Record<string, LessonProgress> = {};
  for (const id of ids) {
    const [a, b] = [ours.lessons[id], theirs.lessons[id]];
    const merged = a && b ? mergeLessons(a, b) : (a ?? b);
    if (merged) lessons[id] = merged;
  }
  return { formatVersion, lessons };
}

function mergeLessons(a: LessonProgress, b: LessonProgress): LessonProgress {
  const [older, newer] = (a.checkedAt ?? '') <= (b.checkedAt ?? '') ? [a, b] : [b, a];
  const tests = { ...older.tests };
  for (const [id, test] of Object.entries(newer.tests)) {
    const other = tests[id];
    if (!other || other.at <= test.at) tests[id] = test;
  }
  const hints = { ...older.hints };
  for (const [id, opened] of Object.entries(newer.hints)) hints[id] = Math.max(opened, hints[id] ?? 0);
  const [resetAt] = [a.resetAt, b.resetAt]
    .filter((at) => at !== undefined)
    .toSorted()
    .toReversed();
  return { ...newer, tests, hints, ...(resetAt === undefined ? {} : { resetAt }) };
}
