import type { LessonEvidence, RunRecord, TestRecord, VariantKind } from '../evidence.ts';
import type { Manifest } from '../manifest/schema.ts';
import type { Canary } from './canary.ts';

/** Changes the runs of one kind (and id) of variant. */
function runs(change: (run: RunRecord) => RunRecord, kind: VariantKind, id: string = kind): Canary['doctor'] {
  return (evidence) => ({
    ...evidence,
    runs: evidence.runs.map((run) => (run.variant.kind === kind && run.variant.id === id ? change(run) : run)),
  });
}

/** Changes one test of these runs. */
function test(id: string, change: (test: TestRecord) => readonly TestRecord[]): (run: RunRecord) => RunRecord {
  return (run) => ({ ...run, tests: run.tests.flatMap((found) => (found.id === id ? change(found) : [found])) });
}

/** Changes the manifest, after everything was gathered by it. */
function manifest(change: (manifest: Manifest) => Manifest): Canary['doctor'] {
  return (evidence) =>
    evidence.loaded.ok ? { ...evidence, loaded: { ok: true, manifest: change(evidence.loaded.manifest) } } : evidence;
}

/** A lesson that declares none of these, and so ran none. */
function without(list: 'accepted' | 'steps', kind: VariantKind): Canary['doctor'] {
  return (evidence) => {
    const spoilt = manifest((all) => ({ ...all, [list]: [] }))?.(evidence) ?? evidence;
    return { ...spoilt, runs: spoilt.runs.filter((run) => run.variant.kind !== kind) };
  };
}

function failed(found: TestRecord, message: string): TestRecord {
  const error = { name: 'AssertionError', message, causes: [] };
  return { ...found, state: 'fail', errors: [...found.errors, error] };
}

const late = (run: RunRecord): RunRecord => ({ ...run, outcome: 'late-error', why: 'Error: late' });
const typed =
  (key: string): Canary['doctor'] =>
  (evidence: LessonEvidence) => ({
    ...evidence,
    types: { errors: { ...evidence.types.errors, [key]: ['src/words.ts:1 TS2322: no'] } },
  });
const patched =
  (key: string, change: object): Canary['doctor'] =>
  (evidence: LessonEvidence) => {
    const fact = evidence.patches.facts[key];
    if (!fact) throw new Error(`canary: there is no patch ${key}`);
    return {
      ...evidence,
      patches: { ...evidence.patches, facts: { ...evidence.patches.facts, [key]: { ...fact, ...change } } },
    };
  };

type Row = readonly [id: string, rule: string, exit: Canary['exit'], why: string, doctor: Canary['doctor']];

