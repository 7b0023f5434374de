import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { githubAnnotations, writeStepSummary } from '../../lesson/report/github-report.ts';
import { jsonReport } from '../../lesson/report/json-report.ts';
import { junitReport } from '../../lesson/report/junit-report.ts';
import { textReport } from '../../lesson/report/text-report.ts';
import { displayWidth, wrapText } from '../../lesson/report/wrap-text.ts';
import { sampleVerification } from './sample-verification.ts';

const failing = sampleVerification({ failing: true });
const passing = sampleVerification({ failing: false });
const options = { columns: 80, verbose: false, reportFile: 'report.json' };
const [badVerdict] = failing.lessons;
const [goodVerdict] = passing.lessons;

test('text: symbol and word, at most 80 columns, what failed last and what to do next (V-08)', () => {
  if (!badVerdict || !goodVerdict) throw new Error('the sample has a lesson');
  const text = textReport(badVerdict, failing, options);
  expect(text.split('\n').filter((line) => displayWidth(line) > 80)).toEqual([]);
  expect(text).toMatch(/✗ FAIL R05/);
  expect(text.indexOf('✓ ok')).toBeLessThan(text.indexOf('✗ FAIL'));
  expect(text.trimEnd().split('\n').slice(-4).join('\n')).toMatch(/exit 1[\s\S]*next:[\s\S]*report:/);
  expect(textReport(goodVerdict, passing, options)).toMatch(/verified \(exit 0\)/);
  // eslint-disable-next-line no-control-regex
  expect(text).not.toMatch(/\u001b/);
});

test('json: verdict, exit code, rules, variants with declared and observed, processes, kill matrix (V-08)', () => {
  const report = JSON.parse(JSON.stringify(jsonReport(failing))) as Record<string, unknown>;
  expect(report).toMatchObject({
    verdict: 'content error',
    exitCode: 1,
    rules: expect.arrayContaining([expect.objectContaining({ code: 'R05', status: 'fail' })]),
    variants: expect.arrayContaining([
      {
        kind: 'starter',
        id: 'starter',
        runs: expect.anything(),
        tests: expect.arrayContaining([
          expect.objectContaining({ id: 'longest', declared: 'fail TODO_WORDS', observed: 'pass' }),
        ]),
      },
    ]),
    processes: { method: 'pid-namespace', complete: true, left: [] },
    killMatrix: { shortest: ['longest'] },
  });
  expect(JSON.stringify(report)).not.toContain(process.cwd());
});

test('junit: well-formed whatever the messages hold, declared failures green, broken rules red', () => {
  const xml = junitReport(failing);
  expect(XMLValidator.validate(xml)).toBe(true);
  expect(xml, 'XML 1.0 allows no control characters').not.toMatch(/[^\P{Cc}\t\n\r]/u);
  const parsed = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '',
    isArray: (name) => ['testsuite', 'testcase', 'failure'].includes(name),
  }).parse(xml) as {
    testsuites: {
      testsuite: { name: string; failures: string; testcase: { name: string; failure?: { message: string }[] }[] }[];
    };
  };
  const suites = parsed.testsuites.testsuite;
  const rule = suites[0]?.testcase.find((entry) => entry.name.startsWith('R05'));
  expect(rule?.failure?.map((entry) => entry.message).join()).toContain('<&">');
  expect(suites.find((suite) => suite.name.endsWith('wrong:shortest'))?.failures).toBe('0');
  expect(suites.find((suite) => suite.name.endsWith('starter:starter'))?.failures).toBe('1');
});

test('github: one command a finding, with nothing in it that could start another', () => {
  const lines = githubAnnotations(failing);
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines) {
    expect(line).toMatch(/^::(error|warning) title=[^:,]*::[^\n]*$/);
    expect(line).not.toContain('\n');
  }
  const folder = mkdtempSync(join(tmpdir(), 'summary-'));
  writeStepSummary(join(folder, 'summary.md'), failing);
  expect(readFileSync(join(folder, 'summary.md'), 'utf8')).toMatch(/### 00-words: content error[\s\S]*\| fail \| R05/);
  rmSync(folder, { recursive: true });
});

test('wrapping keeps every character and no line is too wide, in wide scripts too', () => {
  const words = fc.array(
    fc.oneof(
      fc.stringMatching(/^[a-z]{1,12}$/),
      fc.constantFrom('实现', '请求', '超时。', '（stdio）', '表（`Map`）里，', '（见上）'),
    ),
    {
      minLength: 1,
      maxLength: 40,
    },
  );
  fc.assert(
    fc.property(words, fc.integer({ min: 24, max: 90 }), (parts, columns) => {
      const text = parts.join(' ');
      const lines = wrapText(text, columns, '  ');
      expect(lines.every((line) => displayWidth(line) <= columns)).toBe(true);
      expect(lines.slice(1).filter((line) => /^\s*[，。）]/.test(line))).toEqual([]);
      expect(lines.slice(0, -1).filter((line) => line.endsWith('（'))).toEqual([]);
      expect(lines.join('').replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''));
    }),
  );
});
