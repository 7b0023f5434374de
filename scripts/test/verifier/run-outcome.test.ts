import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { RawReport } from '../../lesson/collect/reporter.ts';
import { outcomeOf } from '../../lesson/collect/run-outcome.ts';
import { runVitest } from '../../lesson/collect/run-vitest.ts';
import { readVariant } from '../../lesson/collect/variant-files.ts';
import type { RunRecord } from '../../lesson/evidence.ts';
import { chooseGuard, findAbilities } from '../../lesson/process/guard.ts';
import type { GuardedResult } from '../../lesson/process/guarded-run.ts';
import { Checkout } from '../learner/support/checkout.ts';

const ended: GuardedResult = {
  ended: 'exit',
  exitCode: 0,
  signal: null,
  processes: { method: 'pid-namespace', complete: true, left: [] },
  output: '',
  outputBytes: 0,
  peakRssBytes: 0,
  why: '',
};
const passed: RawReport['tests'][number] = {
  id: 'longest',
  title: 'the longest word',
  file: 'tests/lab.test.ts',
  state: 'pass',
  errors: [],
  durationMs: 1,
  softened: [],
  evidence: {},
};
const report: RawReport = { tests: [passed], loadErrors: [], hookErrors: [], lateErrors: [], died: [] };
const emitted = 'Error: [vitest-pool]: Worker forks emitted error.';

describe('what became of a run', () => {
  const table: readonly (readonly [string, Partial<GuardedResult>, Partial<RawReport> | undefined, string, RegExp])[] =
    [
      ['all passed', {}, {}, 'completed', /^$/],
      ['an error after the last test', { exitCode: 1 }, { lateErrors: ['Error: late'] }, 'late-error', /^Error: late$/],
      [
        'a worker that died of a signal',
        { exitCode: 1 },
        { lateErrors: [emitted], died: [{ exitCode: null, signal: 'SIGKILL' }] },
        'crashed',
        /^the test process died of SIGKILL before its tests were over/,
      ],
      [
        'a worker that ended by itself, before any test was found',
        { exitCode: 1 },
        { tests: [], lateErrors: [emitted], died: [{ exitCode: 7, signal: null }] },
        'crashed',
        /^the test process ended with exit 7 before its tests were over/,
      ],
      ['a worker that ended when all was told', {}, { died: [{ exitCode: 0, signal: null }] }, 'completed', /^$/],
      ['vitest itself killed', { exitCode: null, signal: 'SIGKILL' }, undefined, 'crashed', /died of SIGKILL/],
      ['vitest itself killed, told by the shell around it', { exitCode: 137 }, undefined, 'crashed', /died of SIGKILL/],
      ['the same with SIGTERM', { exitCode: 143 }, undefined, 'crashed', /died of SIGTERM/],
      [
        'killed when all was reported',
        { exitCode: 137 },
        { lateErrors: ['Error: late'] },
        'crashed',
        /died of SIGKILL/,
      ],
      [
        'no report',
        { exitCode: 3, output: 'a\nError: b\n' },
        undefined,
        'crashed',
        /without a report \(exit 3\): Error: b$/,
      ],
      ['a status that is no signal', { exitCode: 255 }, undefined, 'crashed', /without a report \(exit 255\)/],
      ['report and status disagree', { exitCode: 1 }, {}, 'crashed', /disagree \(exit 1\)/],
    ];
  test.for(table)('%s', ([, result, raw, outcome, why]) => {
    const told = outcomeOf({ ...ended, ...result }, raw && { ...report, ...raw });
    expect(told.outcome).toBe(outcome);
    expect(told.why).toMatch(why);
  });
});

describe('a process killed from outside, in a real run', () => {
  let checkout: Checkout;
  let place = '';
  beforeEach(() => {
    checkout = new Checkout();
    place = realpathSync(mkdtempSync(join(tmpdir(), 'killed-')));
  });
  afterEach(() => {
    checkout.remove();
    rmSync(place, { recursive: true, force: true });
  });

  function runWith(statement: string): Promise<RunRecord> {
    const home = join(checkout.lesson, 'solution');
    const files = readVariant(home);
    files.set('src/words.ts', `${statement}\n${files.get('src/words.ts') ?? ''}`);
    return runVitest(
      {
        variant: { kind: 'solution', id: 'solution' },
        attempt: 1,
        order: { kind: 'declared' },
        files,
        home,
        repositoryRoot: checkout.root,
        testFiles: ['tests/lab.test.ts'],
        asLearner: false,
        limits: { testMs: 5000, runMs: 30_000, rssMb: 1024, outputKb: 256 },
      },
      { guard: chooseGuard(findAbilities()), place, signal: new AbortController().signal },
    );
  }

  test.for([
    ['the worker, SIGKILL', "process.kill(process.pid, 'SIGKILL'); while (true);", 'SIGKILL'],
    ['the worker, SIGTERM', "process.kill(process.pid, 'SIGTERM'); while (true);", 'SIGTERM'],
    ['vitest itself', "process.kill(process.ppid, 'SIGKILL'); while (true);", 'SIGKILL'],
  ] as const)('%s: the run says which signal', async ([, statement, signal]) => {
    const run = await runWith(statement);
    expect(run.outcome).toBe('crashed');
    expect(run.why).toContain(`the test process died of ${signal}`);
  });

  test('a learner reads which signal it was, in check', async () => {
    checkout.write(
      'starter/src/words.ts',
      `process.kill(process.pid, 'SIGKILL');\n${checkout.read('solution/src/words.ts')}`,
    );
    const { code, out } = await checkout.run(['check', '00']);
    expect(code).toBe(1);
    expect(out).toMatch(/The test process ended before its tests did[^]*died of SIGKILL/);
    expect(out).not.toContain('promise');
  });
});
