import { describe, expect, it } from 'vitest';
import { compare } from '../src/baseline.ts';
import { count, exitCodeOf, formatReport, jsonReport, type Outcome, type Report } from '../src/report.ts';
import { runName } from '../src/runs.ts';

function outcome(ids: readonly string[], known: readonly string[] = []): Outcome {
  const run = { scenario: 'tools_call', revision: '2026-07-28', over: 'http' } as const;
  const problems = ids.map((id) => ({ id, message: `message of ${id}` }));
  const counts = { passed: 2, failed: ids.length, warnings: 0, skipped: 1 };
  const failing = known.length === 0 ? [] : [{ run: runName(run), checks: known, reason: 'because' }];
  return {
    result: { run, ms: 812.4, counts, problems, output: 'what the client said' },
    comparison: compare(runName(run), problems, { notRun: [], failing }),
  };
}

function report(outcomes: readonly Outcome[], more: Partial<Report> = {}): Report {
  const nodes = { suite: '24.0.0', client: '20.19.0' };
  return { suite: '1.2.3', nodes, outcomes, drift: [], interrupted: false, ...more };
}

describe('the exit code', () => {
  it.each([
    ['all passed', 0, report([outcome([])])],
    ['a known failure', 0, report([outcome(['a'], ['a'])])],
    ['skipped', 0, report([], { skipped: 'no Node' })],
    ['a failure', 1, report([outcome([]), outcome(['a'])])],
    ['a failure that is known in part', 1, report([outcome(['a', 'b'], ['a'])])],
    ['a stale entry', 1, report([outcome([], ['a'])])],
    ['a run that took too long', 1, report([outcome(['time-limit'])])],
    ['a scenario that nobody knows', 1, report([outcome([])], { drift: ['x is new in the suite'] })],
    ['nothing ran', 1, report([])],
    ['no report', 3, report([outcome([]), outcome(['no-report'])])],
    ['no report, whatever the baseline says', 3, report([outcome(['no-report'], ['no-report'])])],
    ['interrupted', 3, report([outcome([])], { interrupted: true })],
  ])('of %s is %i', (_, code, given) => {
    expect(exitCodeOf(given)).toBe(code);
  });
});

describe('the report', () => {
  const mixed = report([outcome([]), outcome(['a'], ['a']), outcome(['b'])], { drift: ['x is new in the suite'] });

  it('counts runs as expected, and everything that is not', () => {
    expect(count(mixed)).toEqual({ passed: 2, failed: 2 });
  });

  it('is a table, with what was said about what failed', () => {
    const text = formatReport(mixed);
    expect(text).toMatch(/^suite 1\.2\.3 on Node 24\.0\.0, client on Node 20\.19\.0\n/);
    expect(text).toMatch(/\nhttp\/2026-07-28\/tools_call +2 +0 +0 +1 +passed +812\n/);
    expect(text).toMatch(/ known failure +812\n/);
    expect(text).toContain('  b: message of b\n  | what the client said');
    expect(text).not.toContain('message of a');
    expect(text).toContain('x is new in the suite');
    expect(text).toMatch(/\n2 as expected, 2 not$/);
  });

  it('says which entries are stale, and that the suite left nothing', () => {
    const text = formatReport(report([outcome([], ['old']), outcome(['no-report'])]));
    expect(text).toContain('old is in baseline.json and does not fail: take it out');
    expect(text).toMatch(/ no report +812\n/);
  });

  it('is JSON that other programs count by', () => {
    expect(jsonReport(mixed)).toMatchObject({
      passed: 2,
      failed: 2,
      exitCode: 1,
      runs: [
        { scenario: 'tools_call', over: 'http', verdict: 'passed', checks: { passed: 2 }, ms: 812 },
        { verdict: 'known failure', problems: [{ id: 'a' }] },
        { verdict: 'failed', problems: [{ id: 'b' }] },
      ],
    });
    expect(jsonReport(mixed)).not.toHaveProperty('skipped');
    const skipped = report([], { skipped: 'no Node' });
    expect(jsonReport(skipped)).toMatchObject({ skipped: 'no Node', passed: 0, failed: 0, exitCode: 0 });
  });
});
