import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'vitest';

/** A folder of the test's own, gone when it is over. */
export function testFolder({ onTestFinished }: Pick<TestContext, 'onTestFinished'>): string {
  const folder = mkdtempSync(join(tmpdir(), 'trace-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
