import { writeFileSync } from 'node:fs';
import type { Reporter, TestCase } from 'vitest/node';

/** Writes down, for each project (a broken double), which tests failed by an assertion or a deadline of theirs. */
export default class DoublesReporter implements Reporter {
  readonly #failed: Record<string, string[]> = {};

  onTestCaseResult(test: TestCase): void {
    const failed = (this.#failed[test.project.name] ??= []);
    if (test.result().state === 'failed') failed.push(test.name);
  }

  onTestRunEnd(): void {
    const file = process.env['DOUBLES_REPORT'];
    if (file) writeFileSync(file, JSON.stringify(this.#failed));
  }
}
