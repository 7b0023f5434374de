import { readdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { withFileLock } from '../../src/manager/file-lock.ts';
import { pidSpace } from '../../src/manager/process-life.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

// As on FAT, and on folders that some virtual machines share with their host.
vi.mock('node:fs/promises', async (original) => ({
  ...(await original<object>()),
  link: () => Promise.reject(Object.assign(new Error('no links here'), { code: 'EPERM' })),
}));

test('the lock works on a file system without links: one at a time, and a dead owner is no obstacle', async () => {
  const path = join(temporaryFolder(), 'lock');
  const owner = { pid: 2 ** 22 + 1, space: `${hostname()} ${pidSpace()}`, token: '0123456789abcdef', since: '' };
  writeFileSync(path, JSON.stringify(owner));
  let inside = 0;
  const work = async (): Promise<number> => {
    inside += 1;
    await new Promise(setImmediate);
    const most = inside;
    inside -= 1;
    return most;
  };
  expect(await Promise.all(Array.from({ length: 10 }, () => withFileLock(path, work)))).toEqual(Array(10).fill(1));
  expect(readdirSync(join(path, '..'))).toEqual([]);
});
