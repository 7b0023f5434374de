import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A new folder, which goes with the test. */
export function temporaryFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'stdio-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}
