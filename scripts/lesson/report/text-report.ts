import { relative } from 'node:path';
import { verdictWord } from '../exit-codes.ts';
import { repositoryRoot } from '../repository.ts';
import type { RuleResult, RuleStatus } from '../rules/judge.ts';
import type { Finding } from '../rules/rule.ts';
import type { LessonVerdict, Verification } from '../verify.ts';
import { wrapText } from './wrap-text.ts';

/** Symbol and word, so that nothing rests on colour. */
const signs: Readonly<Record<RuleStatus, string>> = { ok: '✓ ok  ', warn: '! warn', fail: '✗ FAIL', skipped: '- skip' };
const shownFindings = 6;

export interface TextReportOptions {
  readonly columns: number;
  readonly verbose: boolean;
  /** Where the full report was written. */
  readonly reportFile: string;
}

/** The verdict on one lesson for people: a line a rule, what failed with its next step last. */
export function textReport(verdict: LessonVerdict, verification: Verification, options: TextReportOptions): string {
  const { lesson, evidence, results } = verdict;
  const version = evidence.loaded.ok ? evidence.loaded.manifest.contentVersion : '?';
  const lines = [
    `${lesson.id} ${version}   node ${process.versions.node} ${process.platform}   seed ${verification.seed}`,
    '',
  ];
  const passing = results.filter((entry) => entry.status !== 'fail');
  const failing = results.filter((entry) => entry.status === 'fail');
  for (const entry of [...passing, ...failing]) lines.push(...ruleLines(entry, options));
  lines.push('', ...verdictLines(verdict, failing, options));
  return `${lines.join('\n')}\n`;
}

function ruleLines(entry: RuleResult, { columns, verbose }: TextReportOptions): string[] {
  const head = `${signs[entry.status]} ${entry.code} ${entry.name.padEnd(16)}`;
  const lines = wrapText(`${head} ${entry.summary}`, columns, ' '.repeat(12));
  const shown = verbose ? entry.findings : entry.findings.slice(0, shownFindings);
  for (const found of shown) lines.push(...findingLines(found, columns));
  const more = entry.findings.length - shown.length;
  if (more > 0) lines.push(`         … ${more} more (--verbose, or the report)`);
  return lines;
}

function findingLines(found: Finding, columns: number): string[] {
  return [
    ...wrapText(`       ${found.where}`, columns, '         '),
    ...wrapText(`         ${found.message}`, columns, '         '),
    ...wrapText(`         next: ${found.next}`, columns, '               '),
  ];
}

function verdictLines(
  { exitCode, lesson, partial }: LessonVerdict,
  failing: readonly RuleResult[],
  { reportFile, columns }: TextReportOptions,
): string[] {
  const word = partial && exitCode === 0 ? 'verified in part: only what was asked for' : verdictWord[exitCode];
  const lines = [`${exitCode === 0 ? '✓' : '✗'} ${lesson.id}: ${word} (exit ${exitCode})`];
  const first = failing[0];
  if (first) {
    lines.push(`  pnpm lesson explain ${first.code}   says what this rule asks for`);
    lines.push(
      ...wrapText(
        `  next: ${first.findings.find((found) => found.exit !== 'warning')?.next ?? ''}`,
        columns,
        '        ',
      ),
    );
  }
  lines.push(`  report: ${relative(repositoryRoot, reportFile)}`);
  return lines;
}
