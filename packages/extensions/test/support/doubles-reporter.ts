import { writeFileSync } from 'node:fs';
import type { Reporter, TestCase } from 'vitest/node';
import { brokenDoubles } from '../contract/broken-doubles.ts';
import { cannotRun } from './cannot-run.ts';

/** Writes down, for each project (a broken double), which tests failed: not by a double that cannot even run. */
export default class DoublesReporter implements Reporter {
  readonly #failed: Record<string, string[]> = {};
  #tried = 0;

  /** A sign of life: there are hundreds, and each takes its second. */
  onTestModuleEnd(): void {
    this.#tried += 1;
    if (this.#tried % 50 === 0)
      process.stderr.write(`${this.#tried} of ${brokenDoubles.length} broken doubles tried\n`);
  }

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
