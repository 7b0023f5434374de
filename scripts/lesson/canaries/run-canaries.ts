import type { FileMap } from '../collect/variant-files.ts';
import { appendTo, editManifest, replaceIn, solutionOnly, starterOnly, wrongOnly, type Canary } from './canary.ts';

const lab = 'tests/lab.test.ts';

/** Bad lessons whose badness shows only when they run. */
export const runCanaries: readonly Canary[] = [
  {
    id: 'softened-test',
    rules: ['R02'],
    exit: 1,
    why: 'a test that may be retried until it passes',
    reruns: solutionOnly,
    edit: (lesson) => inBoth(lesson, "{ meta: { id: 'initials' } }", "{ meta: { id: 'initials' }, retry: 2 }"),
  },
  {
    id: 'undeclared-test',
    rules: ['R03'],
    exit: 1,
    why: 'a test that the manifest does not know',
    reruns: solutionOnly,
    edit: (lesson) => inBoth(lesson, "{ meta: { id: 'initials' } }", "{ meta: { id: 'initial' } }"),
  },
  {
    id: 'failing-hook',
    rules: ['R03', 'R05'],
    exit: 1,
    why: 'a broken hook skips the tests; skipped is not "fails as declared"',
    reruns: starterOnly,
    edit: (lesson) =>
      inBoth(
        lesson,
        "test('the longest",
        "beforeAll(() => {\n  throw new Error('no');\n});\n\ntest('the longest",
        'import { expect, test }',
        'import { beforeAll, expect, test }',
      ),
  },
  {
    id: 'broken-import',
    rules: ['R03', 'R05'],
    exit: 1,
    why: 'a starter that does not load fails, but not as declared',
    reruns: starterOnly,
    edit: (lesson) => appendTo(lesson, 'starter/src/words.ts', "import './missing.ts';\n"),
  },
  {
    id: 'failing-solution',
    rules: ['R04'],
    exit: 1,
    why: 'the solution does not pass',
    reruns: solutionOnly,
    edit: (lesson) => replaceIn(lesson, 'solution/src/words.ts', 'word.length > best.length', 'word.length >= 99'),
  },
  {
    id: 'untyped-solution',
    rules: ['R04'],
    exit: 1,
    why: 'the solution passes and does not type-check',
    reruns: solutionOnly,
    checks: ['types'],
    edit: (lesson) => appendTo(lesson, 'solution/src/words.ts', "export const wrong: number = 'text';\n"),
  },
  {
    id: 'late-error',
    rules: ['R03'],
    exit: 1,
    why: 'an unhandled error after the last test; the report alone looks green',
    reruns: solutionOnly,
    edit: (lesson) =>
      appendTo(
        lesson,
        'solution/src/words.ts',
        "void Promise.resolve().then(() => {\n  throw new Error('late');\n});\n",
      ),
  },
  {
    id: 'flaky-solution',
    rules: ['R04'],
    exit: 4,
    why: 'fails at the second run and passes when it is repeated',
    reruns: solutionOnly,
    edit: (lesson) =>
      replaceIn(
        lesson,
        'solution/src/words.ts',
        "let best = '';",
        "let best = process.env['LESSON_ATTEMPT'] === '2' ? 'a very long word' : '';",
      ),
  },
  {
    id: 'order-dependent',
    rules: ['R10'],
    exit: 1,
    why: 'one test leaves behind what another needs',
    reruns: solutionOnly,
    edit: (lesson) =>
      inBoth(
        lesson,
        "expect(initials(words), 'the first letters').toBe('abc');",
        "expect(seen.length, 'set by the other test').toBe(1);",
        "expect(longest(words), 'the longest word').toBe('beetle');",
        "seen.push(longest(words));\n  expect(seen.length, 'one').toBe(1);",
        "test('the longest",
        "const seen: string[] = [];\n\ntest('the longest",
      ),
  },
  {
    id: 'starter-solved',
    rules: ['R05'],
    exit: 1,
    why: 'a starter with nothing left to do',
    reruns: starterOnly,
    edit: (lesson) =>
      void lesson.set('starter/src/words.ts', `${lesson.get('solution/src/words.ts') ?? ''}// TODO(TODO_WORDS)\n`),
  },
  {
    id: 'wrong-code',
    rules: ['R05'],
    exit: 1,
    why: 'the starter fails, for another reason than the declared one',
    reruns: starterOnly,
    edit: (lesson) => replaceIn(lesson, 'starter/src/words.ts', "code: 'TODO_WORDS'", "code: 'TODO_WORD'"),
  },
  {
    id: 'hollow-starter',
    rules: ['R05'],
    exit: 1,
    why: 'the starter throws the right error before it has done anything',
    reruns: starterOnly,
    edit: (lesson) =>
      replaceIn(
        lesson,
        'starter/src/words.ts',
        "return line.split(' ').filter((word) => word !== '');",
        'void line;\n  throw notYet();',
      ),
  },
  {
    id: 'silent-starter',
    rules: ['R06'],
    exit: 1,
    why: 'the failure speaks one language and names no hint',
    reruns: starterOnly,
    edit: (lesson) =>
      replaceIn(
        lesson,
        'starter/src/words.ts',
        '写出单词函数\\nWrite the word functions\\nhint: pnpm lesson hint 00 longest',
        'Write the word functions',
      ),
  },
  {
    id: 'rejected-design',
    rules: ['R07'],
    exit: 1,
    why: 'an accepted design that the tests refuse',
    reruns: (variant) => variant.kind === 'accepted',
    edit: (lesson) =>
      replaceIn(lesson, 'accepted/reduce/src/words.ts', "words.join('').length", "words.join(' ').length"),
  },
  {
    id: 'other-message',
    rules: ['R08'],
    exit: 1,
    why: 'a known-wrong solution fails the right test for a reason that was not declared',
    edit: (lesson) =>
      editManifest(
        lesson,
        ({ wrong }) => void (wrong[0] && (wrong[0].mustFail = [{ test: 'longest', message: 'listener' }])),
      ),
  },
  {
    id: 'emptied-module',
    rules: ['R08'],
    exit: 1,
    why: 'a patch that empties the module fails every test and proves none',
    reruns: wrongOnly('shortest'),
    checks: ['patches'],
    edit: (lesson) => {
      lesson.set('wrong/shortest.patch', emptying(lesson.get('solution/src/words.ts') ?? ''));
      editManifest(lesson, ({ wrong }) => {
        const [first] = wrong;
        if (first)
          Object.assign(first, {
            maxLines: 60,
            mustFail: [{ test: 'longest', message: 'longest' }],
            mayFail: ['total'],
          });
      });
    },
  },
  {
    id: 'config-that-forgives',
    rules: ['R03'],
    exit: 1,
    why: 'a test configuration that swallows errors',
    reruns: solutionOnly,
    edit: (lesson) =>
      replaceIn(
        lesson,
        'solution/vitest.config.ts',
        "'tests/**/*.test.ts'] }",
        "'tests/**/*.test.ts'], onUnhandledError: () => false }",
      ),
  },
  {
    id: 'lazy-step',
    rules: ['R17'],
    exit: 1,
    why: 'a step that does not turn its test green',
    reruns: (variant) => variant.kind === 'step' && variant.id === '01-longest',
    edit: (lesson) => replaceIn(lesson, 'steps/01-longest.patch', 'b.length - a.length', 'a.length - b.length'),
  },
];

/** Pairs of replacements, made in the tests of both variants alike. */
function inBoth(lesson: FileMap, ...pairs: readonly string[]): void {
  for (const variant of ['starter', 'solution']) {
    for (let at = 0; at < pairs.length; at += 2)
      replaceIn(lesson, `${variant}/${lab}`, pairs[at] ?? '', pairs[at + 1] ?? '');
  }
}

/** A patch that leaves nothing but names. */
function emptying(source: string): string {
  const old = source.trimEnd().split('\n');
  const stub = [
    'export function clean(_line: string): string[] {',
    "  return ['a', 'b', 'c'];",
    '}',
    "export const longest = (_words: readonly string[]): string => '';",
    "export const initials = (_words: readonly string[]): string => 'abc';",
    'export const total = (_words: readonly string[]): number => 12;',
  ];
  return [
    '--- a/src/words.ts',
    '+++ b/src/words.ts',
    `@@ -1,${old.length} +1,${stub.length} @@`,
    ...old.map((line) => `-${line}`),
    ...stub.map((line) => `+${line}`),
    '',
  ].join('\n');
}
