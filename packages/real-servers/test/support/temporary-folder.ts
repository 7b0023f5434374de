import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'vitest';

/** A folder that is gone after the test, by its real path. */
export function temporaryFolder({ onTestFinished }: Pick<TestContext, 'onTestFinished'>): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'real-servers-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
