import { finding, type Rule } from './rule.ts';

export const lintRule: Rule = {
  code: 'R02',
  name: 'lint',
  says: 'Tests assert something: no bare or missing expect, nothing focused, skipped, retried or expected to fail, only allowed imports.',
  judge: ({ evidence }) => {
    const softened = new Map(
      evidence.runs.flatMap((run) =>
        run.tests
          .filter((test) => test.softened.length > 0)
          .map((test) => [`${test.id || test.title}: ${test.softened.join(', ')}`, test.file] as const),
      ),
    );
    return [
      ...evidence.lint.findings.map((found) =>
        finding(
          `${found.file}:${found.line}`,
          `${found.message} [${found.rule}]`,
          'make the test assert what it is about',
        ),
      ),
      ...[...softened].map(([what, file]) =>
        finding(file, `a test is softened by its options: ${what}`, 'a lesson test runs once and means what it says'),
      ),
    ];
  },
  summary: () => 'tests assert, import and run as they should',
};
