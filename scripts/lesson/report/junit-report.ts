import { XMLBuilder } from 'fast-xml-parser';
import { variantKey } from '../evidence.ts';
import type { Finding } from '../rules/rule.ts';
import type { RuleResult } from '../rules/judge.ts';
import { runName } from '../rules/run-text.ts';
import type { Verification } from '../verify.ts';

/**
 * JUnit XML: one suite for the rules, and one per variant whose cases are green when the test did what was declared. (A
 * test runner's own JUnit would show every declared failure red.)
 */
export function junitReport({ lessons }: Verification): string {
  const suites = lessons.flatMap(({ lesson, evidence, results }) => {
    const rules = suite(
      `${lesson.id} rules`,
      results.map((entry) => ruleCase(lesson.id, entry)),
    );
    const keys = [...new Set(evidence.runs.map((run) => variantKey(run.variant)))];
    const variants = keys.map((key) => {
      const runs = evidence.runs.filter((run) => variantKey(run.variant) === key);
      const ids = [...new Set(runs.flatMap((run) => run.tests.map((test) => test.id)))];
      const names = runs.map(runName);
      const complaints = results
        .flatMap((entry) => entry.findings.map((found) => ({ code: entry.code, found })))
        .filter(({ found }) => names.some((name) => found.where === name || found.where.startsWith(`${name},`)));
      return suite(
        `${lesson.id} ${key}`,
        ids.map((id) => {
          const own = complaints.filter(
            ({ found }) => found.message.startsWith(`${id}:`) || found.message.includes(`"${id}"`),
          );
          return testCase(`${lesson.id}.${key}`, id, own);
        }),
      );
    });
    return [rules, ...variants];
  });
  const builder = new XMLBuilder({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    format: true,
    suppressEmptyNode: true,
  });
  return builder.build({ '?xml': { '@version': '1.0', '@encoding': 'UTF-8' }, testsuites: { testsuite: suites } });
}

function ruleCase(lessonId: string, { code, name, status, findings }: RuleResult): object {
  if (status === 'skipped') return { '@classname': `${lessonId}.rules`, '@name': `${code} ${name}`, skipped: '' };
  const errors = findings.filter((found) => found.exit !== 'warning');
  return testCase(
    `${lessonId}.rules`,
    `${code} ${name}`,
    errors.map((found) => ({ code, found })),
  );
}

function testCase(classname: string, name: string, complaints: readonly { code: string; found: Finding }[]): object {
  const infra = complaints.filter(({ found }) => found.exit === 3);
  const failures = complaints.filter(({ found }) => found.exit !== 3 && found.exit !== 'warning');
  const entry = ({ code, found }: { code: string; found: Finding }): object => ({
    '@type': code,
    '@message': printable(found.message),
    '#text': printable(`${found.where}\n${found.message}\nnext: ${found.next}`),
  });
  return {
    '@classname': classname,
    '@name': name,
    ...(failures.length > 0 ? { failure: failures.map(entry) } : {}),
    ...(infra.length > 0 ? { error: infra.map(entry) } : {}),
  };
}

function suite(name: string, cases: readonly object[]): object {
  const having = (key: string): number => cases.filter((entry) => key in entry).length;
  return {
    '@name': name,
    '@tests': cases.length,
    '@failures': having('failure'),
    '@errors': having('error'),
    '@skipped': having('skipped'),
    testcase: cases,
  };
}

/** XML 1.0 has no place for control characters, not even escaped. */
function printable(text: string): string {
  return text.replaceAll(/[^\P{Cc}\t\n\r]/gu, '\uFFFD');
}
