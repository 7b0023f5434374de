import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vitest from 'vitest';

/** A new folder by its real path, which goes with the test: with that of the context, or the one that runs. */
export function temporaryFolder({ onTestFinished }: Pick<vitest.TestContext, 'onTestFinished'> = vitest): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'extensions-')));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}
