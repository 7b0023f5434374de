import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { canaries, collectCanaries, judgeCanaries, type CanaryEvidence } from '../../lesson/canaries/prove.ts';
import { chooseGuard, findAbilities } from '../../lesson/process/guard.ts';
import { rules } from '../../lesson/rules/index.ts';
import { judge } from '../../lesson/rules/judge.ts';

// V-07: the verifier proves on each run that it can refuse; here the same is proved of its rules, one by one.
const scratch = mkdtempSync(join(tmpdir(), 'canaries-'));
let gathered: CanaryEvidence;

beforeAll(async () => {
  gathered = await collectCanaries({
    guard: chooseGuard(findAbilities()),
    scratch,
    limit: pLimit(availableParallelism()),
    signal: new AbortController().signal,
    seed: 1,
  });
}, 240_000);
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

test('the good lesson is accepted and every bad one refused for its own rules alone', () => {
  expect(judgeCanaries(gathered).findings).toEqual([]);
});

test('every rule has a bad lesson of its own', () => {
  const covered = new Set(canaries.flatMap((canary) => canary.rules));
  expect(rules.map((rule) => rule.code).filter((code) => !covered.has(code))).toEqual([]);
});

test.for(rules.map((rule) => [rule.code, rule.name] as const))(
  'when %s (%s) no longer refuses, the canaries notice',
  ([code]) => {
    const blind = rules.map((rule) => (rule.code === code ? { ...rule, judge: () => [] } : rule));
    const proof = judgeCanaries(gathered, blind);
    expect(proof.status).toBe('fail');
    expect(proof.findings.every((found) => found.exit === 70)).toBe(true);
    expect(proof.findings.map((found) => found.where).join()).toMatch(/canary /);
  },
);

test.for(rules.map((rule) => [rule.code, rule.name] as const))(
  'when %s (%s) refuses everything, the canaries notice',
  ([code]) => {
    const eager = rules.map((rule) =>
      rule.code === code ? { ...rule, judge: () => [{ where: 'x', message: 'x', next: 'x', exit: 1 as const }] } : rule,
    );
    expect(judgeCanaries(gathered, eager).findings.map((found) => found.where)).toContain('canary good');
  },
);

test('judging is pure: the same evidence gives the same results', () => {
  expect(judge(gathered.good)).toEqual(judge(gathered.good));
});
