import type { LessonEvidence } from '../evidence.ts';
import type { Manifest } from '../manifest/schema.ts';
import { finding, type Finding, type Rule } from './rule.ts';

/** Which tests caught which known-wrong solution, as observed. */
export type KillMatrix = Readonly<Record<string, readonly string[]>>;

export function killMatrix({ runs }: Pick<LessonEvidence, 'runs'>): KillMatrix {
  return Object.fromEntries(
    runs
      .filter((run) => run.variant.kind === 'wrong' && (run.outcome === 'completed' || run.outcome === 'late-error'))
      .map((run) => [
        run.variant.id,
        run.tests
          .filter((test) => test.state !== 'pass')
          .map((test) => test.id)
          .toSorted(),
      ]),
  );
}

export const killMatrixRule: Rule = {
  code: 'R09',
  name: 'kill matrix',
  says: 'Every test catches a known-wrong solution that passes most other tests; the catalogue has enough distinct signatures; mayFail stays small.',
  needs: { kind: 'wrong', amount: 'all' },
  judge: ({ manifest, evidence }) => {
    const matrix = killMatrix(evidence);
    const findings: Finding[] = [];
    for (const test of manifest.tests) {
      if (test.exemptFromKill || sharpKillers(manifest, matrix, test.id).length > 0) continue;
      const blunt = manifest.wrong.some((entry) => entry.mustFail.some((must) => must.test === test.id));
      findings.push(
        finding(
          `tests > ${test.id}`,
          blunt
            ? 'is caught failing only by mistakes that break most other tests too'
            : 'no known-wrong solution is caught by this test: nothing proves that it can fail',
          'add a known-wrong solution that this test catches, or say exemptFromKill and why',
        ),
      );
    }
    const signatures = new Set(Object.values(matrix).map((tests) => tests.join(' ')));
    if (signatures.size < manifest.killMatrix.minSignatures) {
      findings.push(
        finding(
          'wrong',
          `${signatures.size} distinct sets of failing tests, ${manifest.killMatrix.minSignatures} are asked for`,
          'add mistakes of other kinds',
        ),
      );
    }
    for (const entry of manifest.wrong) {
      if (entry.mayFail.length > manifest.tests.length / 3) {
        findings.push(
          finding(
            `wrong > ${entry.id}`,
            `may fail ${entry.mayFail.length} tests, more than a third`,
            'decide which tests must catch it',
          ),
        );
      }
    }
    return [...findings, ...duplicates(manifest, matrix)];
  },
  summary: ({ manifest, evidence }) => {
    const signatures = new Set(Object.values(killMatrix(evidence)).map((tests) => tests.join(' ')));
    return `every test is proved by a mistake; ${signatures.size} signatures from ${manifest.wrong.length} mistakes`;
  },
};

/** Known-wrong solutions that this test must catch, did catch, and that pass more than half of the tests. */
function sharpKillers(manifest: Manifest, matrix: KillMatrix, id: string): string[] {
  return manifest.wrong
    .filter((entry) => entry.mustFail.some((must) => must.test === id))
    .map((entry) => entry.id)
    .filter((entry) => {
      const failing = matrix[entry] ?? [];
      return failing.includes(id) && failing.length <= manifest.tests.length / 2;
    });
}

/** Two tests that always fall together may be one test too many: worth a look, no error. */
function duplicates(manifest: Manifest, matrix: KillMatrix): Finding[] {
  const groups = new Map<string, string[]>();
  for (const { id } of manifest.tests) {
    const killers = Object.entries(matrix)
      .filter(([, tests]) => tests.includes(id))
      .map(([wrong]) => wrong)
      .toSorted()
      .join(' ');
    if (killers) groups.set(killers, [...(groups.get(killers) ?? []), id]);
  }
  return [...groups.values()]
    .filter((ids) => ids.length > 1)
    .map((ids) =>
      finding('tests', `${ids.join(' and ')} are killed by the same set`, 'perhaps one of them is enough', 'warning'),
    );
}
