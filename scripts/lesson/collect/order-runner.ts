import { appendFileSync } from 'node:fs';
import { watchResources, type ResourceWatch } from '@coding-agent/fixture-servers/testing';
import { TestRunner, type RunnerTestFile, type RunnerTestSuite } from 'vitest';

/**
 * The runner inside each test worker of a verified run. It turns the order of tests round when asked to (so that two
 * runs see every pair of tests in both orders), and tells which listening sockets
 * and timers of the lesson's own code are still there when the tests are over (the runner has timers of its own).
 */
export default class OrderRunner extends TestRunner {
  #resources: ResourceWatch | undefined;

  onCollected(files: RunnerTestFile[]): void {
    if (process.env['LESSON_ORDER'] === 'reversed') files.forEach(reverse);
  }

  onBeforeRunFiles(): void {
    this.#resources = watchResources({ folder: process.env['LESSON_VARIANT'] ?? process.cwd() });
  }

  override onAfterRunFiles(): void {
    const report = process.env['LESSON_WORKER_REPORT'];
    const listening = process.getActiveResourcesInfo().filter((kind) => /server/i.test(kind) || kind === 'UDPWrap');
    const timers = this.#resources?.timers().length ?? 0;
    this.#resources?.stop();
    if (report && listening.length + timers > 0) appendFileSync(report, `${JSON.stringify({ listening, timers })}\n`);
    super.onAfterRunFiles();
  }
}

function reverse(suite: RunnerTestSuite): void {
  suite.tasks.reverse();
  for (const task of suite.tasks) if (task.type === 'suite') reverse(task);
}
