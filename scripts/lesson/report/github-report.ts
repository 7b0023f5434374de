import { appendFileSync } from 'node:fs';
import { verdictWord } from '../exit-codes.ts';
import type { Verification } from '../verify.ts';

/** Annotations for a GitHub Actions log: one command a finding. */
export function githubAnnotations({ lessons }: Verification): string[] {
  return lessons.flatMap(({ lesson, results }) =>
    results.flatMap((entry) =>
      entry.findings.map((found) => {
        const level = found.exit === 'warning' ? 'warning' : 'error';
        const title = property(`${lesson.id} ${entry.code} ${entry.name}`);
        return `::${level} title=${title}::${data(`${found.where}: ${found.message}\nnext: ${found.next}`)}`;
      }),
    ),
  );
}

/** Appends a table to the step's summary page. */
export function writeStepSummary(file: string, { lessons }: Verification): void {
  const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
  for (const { lesson, results, exitCode } of lessons) {
    const rows = results.map((entry) => `| ${entry.status} | ${entry.code} | ${entry.name} | ${cell(entry.summary)} |`);
    const table = ['| status | rule | name | |', '| --- | --- | --- | --- |', ...rows].join('\n');
    appendFileSync(file, `### ${lesson.id}: ${verdictWord[exitCode]}\n\n${table}\n\n`);
  }
}

/** Escapes the message of a workflow command. */
function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** Escapes a property of a workflow command. */
function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
