import { z } from 'zod';

/**
 * Where a test stands: `green`; `gap`: the learner's code still throws the starter's "not written yet"; `red`: it fails
 * in any other way; `unstable`: two runs of the same code disagreed.
 */
const standingSchema = z.enum(['green', 'gap', 'red', 'unstable']);
export type Standing = z.infer<typeof standingSchema>;

const testSchema = z.object({
  standing: standingSchema,
  /** Fingerprint of the test's source when it was run: another one means that the test asks for something else now. */
  fingerprint: z.string(),
  at: z.iso.datetime(),
});

const lessonSchema = z.object({
  contentVersion: z.string(),
  /** Last known standing of each test, by id. */
  tests: z.record(z.string(), testSchema),
  /** Rungs opened, by test id. */
  hints: z.record(z.string(), z.int().min(0)),
  /** When `check` ran last; absent before the first time. */
  checkedAt: z.iso.datetime().optional(),
  /** When `reset` gave the starter back last: what `check` said before is history. */
  resetAt: z.iso.datetime().optional(),
});

/** The one version of the file that these commands read and write. */
export const formatVersion = 1;

/** `.lesson/progress.json`: a learner's own file; it may be read, copied and edited by hand. */
export const progressSchema = z.object({
  formatVersion: z.literal(formatVersion),
  lessons: z.record(z.string(), lessonSchema),
});

export type Progress = z.infer<typeof progressSchema>;
export type LessonProgress = z.infer<typeof lessonSchema>;