const rows: readonly Row[] = [
  [
    'test-not-reported',
    'R03',
    1,
    'a declared test that no run reports',
    runs(
      test('total', () => []),
      'accepted',
      'reduce',
    ),
  ],
  [
    'test-reported-twice',
    'R03',
    1,
    'two tests with one id',
    runs(
      test('total', (found) => [found, found]),
      'accepted',
      'reduce',
    ),
  ],
  [
    'test-skipped',
    'R03',
    1,
    'a test that was skipped',
    runs(
      test('total', (found) => [{ ...found, state: 'skipped' }]),
      'accepted',
      'reduce',
    ),
  ],
  [
    'test-elsewhere',
    'R03',
    1,
    'a test that stands in another file than its suite',
    runs(
      test('total', (found) => [{ ...found, file: 'tests/lab.test.ts' }]),
      'accepted',
      'reduce',
    ),
  ],
  ['late-starter', 'R03', 1, 'an error after the tests of the starter', runs(late, 'starter')],
  ['late-step', 'R03', 1, 'an error after the tests of a step', runs(late, 'step', '01-longest')],
  ['late-accepted', 'R03', 1, 'an error after the tests of an accepted design', runs(late, 'accepted', 'reduce')],
  ['late-wrong', 'R03', 1, 'an error after the tests of a known-wrong solution', runs(late, 'wrong', 'shortest')],
  [
    'two-errors',
    'R05',
    1,
    'a starter whose clean-up fails too',
    runs(
      test('longest', (found) => [failed(found, 'the clean-up failed too')]),
      'starter',
    ),
  ],
  ['untyped-starter', 'R05', 1, 'a starter that does not compile', typed('starter:starter')],
  ['untyped-accepted', 'R07', 1, 'an accepted design that does not compile', typed('accepted:reduce')],
  ['untyped-wrong', 'R08', 1, 'a mistake that the compiler finds', typed('wrong:shortest')],
  ['untyped-step', 'R17', 1, 'a step that does not compile', typed('step:01-longest')],
  [
    'mistake-too-wide',
    'R08 R09',
    1,
    'a mistake that also fails a test which it does not name',
    runs(
      test('total', (found) => [failed(found, 'all letters')]),
      'wrong',
      'shortest',
    ),
  ],
  [
    'mistake-too-long',
    'R08',
    1,
    'a mistake of more lines than a mistake has',
    patched('wrong:shortest', { changedLines: 26 }),
  ],
  [
    'mistake-in-a-test',
    'R08',
    1,
    'a mistake made in the tests',
    patched('wrong:shortest', { touched: ['tests/lab.test.ts'] }),
  ],
  [
    'design-in-a-test',
    'R07',
    1,
    'an accepted design that brings its own tests',
    patched('accepted:reduce', { touched: ['tests/lab.test.ts'] }),
  ],
  ['no-other-design', 'R07', 1, 'a lesson without any other correct design', without('accepted', 'accepted')],
  ['no-road', 'R17', 1, 'a lesson without a step from starter to solution', without('steps', 'step')],
  [
    'blunt-killer',
    'R09',
    1,
    'a test that only falls together with most others',
    (evidence) => {
      const wide = runs(
        (run) => ({
          ...run,
          tests: run.tests.map((found) => (found.state === 'pass' ? failed(found, 'the longest word') : found)),
        }),
        'wrong',
        'shortest',
      )?.(evidence);
      const allow = manifest((all) => ({
        ...all,
        tests: all.tests.map((entry) =>
          entry.id === 'longest' ? entry : { ...entry, exemptFromKill: 'not the subject here' },
        ),
        wrong: all.wrong.map((entry) =>
          entry.id === 'shortest'
            ? { ...entry, mustFail: ['longest', 'initials', 'total'].map((id) => ({ test: id, message: 'longest' })) }
            : entry,
        ),
      }));
      return wide && allow ? (allow(wide) ?? evidence) : evidence;
    },
  ],
  [
    'vague-mistake',
    'R09',
    1,
    'a mistake that may fail more than a third of the tests',
    manifest((all) => ({
      ...all,
      wrong: all.wrong.map((entry) => (entry.id === 'shortest' ? { ...entry, mayFail: ['initials', 'total'] } : entry)),
    })),
  ],
  [
    'test-timed-out',
    'R11',
    5,
    'a test that ran into the time-out',
    (evidence) => {
      const slow =
        runs(
          test('longest', (found) => [{ ...found, state: 'timeout' }]),
          'wrong',
          'shortest',
        )?.(evidence) ?? evidence;
      // R08 refuses it as well (another reason than declared): keep that out, so that R11 stands alone.
      return (
        manifest((all) => ({
          ...all,
          wrong: all.wrong.filter((entry) => entry.id !== 'shortest'),
          tests: all.tests.map((entry) => ({ ...entry, exemptFromKill: 'not the subject here' })),
          killMatrix: { minSignatures: 1, why: 'not the subject here' },
        }))?.(slow) ?? evidence
      );
    },
  ],
  [
    'run-not-started',
    'R11',
    3,
    'a run that the machine could not start',
    runs((run) => ({ ...run, outcome: 'infra', why: 'no such file', tests: [] }), 'step', '02-initials'),
  ],
  [
    'compiler-broken',
    'R11',
    3,
    'a compiler that did not work',
    (evidence) => ({ ...evidence, types: { ...evidence.types, infra: 'no compiler' } }),
  ],
  [
    'linter-broken',
    'R11',
    3,
    'a linter that did not work',
    (evidence) => ({ ...evidence, lint: { findings: [], infra: 'no linter' } }),
  ],
  [
    'other-machine',
    'R11',
    3,
    'a lesson for another platform',
    (evidence) => ({ ...evidence, machine: { ...evidence.machine, platform: 'plan9' } }),
  ],
  [
    'timer-left',
    'R12',
    5,
    'a timer that still runs when the tests are over',
    runs((run) => ({ ...run, processes: { ...run.processes, timers: 1 } }), 'solution'),
  ],
  [
    'moving-target',
    'R13',
    1,
    'a lesson that changed while it was verified',
    (evidence) => ({ ...evidence, changedFiles: ['lesson.json'] }),
  ],
  [
    'odd-file',
    'R16',
    1,
    'a source that one variant lacks',
    (evidence) => ({ ...evidence, twins: { ...evidence.twins, unpaired: ['src/more.ts'] } }),
  ],
  [
    'wrong-script',
    'R16',
    1,
    'a package script that runs something else',
    (evidence) => ({ ...evidence, twins: { ...evidence.twins, scripts: ['"test" runs nothing'] } }),
  ],
  [
    'short-road',
    'R17',
    1,
    'steps that end before all tests are green',
    (evidence) => {
      const cut = manifest((all) => ({ ...all, steps: all.steps.slice(0, 1) }))?.(evidence) ?? evidence;
      return { ...cut, runs: cut.runs.filter((run) => run.variant.id !== '02-initials') };
    },
  ],
];

/** Bad lessons made from the good one's evidence: each weakens or breaks one thing that one branch of one rule looks at. */
export const doctoredCanaries: readonly Canary[] = rows.map(([id, rule, exit, why, doctor]) => ({
  id,
  rules: rule.split(' '),
  exit,
  why,
  ...(doctor ? { doctor } : {}),
}));
