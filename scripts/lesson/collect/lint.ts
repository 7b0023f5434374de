import { join, relative, resolve, sep } from 'node:path';
import { existsSync } from 'node:fs';
import { packageBin } from './package-bin.ts';
import { runTool } from './run-tool.ts';

interface LintFinding {
  readonly file: string;
  readonly line: number;
  readonly rule: string;
  readonly message: string;
}

/** `infra`: the linter itself did not work, so nothing is known. */
export interface LintFacts {
  readonly findings: readonly LintFinding[];
  readonly infra?: string;
}

interface OxlintReport {
  readonly diagnostics: readonly {
    readonly message: string;
    readonly code?: string;
    readonly help?: string;
    readonly filename: string;
    readonly labels: readonly { readonly span: { readonly line: number } }[];
  }[];
}

/**
 * Lints the tests of a lesson: an `expect` without a matcher passes at run time, whatever it is given, and no run can
 * show that.
 */
export async function lintTests(lessonFolder: string, signal: AbortSignal): Promise<LintFacts> {
  const tests = join(lessonFolder, 'solution', 'tests');
  if (!existsSync(tests)) {
    const message = 'there is no tests folder: nothing can be linted';
    return { findings: [{ file: 'solution/tests', line: 0, rule: 'tests', message }] };
  }
  const config = join(import.meta.dirname, 'tests.oxlintrc.json');
  const result = await runTool(
    [packageBin('oxlint', 'oxlint'), '-c', config, '--disable-nested-config', '--no-ignore', '-f', 'json', tests],
    { cwd: lessonFolder, signal },
  );
  let report: OxlintReport;
  try {
    report = JSON.parse(result.stdout) as OxlintReport;
  } catch {
    const why = result.failure ?? (result.stderr.trim() || result.stdout.trim());
    return { findings: [], infra: `the linter did not work: ${why}` };
  }
  const findings = report.diagnostics.map((found) => ({
    file: relative(lessonFolder, resolve(lessonFolder, found.filename)).split(sep).join('/'),
    line: found.labels[0]?.span.line ?? 0,
    rule: found.code ?? 'syntax',
    message: [found.message, found.help].filter(Boolean).join(' '),
  }));
  return { findings };
}
