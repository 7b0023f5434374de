import type { RuleCode } from '../../lesson/rules/rule-examples.ts';

/** Why a rule is there and what to do when it refuses; what it asks for stands in the rule itself. */
export interface RuleReason {
  readonly why: string;
  readonly repair: string;
}

export function isRuleCode(code: string): code is RuleCode {
  return code in ruleReasons;
}

export const ruleReasons: Readonly<Record<RuleCode, RuleReason>> = {
  R01: {
    why: 'Everything else reads lesson.json. A name in it that leads nowhere would switch a check off without a word.',
    repair:
      'The finding names the place, like wrong[2].mustFail[0].test. lesson.schema.json tells an editor what may stand there.',
  },
  R02: {
    why: 'expect(value) without a matcher passes whatever the value is, and no run can show that.',
    repair:
      'Finish the assertion. Take out .only, .skip, .fails and retries. Import vitest, node:*, the fixture servers, ../src and ./support, nothing else.',
  },
  R03: {
    why: 'A test that did not run looks much like one that failed. A broken hook skips tests; a syntax error leaves none at all.',
    repair:
      'Give each test { meta: { id } } and declare it in lesson.json > tests. When none was reported, look for what keeps the file from loading.',
  },
  R04: {
    why: 'A solution that passes sometimes teaches that failing is bad luck.',
    repair:
      'Run the solution by itself: pnpm --dir <lab>/solution test. Where the report says "flaky", wait for an event instead of a time.',
  },
  R05: {
    why: 'A starter that fails because of a typing error looks like one that fails as declared, until a learner sits in front of it.',
    repair:
      'Compare declared and observed in the finding. Put the gap back where it was, or declare the new failure in lesson.json > tests > starter.',
  },
  R06: {
    why: 'The first failure is the first thing a learner reads: it must say what is missing, and where help is.',
    repair:
      'Put the gap\'s line in both languages and "pnpm lesson hint <lesson> <test>" into the error, and mark the place TODO(<code>).',
  },
  R07: {
    why: "Tests that only the author's own design can pass punish learners who think for themselves.",
    repair:
      'Read the failing test: when it asks for more than the lesson says, change the test; otherwise repair the design.',
  },
  R08: {
    why: 'A test is worth what it refuses. Each known mistake must be caught by the tests that it names, for the reason that it names, and by no others.',
    repair:
      'pnpm lesson wrong edit <lesson> <id> opens the mistake, check --dir shows which tests catch it, wrong write makes the patch. Then correct mustFail and mayFail.',
  },
  R09: {
    why: 'A test that no mistake ever fails may be unable to fail.',
    repair:
      'Add a known-wrong solution that this test catches and that most others let pass, or say exemptFromKill and why.',
  },
  R10: {
    why: 'A test that needs another one before it fails for a learner who runs it alone.',
    repair:
      'Let each test make what it needs, and leave nothing behind. The finding names the order in which it failed.',
  },
  R11: {
    why: 'A run that never ends has no report; without a limit it would count as nothing, or be waited for until the night.',
    repair:
      'Give whatever may hang a deadline of its own with a message (settlesWithin). Raise limits in lesson.json only for a reason.',
  },
  R12: {
    why: 'A server that outlives its test disturbs the next run, and teaches that leaking is fine.',
    repair:
      'Close what the test started and prove that it is gone (waitUntilGone). A known mistake that cannot help it says "leaves": true.',
  },
  R13: {
    why: 'What a run writes elsewhere changes the next run, or the repository.',
    repair: 'Write below os.tmpdir() only. When a file changed while verifying, verify again with your editor closed.',
  },
  R14: {
    why: 'A test that nobody explains cannot be learned from; a text about a test that is gone misleads.',
    repair:
      'One heading for each test, beginning with its id in backticks, in both READMEs in the same order; three "## " sections in each hint file.',
  },
  R15: {
    why: 'A verifier that cannot say no proves nothing when it says yes.',
    repair: 'The lesson is not at fault: undo the last change to the verifier or its tools, or look at the machine.',
  },
  R16: {
    why: 'A copied test that drifts refuses correct work.',
    repair:
      'Edit tests and settings in the solution alone; pnpm lesson starter write <lesson> copies them and makes starter.patch anew. src/ must have the same file names in both.',
  },
  R17: {
    why: 'The tests promise a road. A step that turns too much or too little green sends learners astray.',
    repair:
      'Make the patches anew with pnpm lesson step edit <lesson> <id> and step write, one on top of the other, and let "passes" say which tests are green after each.',
  },
  R18: {
    why: 'The scaffold of a lesson runs and passes from the start, so nothing else would notice that nobody has written it.',
    repair:
      'The findings come in the order in which a lesson is made. Write what the first mark asks for, take the mark away, verify again; --only solution is quick.',
  },
};
