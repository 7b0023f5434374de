import { z } from 'zod';

/** Lower-case words joined by `-`: permanent names of tests, patches, steps. */
const id = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'an id is lower-case words joined by "-"');

const lessonId = z.string().regex(/^\d{2}-[a-z0-9]+(-[a-z0-9]+)*$/, 'a lesson id looks like 33-mcp-lite');

/** Every text a learner reads comes in each language that the lessons ship in. */
const bilingual = z.strictObject({ en: z.string().trim().min(1), 'zh-CN': z.string().trim().min(1) });

/** Of the message that a failure must have. One that the empty text has, all failures have. */
const pattern = z.string().refine((source) => {
  try {
    return !new RegExp(source, 'u').test('');
  } catch {
    return false;
  }
}, 'not a regular expression, or one that every message has');

/** A longer timer overflows in Node, and fires at once. */
const longestTimerMs = 2_147_483_647;

const suite = z.strictObject({
  id,
  file: z
    .string()
    .regex(/^tests\/[a-z0-9-]+\.test\.ts$/, 'a suite is one file: tests/<name>.test.ts')
    .describe('test file, in the starter as in the solution'),
  script: z.string().min(1).describe('package script that runs this file alone'),
});

const gap = z.strictObject({
  code: z.string().regex(/^TODO_[A-Z0-9_]+$/, 'a gap code looks like TODO_PENDING_MAP'),
  name: z.string().min(1).describe('name of the error that marks the gap'),
  says: bilingual.describe('the line that the learner reads in each failure, in both languages at once'),
});

const starterState = z.discriminatedUnion('state', [
  z.strictObject({
    state: z.literal('fail'),
    gap: z.string().describe('code of the gap that this test meets, with exactly one error'),
    evidence: z
      .record(z.string(), z.number())
      .optional()
      .describe('facts that the test reports (task.meta.evidence): what the starter did before the gap'),
  }),
  z.strictObject({ state: z.literal('pass'), why: z.string().min(1) }),
]);

const test = z.strictObject({
  id,
  suite: id,
  title: bilingual,
  starter: starterState,
  exemptFromKill: z.string().min(1).optional().describe('why no known-wrong solution needs to be caught by this test'),
});

const wrong = z.strictObject({
  id,
  says: bilingual.describe('one sentence to the learner who made this mistake'),
  source: z.string().min(1).describe('where this was shipped, or "(own)"'),
  hint: id.describe('the test whose hints help'),
  mustFail: z.array(z.strictObject({ test: id, message: pattern })).min(1),
  mayFail: z.array(id).default([]),
  leaves: z.boolean().default(false).describe('this mistake cannot help leaving a process behind'),
  maxLines: z.int().min(1).max(60).default(25).describe('changed lines that the patch may have'),
});

const trace = z.strictObject({
  play: z
    .string()
    .regex(/^tests\/[a-z0-9-]+\.ts$/, 'a play is one file beside the tests: tests/<name>.ts')
    .describe('exports play(stage): which callers ask what, on which server'),
  unsafe: id.describe('the known-wrong solution that is drawn beside the solution'),
  says: bilingual.describe('what the learner should see in the two pictures'),
  scenes: z
    .array(z.strictObject({ id, title: bilingual }))
    .min(1)
    .describe('the parts of the play, by stage.scene(id)'),
});

/** `lesson.json`: what a lesson declares about itself. Data only, so that any tool may read it. */
export const manifestSchema = z.strictObject({
  $schema: z.string().optional(),
  formatVersion: z.literal(1),
  id: lessonId,
  contentVersion: z.string().regex(/^\d+\.\d+\.\d+$/),
  title: bilingual,
  after: z
    .array(lessonId)
    .default([])
    .describe('lessons to do before this one, by id; the path goes from lower numbers to higher ones'),
  runtime: z.strictObject({
    node: z.string().min(1),
    platforms: z.array(z.enum(['linux', 'darwin', 'win32'])).min(1),
  }),
  limits: z.strictObject({
    testMs: z.int().min(100).max(longestTimerMs).describe('one test'),
    runMs: z.int().min(1000).max(longestTimerMs).describe('one run of all suites'),
    rssMb: z.int().min(64).describe('memory of the whole process tree of a run'),
    outputKb: z.int().min(1).describe('what a run may print'),
  }),
  suites: z.array(suite).min(1),
  gaps: z.array(gap).min(1),
  tests: z.array(test).min(1),
  starter: z.strictObject({ repeats: z.int().min(1).max(20).default(2) }),
  solution: z.strictObject({
    repeats: z
      .int()
      .min(2)
      .max(100)
      .default(3)
      .describe('the first in file order, the second reversed, the rest shuffled'),
  }),
  steps: z
    .array(
      z.strictObject({
        id,
        title: bilingual,
        passes: z.array(id).describe('tests of the first suite that are green after this step; all others must fail'),
      }),
    )
    .default([]),
  accepted: z.array(z.strictObject({ id, why: z.string().min(1) })).default([]),
  wrong: z.array(wrong).min(1),
  trace: trace.optional().describe('what `pnpm lesson trace` draws'),
  killMatrix: z
    .strictObject({
      minSignatures: z.int().min(1).describe('distinct sets of failing tests that the catalogue must have'),
      why: z.string().optional().describe('required when it is under 12'),
    })
    .default({ minSignatures: 12 }),
});

export type Manifest = z.infer<typeof manifestSchema>;
export type ManifestInput = z.input<typeof manifestSchema>;
export type ManifestTest = Manifest['tests'][number];
export type ManifestWrong = Manifest['wrong'][number];
export type Language = keyof z.infer<typeof bilingual>;
export const languages = ['en', 'zh-CN'] as const satisfies readonly Language[];
