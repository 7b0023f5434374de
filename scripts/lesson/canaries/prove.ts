import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { collectLesson, type CollectOptions } from '../collect/collect-lesson.ts';
import { readVariant, type FileMap } from '../collect/variant-files.ts';
import { exitCode, worstOf } from '../exit-codes.ts';
import { variantKey, type LessonEvidence } from '../evidence.ts';
import type { Rule } from '../rules/rule.ts';
import { judge, result, type RuleResult } from '../rules/judge.ts';
import { finding, type Finding } from '../rules/rule.ts';
import type { Guard } from '../process/guard.ts';
import type { Canary } from './canary.ts';
import { doctoredCanaries } from './doctored-canaries.ts';
import { machineCanaries } from './machine-canaries.ts';
import { runCanaries } from './run-canaries.ts';
import { textCanaries } from './text-canaries.ts';

export const canaries: readonly Canary[] = [...textCanaries, ...runCanaries, ...machineCanaries, ...doctoredCanaries];

/** Evidence about the good lesson and about each bad one, gathered now. */
export interface CanaryEvidence {
  readonly good: LessonEvidence;
  readonly bad: readonly { readonly canary: Canary; readonly evidence: LessonEvidence }[];
}

export type CanaryOptions = Omit<CollectOptions, 'repositoryRoot' | 'folder' | 'only' | 'checks' | 'repeats'>;

/** Runs the good lesson and every bad one. The bad ones run only what their edit changes. */
export async function collectCanaries(options: CanaryOptions): Promise<CanaryEvidence> {
  const source = readVariant(join(import.meta.dirname, '00-words'));
  const [good, ...bad] = await Promise.all([
    collectLesson({ ...options, ...writeLesson(options.scratch, 'good', source) }),
    ...enforceable(options.guard).map((canary) => collectBad(canary, source, options)),
  ]);
  return {
    good,
    bad: bad.map(({ canary, evidence }) => ({ canary, evidence: doctor(canary, merge(good, evidence, canary)) })),
  };
}

async function collectBad(
  canary: Canary,
  source: FileMap,
  options: CanaryOptions,
): Promise<{ canary: Canary; evidence: LessonEvidence }> {
  const files: FileMap = new Map(source);
  canary.edit?.(files);
  const place = writeLesson(options.scratch, canary.id, files);
  const only = canary.reruns ?? ((): boolean => false);
  return {
    canary,
    evidence: await collectLesson({
      ...options,
      ...place,
      only,
      checks: (canary.checks ?? []).filter((check) => check === 'types' || check === 'lint'),
    }),
  };
}

function doctor(canary: Canary, evidence: LessonEvidence): LessonEvidence {
  return canary.doctor ? canary.doctor(evidence) : evidence;
}

/** What was not gathered anew is as in the good lesson. */
function merge(good: LessonEvidence, evidence: LessonEvidence, canary: Canary): LessonEvidence {
  if (!evidence.loaded.ok) return evidence;
  const declared = new Set(evidence.loaded.manifest.wrong.map((entry) => `wrong:${entry.id}`));
  const rerun = new Set(evidence.runs.map((run) => variantKey(run.variant)));
  const kept = good.runs.filter((run) => {
    const key = variantKey(run.variant);
    return !rerun.has(key) && (run.variant.kind !== 'wrong' || declared.has(key));
  });
  return {
    ...evidence,
    collected: good.collected,
    twins: canary.checks?.includes('twins') ? evidence.twins : good.twins,
    patches: canary.checks?.includes('patches') ? evidence.patches : good.patches,
    runs: [...kept, ...evidence.runs],
    types: canary.checks?.includes('types')
      ? { errors: { ...good.types.errors, ...evidence.types.errors } }
      : good.types,
    lint: canary.checks?.includes('lint') ? evidence.lint : good.lint,
  };
}

/**
 * R15: the good lesson must be verified and each bad one refused for exactly its own rules, with its own exit code. A
 * verifier that cannot say no here has no right to say yes anywhere.
 */
export function judgeCanaries(
  { good, bad }: CanaryEvidence,
  guard: Pick<Guard, 'complete'>,
  rules?: readonly Rule[],
): RuleResult {
  const findings: Finding[] = [];
  const verdictOf = (evidence: LessonEvidence): { failing: string[]; code: number; first: string } => {
    const failed = judge(evidence, rules).filter((entry) => entry.status === 'fail');
    const errors = failed.flatMap((entry) => entry.findings).filter((found) => found.exit !== 'warning');
    const codes = errors.map((found) => (found.exit === 'warning' ? exitCode.verified : found.exit));
    return { failing: failed.map((entry) => entry.code), code: worstOf(codes), first: errors[0]?.message ?? '' };
  };
  const verdict = verdictOf(good);
  if (verdict.failing.length > 0) {
    findings.push(
      finding(
        'canary good',
        `the good lesson was refused by ${verdict.failing.join(', ')}: ${verdict.first}`,
        'repair the rule, or this machine',
        exitCode.canary,
      ),
    );
  }
  const there = new Set(bad.map(({ canary }) => canary.id));
  for (const { id } of enforceable(guard)) {
    if (there.has(id)) continue;
    findings.push(
      finding(
        `canary ${id}`,
        'was not tried: nothing proves that the verifier refuses it',
        'gather the canaries anew: --canaries fresh',
        exitCode.canary,
      ),
    );
  }
  for (const { canary, evidence } of bad) {
    const { failing, code, first } = verdictOf(evidence);
    const expected = `${canary.rules.join(', ')} with exit ${canary.exit}`;
    const observed = failing.length > 0 ? `${failing.join(', ')} with exit ${code}` : 'no rule';
    if (expected !== observed) {
      findings.push(
        finding(
          `canary ${canary.id}`,
          `${canary.why}: must be refused by ${expected}, was refused by ${observed}${first ? `: ${first}` : ''}`,
          'the verifier is broken: no verdict of it means anything until this is repaired',
          exitCode.canary,
        ),
      );
    }
  }
  return result('R15', 'canaries', findings, () => `${bad.length} bad lessons refused, 1 good lesson accepted`);
}

/** The bad lessons that this machine's way of finding left processes can be held to. */
function enforceable(guard: Pick<Guard, 'complete'>): Canary[] {
  return canaries.filter((canary) => guard.complete || !canary.needsCompleteGuard);
}

function writeLesson(scratch: string, id: string, files: FileMap): { repositoryRoot: string; folder: string } {
  const folder = join(scratch, 'canaries', id, '00-words');
  for (const [path, text] of files) {
    const target = join(folder, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
  const installed = resolve(import.meta.dirname, '..', '..', 'node_modules');
  for (const variant of ['starter', 'solution'])
    symlinkSync(installed, join(folder, variant, 'node_modules'), 'junction');
  return { repositoryRoot: folder, folder };
}
