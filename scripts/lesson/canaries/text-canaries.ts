import { authorMark } from '../authoring-steps.ts';
import { appendTo, editManifest, replaceIn, type Canary } from './canary.ts';

/** Bad lessons that are bad as data or text: refused without a run. */
export const textCanaries: readonly Canary[] = [
  {
    id: 'unknown-test-id',
    rules: ['R01'],
    exit: 2,
    why: 'a known-wrong solution names a test that does not exist',
    edit: (lesson) =>
      editManifest(lesson, ({ wrong }) => void (wrong[0] && (wrong[0].mustFail = [{ test: 'longst', message: 'x' }]))),
  },
  {
    id: 'missing-translation',
    rules: ['R01'],
    exit: 2,
    why: 'a title in one language only',
    edit: (lesson) => editManifest(lesson, ({ tests }) => void delete tests[0]?.title['zh-CN']),
  },
  {
    id: 'any-message',
    rules: ['R01'],
    exit: 2,
    why: 'a known-wrong solution whose message every failure has',
    edit: (lesson) =>
      editManifest(
        lesson,
        ({ wrong }) => void (wrong[0] && (wrong[0].mustFail = [{ test: 'longest', message: '.*' }])),
      ),
  },
  {
    id: 'bare-expect',
    rules: ['R02'],
    exit: 1,
    why: 'expect(value, message) without a matcher passes whatever the value is',
    checks: ['lint'],
    edit: (lesson) => {
      for (const variant of ['starter', 'solution']) {
        replaceIn(
          lesson,
          `${variant}/tests/lab.test.ts`,
          "expect(longest(words), 'the longest word').toBe('beetle');",
          "expect(longest(words) === 'beetle', 'the longest word');",
        );
      }
    },
  },
  {
    id: 'stale-patch',
    rules: ['R08'],
    exit: 1,
    checks: ['patches'],
    why: 'a known-wrong patch that no longer applies',
    edit: (lesson) =>
      replaceIn(
        lesson,
        'wrong/shortest.patch',
        '-    if (word.length > best.length)',
        '-    if (word.size > best.size)',
      ),
  },
  {
    id: 'undeclared-patch',
    rules: ['R08'],
    exit: 1,
    checks: ['patches'],
    why: 'a patch that nothing declares is never run',
    edit: (lesson) => void lesson.set('wrong/forgotten.patch', lesson.get('wrong/shortest.patch') ?? ''),
  },
  {
    id: 'test-that-cannot-fail',
    rules: ['R09'],
    exit: 1,
    why: 'no known-wrong solution is caught by the test "initials"',
    edit: (lesson) => {
      lesson.delete('wrong/last-letters.patch');
      editManifest(lesson, (manifest) => {
        manifest.wrong = manifest.wrong.filter((entry) => entry.id !== 'last-letters');
        manifest.killMatrix.minSignatures = 2;
      });
    },
  },
  {
    id: 'few-signatures',
    rules: ['R09'],
    exit: 1,
    why: 'the catalogue has fewer kinds of mistakes than are asked for',
    edit: (lesson) => editManifest(lesson, ({ killMatrix }) => void (killMatrix.minSignatures = 12)),
  },
  {
    id: 'section-missing',
    rules: ['R14'],
    exit: 1,
    why: 'a test that one language does not explain',
    edit: (lesson) => replaceIn(lesson, 'README.zh-CN.md', '### `initials`', '### 首字母'),
  },
  {
    id: 'empty-rung',
    rules: ['R14'],
    exit: 1,
    why: 'a hint ladder with an empty rung',
    edit: (lesson) => replaceIn(lesson, 'hints/en/total.md', 'A loop and one variable.', ''),
  },
  {
    id: 'silent-section',
    rules: ['R14'],
    exit: 1,
    why: 'a test with a heading of its own and not a word below it',
    edit: (lesson) => replaceIn(lesson, 'README.md', '### `initials`\n\nWhat this test asks.', '### `initials`'),
  },
  {
    id: 'untranslated-section',
    rules: ['R14'],
    exit: 1,
    why: 'a section that was copied to the other language and not translated',
    edit: (lesson) => replaceIn(lesson, 'README.zh-CN.md', '这个测试问什么。', 'What this test asks.'),
  },
  {
    id: 'untranslated-hints',
    rules: ['R14'],
    exit: 1,
    why: 'hints that were copied to the other language and not translated',
    edit: (lesson) => void lesson.set('hints/zh-CN/total.md', lesson.get('hints/en/total.md') ?? ''),
  },
  {
    id: 'test-of-no-suite',
    rules: ['R16'],
    exit: 1,
    checks: ['twins'],
    why: 'a test file that nobody runs',
    edit: (lesson) => {
      for (const variant of ['starter', 'solution'])
        lesson.set(`${variant}/tests/more.test.ts`, lesson.get(`${variant}/tests/lab.test.ts`) ?? '');
    },
  },
  {
    id: 'drifted-test',
    rules: ['R16'],
    exit: 1,
    checks: ['twins'],
    why: "the starter's copy of a test has moved away from the solution's",
    edit: (lesson) => appendTo(lesson, 'starter/tests/lab.test.ts', '// a remark\n'),
  },
  {
    id: 'stale-starter-patch',
    rules: ['R16'],
    exit: 1,
    checks: ['twins'],
    why: 'a learner who starts over would get another starter than the one that was verified',
    edit: (lesson) =>
      replaceIn(lesson, 'starter.patch', '+  // TODO(TODO_WORDS): add up.', '+  // TODO(TODO_WORDS): sum up.'),
  },
  {
    id: 'unmarked-gap',
    rules: ['R06'],
    exit: 1,
    why: 'no TODO(code) where the learner has to write',
    edit: (lesson) =>
      void lesson.set(
        'starter/src/words.ts',
        (lesson.get('starter/src/words.ts') ?? '').replaceAll('TODO(TODO_WORDS)', 'here'),
      ),
  },
  {
    id: 'not-filled-in',
    rules: ['R18'],
    exit: 1,
    why: 'a lesson as `pnpm lesson new` made it: a place that its author has not written yet',
    edit: (lesson) => appendTo(lesson, 'README.md', `\n${authorMark(10, 'the experiment')}\n`),
  },
  {
    id: 'mark-taken-away',
    rules: ['R18'],
    exit: 1,
    why: 'a place whose mark was taken away, and whose words are still those of the scaffold',
    edit: (lesson) => appendTo(lesson, 'README.md', '\nwhat stays when the code is forgotten.\n'),
  },
];
