import { join, relative, sep } from 'node:path';
import { existsSync } from 'node:fs';
import { packageBin } from './package-bin.ts';
import { runTool } from './run-tool.ts';

export interface LintFinding {
  readonly file: string;
  readonly line: number;
  readonly rule: string;
  readonly message: string;
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
 * show that. Returns one finding with rule `lint` when the linter itself did not work.
 */
export async function lintTests(lessonFolder: string, signal: AbortSignal): Promise<LintFinding[]> {
  const tests = join(lessonFolder, 'solution', 'tests');
  if (!existsSync(tests)) return [];
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
    return [{ file: 'tests', line: 0, rule: 'lint', message: `the linter did not work: ${why}` }];
  }
  return report.diagnostics.map((found) => ({
    file: relative(lessonFolder, join(lessonFolder, relative(lessonFolder, found.filename)))
      .split(sep)
      .join('/'),
    line: found.labels[0]?.span.line ?? 0,
    rule: found.code ?? 'lint',
    message: [found.message, found.help].filter(Boolean).join(' '),
  }));
}
