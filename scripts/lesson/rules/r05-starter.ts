import type { RunRecord, TestRecord } from '../evidence.ts';
import type { Manifest, ManifestTest } from '../manifest/schema.ts';
import { finding, type Finding, type Rule } from './rule.ts';
import { runName, seen, testOf } from './run-text.ts';

export const starterRule: Rule = {
  code: 'R05',
  name: 'starter',
  says: 'In the starter each test does exactly what is declared: the declared gap, once, after the declared evidence; the starter type-checks.',
  needs: { kind: 'starter', amount: 'all' },
  judge: ({ manifest, evidence }) => {
    const types = (evidence.types.errors['starter:starter'] ?? []).map((error) =>
      finding('starter', `does not type-check: ${error}`, 'a learner starts from code that compiles'),
    );
    const runs = evidence.runs.filter((run) => run.variant.kind === 'starter');
    return [...types, ...runs.flatMap((run) => inspect(manifest, run))];
  },
  summary: ({ manifest, evidence }) => {
    const failing = manifest.tests.filter((test) => test.starter.state === 'fail').length;
    const runs = evidence.runs.filter((run) => run.variant.kind === 'starter').length;
    return `${failing} of ${manifest.tests.length} tests fail as declared, in ${runs} runs`;
  },
};

function inspect(manifest: Manifest, run: RunRecord): Finding[] {
  const where = runName(run);
  if (run.outcome === 'infra' || run.outcome === 'run-timeout' || run.outcome === 'over-limit') return []; // R11 says so
  if (run.outcome !== 'completed' && run.outcome !== 'late-error') {
    return [
      finding(
        where,
        `no test failed as declared: ${run.why}`,
        'make the starter load and run; then its gap is what fails',
      ),
    ];
  }
  return manifest.tests.flatMap((test) => {
    const reported = testOf(run, test.id);
    if (!reported || reported.state === 'skipped') return []; // R03 says so
    const problem = compare(manifest, test, reported);
    return problem
      ? [
          finding(
            where,
            `${test.id}: declared ${declared(manifest, test)}, observed ${seen(reported)}${problem.detail}`,
            problem.next,
          ),
        ]
      : [];
  });
}

function compare(
  manifest: Manifest,
  test: ManifestTest,
  reported: TestRecord,
): { detail: string; next: string } | undefined {
  const { starter } = test;
  if (starter.state === 'pass') {
    return reported.state === 'pass'
      ? undefined
      : { detail: '', next: `repair the starter, or declare the failure in lesson.json > tests > ${test.id}` };
  }
  if (reported.state === 'pass') {
    return { detail: '', next: 'the starter is already solved here: put the gap back' };
  }
  if (reported.state !== 'fail') return { detail: '', next: 'a time-out is never a declared failure' };
  const gap = manifest.gaps.find((candidate) => candidate.code === starter.gap);
  const [error, ...more] = reported.errors;
  if (!error || more.length > 0) {
    return { detail: ` (${reported.errors.length} errors)`, next: 'exactly one error: look at hooks and clean-up' };
  }
  const names = [error, ...error.causes];
  if (!names.some((candidate) => candidate.name === gap?.name && candidate.code === gap.code)) {
    return { detail: '', next: 'the test must meet the declared gap itself' };
  }
  const short = Object.entries(starter.evidence ?? {}).find(([name, value]) => reported.evidence[name] !== value);
  if (short) {
    const [name, value] = short;
    return {
      detail: `, with evidence ${name} = ${reported.evidence[name] ?? 'none'} instead of ${value}`,
      next: 'the starter gives up too early: only the gap may be missing',
    };
  }
  return undefined;
}

function declared(manifest: Manifest, { starter }: ManifestTest): string {
  if (starter.state === 'pass') return 'pass';
  const name = manifest.gaps.find((gap) => gap.code === starter.gap)?.name ?? '';
  const evidence = Object.entries(starter.evidence ?? {}).map(([key, value]) => `${key} = ${value}`);
  return [`fail ${name} ${starter.gap}`, ...evidence].join(', ');
}
