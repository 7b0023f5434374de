import { variantKey, type RunRecord } from '../evidence.ts';
import type { ManifestWrong } from '../manifest/schema.ts';
import { finding, type Finding, type ReadableLesson, type Rule } from './rule.ts';
import { runName, seen, testOf } from './run-text.ts';

/** A patch that leaves less than this share of the code empties the module: every test notices, none is proved by it. */
const leastKept = 0.5;

export const wrongRule: Rule = {
  code: 'R08',
  name: 'wrong',
  says: 'Each known-wrong solution is one small plausible mistake that type-checks; it fails the tests it names with the messages it names, and no others.',
  needs: { kind: 'wrong', amount: 'some' },
  judge: (lesson) => [
    ...lesson.manifest.wrong.flatMap((entry) => inspect(lesson, entry)),
    ...lesson.evidence.patches.undeclared.map((file) =>
      finding(file, 'nothing in lesson.json declares this', 'declare it, or delete it'),
    ),
  ],
  summary: ({ manifest, evidence }) => {
    const ran = new Set(evidence.runs.filter((run) => run.variant.kind === 'wrong').map((run) => run.variant.id));
    return `${ran.size} of ${manifest.wrong.length} run, each caught by the tests it names`;
  },
};

function inspect({ evidence }: ReadableLesson, entry: ManifestWrong): Finding[] {
  const key = variantKey({ kind: 'wrong', id: entry.id });
  const where = `wrong ${entry.id}`;
  const fact = evidence.patches.facts[key];
  if (!fact || fact.problem) {
    return [finding(fact?.file ?? where, fact?.problem ?? 'not planned', 'make the patch anew against the solution')];
  }
  const findings: Finding[] = [];
  const stray = fact.touched.filter((path) => !path.startsWith('src/'));
  if (stray.length > 0)
    findings.push(finding(fact.file, `touches ${stray.join(', ')}`, 'a mistake is made in src/ only'));
  if (fact.changedLines > entry.maxLines) {
    findings.push(
      finding(
        fact.file,
        `changes ${fact.changedLines} lines, more than ${entry.maxLines}`,
        'one mistake is small; say maxLines if it cannot be',
      ),
    );
  }
  if (fact.kept < leastKept) {
    const percent = Math.round(fact.kept * 100);
    findings.push(
      finding(
        fact.file,
        `leaves ${percent} % of the code: it empties the module`,
        'a plausible mistake keeps the rest of the work',
      ),
    );
  }
  for (const error of evidence.types.errors[key] ?? []) {
    findings.push(finding(where, `does not type-check: ${error}`, 'a mistake that the compiler finds needs no test'));
  }
  for (const run of evidence.runs.filter((candidate) => variantKey(candidate.variant) === key)) {
    findings.push(...compare(entry, run));
  }
  return findings;
}

function compare(entry: ManifestWrong, run: RunRecord): Finding[] {
  const where = runName(run);
  if (run.outcome !== 'completed' && run.outcome !== 'late-error') return []; // R03 and R11 say so
  const findings: Finding[] = [];
  for (const must of entry.mustFail) {
    const test = testOf(run, must.test);
    if (!test || test.state === 'skipped') continue; // R03 says so
    const message = test.errors.map((error) => error.message).join('\n');
    if (test.state === 'pass') {
      findings.push(
        finding(
          where,
          `${must.test}: declared fail, observed pass`,
          'the test does not catch this mistake: sharpen it',
        ),
      );
    } else if (test.state === 'timeout' || !new RegExp(must.message, 'u').test(message)) {
      findings.push(
        finding(
          where,
          `${must.test}: declared fail /${must.message}/, observed ${seen(test)}`,
          'it fails for another reason than the one declared',
        ),
      );
    }
  }
  const allowed = new Set([...entry.mustFail.map((must) => must.test), ...entry.mayFail]);
  for (const test of run.tests) {
    if (test.state !== 'pass' && test.state !== 'skipped' && !allowed.has(test.id)) {
      findings.push(
        finding(
          where,
          `${test.id}: declared pass, observed ${seen(test)}`,
          'name it in mustFail or mayFail, or narrow the mistake',
        ),
      );
    }
  }
  return findings;
}
