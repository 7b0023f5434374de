import { expect, test, type TestContext } from 'vitest';
import { cannotRun } from '../support/cannot-run.ts';
import { requirements, type RequirementId } from './requirements.ts';

/** Set while a broken double is under test: only the tests of its rule are run, until one catches it. */
const only = process.env['BROKEN_DOUBLE_OF'];
let isCaught = false;

/** A test of one rule. It must assert something; the rule's id stands before its title. */
export function verifies(
  id: RequirementId,
  title: string,
  run: (context: TestContext) => Promise<void> | void,
  timeoutMs?: number,
): void {
  if (!(id in requirements)) throw new Error(`there is no requirement ${id}`);
  if (only !== undefined && only !== id) return;
  const body = async (context: TestContext): Promise<void> => {
    if (isCaught) context.skip('the double is caught');
    context.onTestFailed(({ task }) => {
      isCaught = only !== undefined && !cannotRun(task.result?.errors ?? []);
    });
    expect.hasAssertions();
    await run(context);
  };
  // oxlint-disable-next-line vitest/expect-expect -- the body says hasAssertions
  test(`${id}: ${title}`, { timeout: timeoutMs ?? (only === undefined ? 20_000 : 8_000) }, body);
}
