import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { canaries, collectCanaries, judgeCanaries, type CanaryEvidence } from '../../lesson/canaries/prove.ts';
import { chooseGuard, findAbilities } from '../../lesson/process/guard.ts';
import { openRunQueue } from '../../lesson/process/run-queue.ts';
import { rules } from '../../lesson/rules/index.ts';
import { ruleExamples } from '../../lesson/rules/rule-examples.ts';
import { judge } from '../../lesson/rules/judge.ts';

// V-07: the verifier proves on each run that it can refuse; here the same is proved of its rules, one by one.
const scratch = mkdtempSync(join(tmpdir(), 'canaries-'));
const guard = chooseGuard(findAbilities());
const queue = openRunQueue({ cores: availableParallelism() });
let gathered: CanaryEvidence;

beforeAll(async () => {
  gathered = await collectCanaries({
    guard,
    scratch,
    limit: queue.limit,
    signal: new AbortController().signal,
    seed: 1,
  });
}, 240_000);
afterAll(async () => {
  await queue.close();
  rmSync(scratch, { recursive: true, force: true });
}, 180_000);

test('the good lesson is accepted and every bad one refused for its own rules alone', () => {
  expect(judgeCanaries(gathered, guard).findings).toEqual([]);
});

test('every rule has a bad lesson of its own', () => {
  const covered = new Set(canaries.flatMap((canary) => canary.rules));
  expect(rules.map((rule) => rule.code).filter((code) => !covered.has(code))).toEqual([]);
});

test.for(rules.map((rule) => [rule.code, rule.name] as const))(
  'when %s (%s) no longer refuses, the canaries notice',
  ([code]) => {
    const blind = rules.map((rule) => (rule.code === code ? { ...rule, judge: () => [] } : rule));
    const proof = judgeCanaries(gathered, guard, blind);
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
    expect(judgeCanaries(gathered, guard, eager).findings.map((found) => found.where)).toContain('canary good');
  },
);

const examples = Object.entries(ruleExamples).flatMap(([code, { canary, ...example }]) =>
  canary === undefined ? [] : [[code, canary, example] as const],
);
test.for(examples)('the example of %s in RULES.md is what the verifier says of %s', ([code, id, example]) => {
  const bad = gathered.bad.find(({ canary }) => canary.id === id);
  if (!bad) throw new Error(`there is no canary ${id}`);
  const findings = judge(bad.evidence).find((entry) => entry.code === code)?.findings ?? [];
  expect(findings.map(({ where, message, next }) => ({ where, message, next }))).toContainEqual(example);
});

test('judging is pure: the same evidence gives the same results', () => {
  expect(judge(gathered.good)).toEqual(judge(gathered.good));
});

test('a canary that was not tried proves nothing: exit 70', () => {
  const [, ...rest] = gathered.bad;
  expect(judgeCanaries({ ...gathered, bad: rest }, guard).findings).toEqual([
    expect.objectContaining({ where: `canary ${gathered.bad[0]?.canary.id}`, exit: 70 }),
  ]);
});
