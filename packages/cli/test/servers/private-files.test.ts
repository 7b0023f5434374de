import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { privateFiles } from '../../src/servers/private-files.ts';

test.skipIf(process.platform === 'win32')('what is no file is never taken as one, also where it is forced', () => {
  const cwd = mkdtempSync(join(tmpdir(), 'private-files-'));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  mkdirSync(join(cwd, 'folder'));
  execFileSync('mkfifo', [join(cwd, 'pipe')]);
  symlinkSync('pipe', join(cwd, 'link'));
  writeFileSync(join(cwd, 'file'), 'mine');
  const files = privateFiles({ cwd });
  const refused = (file: string, isForced: boolean): unknown => {
    try {
      files.requireFree(file, isForced);
      return undefined;
    } catch (error) {
      return (error as Error).message;
    }
  };
  expect(['folder', 'pipe', 'link', 'file', 'new'].map((file) => refused(file, true))).toEqual([
    'folder is a folder',
    'pipe is there, and no regular file',
    'link is there, and no regular file',
    undefined,
    undefined,
  ]);
  expect(refused('file', false)).toBe('file is there already');
});
