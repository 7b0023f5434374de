import { writeFileSync } from 'node:fs';
import type { Reporter, TestCase } from 'vitest/node';
import { cannotRun } from './cannot-run.ts';

/** Writes down, for each project (a broken double), which tests failed: not by a double that cannot even run. */
export default class DoublesReporter implements Reporter {
  readonly #failed: Record<string, string[]> = {};

  onTestCaseResult(test: TestCase): void {
    const failed = (this.#failed[test.project.name] ??= []);
    const { state, errors = [] } = test.result();
    if (state === 'failed' && !cannotRun(errors)) failed.push(test.name);
  }

  onTestRunEnd(): void {
    const file = process.env['DOUBLES_REPORT'];
    if (file) writeFileSync(file, JSON.stringify(this.#failed));
  }
}
