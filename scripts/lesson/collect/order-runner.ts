import { appendFileSync } from 'node:fs';
import { TestRunner, type RunnerTestFile, type RunnerTestSuite } from 'vitest';

/**
 * The runner inside each test worker of a verified run. It turns the order of tests round when asked to (so that two
 * runs see every pair of tests in both orders), and tells which listening sockets are still open when the tests are over.
 */
export default class OrderRunner extends TestRunner {
  onCollected(files: RunnerTestFile[]): void {
    if (process.env['LESSON_ORDER'] === 'reversed') files.forEach(reverse);
  }

  override onAfterRunFiles(): void {
    const report = process.env['LESSON_WORKER_REPORT'];
    const listening = process.getActiveResourcesInfo().filter((kind) => /server/i.test(kind) || kind === 'UDPWrap');
    if (report && listening.length > 0) appendFileSync(report, `${JSON.stringify({ listening })}\n`);
    super.onAfterRunFiles();
  }
}

function reverse(suite: RunnerTestSuite): void {
  suite.tasks.reverse();
  for (const task of suite.tasks) if (task.type === 'suite') reverse(task);
}
