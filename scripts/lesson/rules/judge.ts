import { exitCode } from '../exit-codes.ts';
import type { LessonEvidence } from '../evidence.ts';
import { rules as allRules } from './index.ts';
import { finding, type Finding, type ReadableLesson, type Rule } from './rule.ts';

export type RuleStatus = 'ok' | 'warn' | 'fail' | 'skipped';

export interface RuleResult {
  readonly code: string;
  readonly name: string;
  readonly status: RuleStatus;
  readonly summary: string;
  readonly findings: readonly Finding[];
}

/**
 * Judges one lesson. Without a readable manifest only R01 speaks. `rules` can be given so that a test may take one out
 * and see the canaries notice.
 */
export function judge(evidence: LessonEvidence, rules: readonly Rule[] = allRules): RuleResult[] {
  const manifestResult = judgeManifest(evidence);
  if (!evidence.loaded.ok) {
    const skipped = rules.map(({ code, name }) => ({
      code,
      name,
      status: 'skipped' as const,
      summary: 'needs a manifest',
      findings: [],
    }));
    return [manifestResult, ...skipped];
  }
  const lesson = { manifest: evidence.loaded.manifest, evidence };
  return [manifestResult, ...rules.map((rule) => judgeOne(rule, lesson))];
}

function judgeOne(rule: Rule, lesson: ReadableLesson): RuleResult {
  const { code, name, needs } = rule;
  const there = needs ? lesson.evidence.collected[needs.kind] : 'all';
  if (there === 'none' || (needs?.amount === 'all' && there === 'some')) {
    return { code, name, status: 'skipped', summary: 'not judged: what it needs was not run', findings: [] };
  }
  return result(code, name, rule.judge(lesson), () => rule.summary(lesson));
}

/** R01. */
function judgeManifest({ loaded }: LessonEvidence): RuleResult {
  const problems = loaded.ok ? [] : loaded.problems;
  const findings = problems.map(({ where, what }) =>
    finding(
      `lesson.json > ${where}`,
      what,
      'correct lesson.json; lesson.schema.json says what may stand there',
      exitCode.usage,
    ),
  );
  return result('R01', 'manifest', findings, () => 'readable, and everything it names exists');
}

export function result(code: string, name: string, findings: readonly Finding[], summary: () => string): RuleResult {
  const errors = findings.filter((found) => found.exit !== 'warning');
  const status = errors.length > 0 ? 'fail' : findings.length > 0 ? 'warn' : 'ok';
  return {
    code,
    name,
    status,
    summary: status === 'fail' ? `${errors.length} problem${errors.length > 1 ? 's' : ''}` : summary(),
    findings,
  };
}
