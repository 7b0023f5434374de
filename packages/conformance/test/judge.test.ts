import { describe, expect, it } from 'vitest';
import { clientIsDone, judge, type Evidence } from '../src/judge.ts';

const good = { id: 'a', status: 'SUCCESS' };
const info = { id: 'incoming-request', status: 'INFO' };

function judged(checks: unknown, more: Partial<Evidence> = {}): ReturnType<typeof judge> {
  const text = checks === undefined ? undefined : JSON.stringify(checks);
  return judge({ exitCode: 0, overMs: undefined, checks: text, clientOutput: `${clientIsDone}\n`, ...more });
}

function problemsOf(...given: Parameters<typeof judged>): readonly string[] {
  return judged(...given).problems.map(({ id }) => id);
}

describe('a run', () => {
  it('passes when checks passed, nothing else is known, and the client came to its end', () => {
    const skipped = { id: 'b', status: 'SKIPPED' };
    expect(judged([info, good, good, skipped])).toEqual({
      counts: { passed: 2, failed: 0, warnings: 0, skipped: 1 },
      problems: [],
    });
  });

  it('fails by a failure and by a warning, with what the suite says of them', () => {
    const bad = { id: 'b', status: 'FAILURE', description: 'why', errorMessage: 'what' };
    const warning = { id: 'c', status: 'WARNING', description: 'why' };
    expect(judged([good, bad, warning], { exitCode: 1 })).toEqual({
      counts: { passed: 1, failed: 1, warnings: 1, skipped: 0 },
      problems: [
        { id: 'b', message: 'FAILURE: what' },
        { id: 'c', message: 'WARNING: why' },
      ],
    });
  });

  it('fails when the client was killed, which the suite takes for exit code 0', () => {
    expect(problemsOf([good], { clientOutput: 'Killed' })).toEqual(['client-did-not-finish']);
    expect(problemsOf([good], { clientOutput: `not ${clientIsDone}` })).toEqual(['client-did-not-finish']);
  });

  it('fails when nothing was checked', () => {
    expect(problemsOf([])).toEqual(['no-check-passed']);
    expect(problemsOf([info, { id: 'a', status: 'SKIPPED' }])).toEqual(['no-check-passed']);
  });

  it('fails when the suite fails for a reason that no check names', () => {
    expect(problemsOf([good], { exitCode: 1 })).toEqual(['suite-exit-code']);
    expect(problemsOf([good], { exitCode: null })).toEqual(['suite-exit-code']);
  });

  it('fails when its time was over, report or not', () => {
    expect(problemsOf(undefined, { overMs: 60_000, exitCode: null })).toEqual(['time-limit']);
    expect(problemsOf([good], { overMs: 60_000, exitCode: null })).toEqual(['time-limit']);
  });

  it.each([['{'], ['{}'], ['null'], ['[null]'], ['[{"id":1,"status":"SUCCESS"}]'], ['[{"id":"a"}]']])(
    'has no report when the suite wrote %s',
    (checks) => expect(problemsOf(undefined, { checks })).toEqual(['no-report']),
  );

  it('has no report when the suite wrote none', () => {
    expect(problemsOf(undefined)).toEqual(['no-report']);
  });
});
