/** What a rule says, as an author meets it; a test compares each with what the verifier says of that bad lesson. */
export interface RuleExample {
  /** The bad lesson that it is said of. */
  readonly canary?: string;
  readonly where: string;
  readonly message: string;
  readonly next: string;
}

const examples = {
  R01: {
    canary: 'unknown-test-id',
    where: 'lesson.json > wrong[0].mustFail[0].test',
    message: 'there is no test "longst" (declared: longest, initials, total)',
    next: 'correct lesson.json; lesson.schema.json says what may stand there',
  },
  R02: {
    canary: 'bare-expect',
    where: 'solution/tests/lab.test.ts:7',
    message:
      'Expect must have a corresponding matcher call. Did you forget to add a matcher, e.g. `toBe`, `toBeDefined` [vitest(valid-expect)]',
    next: 'make the test assert what it is about',
  },
  R03: {
    canary: 'undeclared-test',
    where: 'solution, run 1 (declared order)',
    message: 'declared test "initials" was not reported',
    next: 'give a test { meta: { id } }, or take it out of lesson.json',
  },
  R04: {
    canary: 'failing-solution',
    where: 'solution, run 1 (declared order)',
    message: `test "longest" declared pass, observed fail AssertionError "the longest word: expected '' to be 'beetle' // Object.is equality"`,
    next: 'pnpm --dir <lab>/solution test',
  },
  R05: {
    canary: 'starter-solved',
    where: 'starter, run 1 (declared order)',
    message: 'longest: declared fail NotImplementedError TODO_WORDS, words = 3, observed pass',
    next: 'the starter is already solved here: put the gap back',
  },
  R06: {
    canary: 'unmarked-gap',
    where: 'starter/src',
    message: 'there is no TODO(TODO_WORDS)',
    next: 'mark the place that the learner has to write',
  },
  R07: {
    canary: 'rejected-design',
    where: 'accepted reduce',
    message: `total: declared pass, observed fail AssertionError "all letters: expected 14 to be 12 // Object.is equality"`,
    next: 'the design is wrong, or the test asks for more than the lesson says',
  },
  R08: {
    canary: 'other-message',
    where: 'wrong shortest',
    message: `longest: declared fail /listener/, observed fail AssertionError "the longest word: expected 'ant' to be 'beetle' // Object.is equality"`,
    next: 'it fails for another reason than the one declared',
  },
  R09: {
    canary: 'test-that-cannot-fail',
    where: 'tests > initials',
    message: 'no known-wrong solution is caught by this test: nothing proves that it can fail',
    next: 'add a known-wrong solution that this test catches, or say exemptFromKill and why',
  },
  R10: {
    canary: 'order-dependent',
    where: 'solution, run 2 (reversed order)',
    message: `fails in this order each time, passes in others: initials fail AssertionError "set by the other test: expected +0 to be 1 // Object.is equality"`,
    next: 'each test makes what it needs and shares nothing',
  },
  R11: {
    canary: 'test-timed-out',
    where: 'wrong shortest',
    message: 'test "longest" ran into limits.testMs (5000 ms)',
    next: 'give what may hang a deadline of its own, with a message',
  },
  R12: {
    canary: 'timer-left',
    where: 'solution, run 1 (declared order)',
    message: '1 timers still run when the tests are over',
    next: 'what a timer does then, nobody sees: clear it, or wait for it',
  },
  R13: {
    canary: 'moving-target',
    where: 'lesson.json',
    message: 'changed while the lesson was verified',
    next: 'verify again when nobody writes there; if a run did it, write below os.tmpdir() only',
  },
  R14: {
    canary: 'section-missing',
    where: 'README.zh-CN.md',
    message: 'test "initials" has no section',
    next: 'add a heading that starts with `initials` in backticks',
  },
  R15: {
    where: 'canary flaky-solution',
    message:
      'fails at the second run and passes when it is repeated: must be refused by R04 with exit 4, was refused by no rule',
    next: 'the verifier is broken: no verdict of it means anything until this is repaired',
  },
  R16: {
    canary: 'drifted-test',
    where: 'tests/lab.test.ts',
    message: 'differs between starter and solution',
    next: 'copy the right one over the other; a test that drifts fails correct work',
  },
  R17: {
    canary: 'lazy-step',
    where: 'step 01-longest',
    message: `longest: declared pass, observed fail AssertionError "the longest word: expected 'ant' to be 'beetle' // Object.is equality"`,
    next: 'the step does more or less than it says',
  },
  R18: {
    canary: 'not-filled-in',
    where: 'README.md:15',
    message: 'step 10 of 10 is still to do here: the experiment',
    next: 'fill in README.md:15 and take the mark away; AUTHORING.md, step 10: texts and hints',
  },
} satisfies Readonly<Record<string, RuleExample>>;

/** The codes of the rules. */
export type RuleCode = keyof typeof examples;

/** One finding for each rule. R15 speaks of the verifier itself, so no bad lesson shows it. */
export const ruleExamples: Readonly<Record<RuleCode, RuleExample>> = examples;
