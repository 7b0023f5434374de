import { readdirSync } from 'node:fs';
import type * as filesModule from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { openQuarantineFile } from '../../src/manager/quarantine.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

type Files = typeof filesModule;

const disk = vi.hoisted(() => ({ isFull: (_path: string): boolean => false, hasLinks: true }));

// A file can still be made on a full disk: it is what is to be in it that finds no room.
vi.mock('node:fs/promises', async (original) => {
  const files = await original<Files>();
  const failure = (code: string): Error => Object.assign(new Error(code), { code });
  const open: Files['open'] = async (path, ...rest) => {
    const file = await files.open(path, ...rest);
    if (disk.isFull(String(path))) file.writeFile = () => Promise.reject(failure('ENOSPC'));
    return file;
  };
  const link: Files['link'] = (from, to) => (disk.hasLinks ? files.link(from, to) : Promise.reject(failure('EPERM')));
  return { ...files, open, link };
});

beforeEach(() => {
  disk.isFull = () => false;
  disk.hasLinks = true;
});

const entry = {
  identityHash: '1'.padStart(64, '0'),
  serverName: 'example',
  cause: 'it exited with code 3',
  failures: 5,
  since: '2026-11-30T00:00:00.000Z',
};

test.each<[string, boolean, (path: string) => boolean]>([
  ['for the lock', true, () => true],
  ['for the lock, on a file system without links', false, (path) => path.endsWith('.lock')],
  ['for the document', true, (path) => path.endsWith('.tmp')],
])(
  'a disk without room %s is told, loses nothing, and nobody waits for what is left of it',
  async (_, hasLinks, full) => {
    const path = join(temporaryFolder(), 'store.json');
    const store = openQuarantineFile(path);
    await store.add(entry);
    disk.hasLinks = hasLinks;
    disk.isFull = full;
    const error: unknown = await store.remove(entry.identityHash).catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      code: 'MCP_INVALID_CONFIG',
      message: expect.stringMatching(/store\.json.* cannot be written \(ENOSPC\)/),
    });
    expect(readdirSync(join(path, '..'))).toEqual(['store.json']);
    expect(await store.list()).toEqual([entry]);
    disk.isFull = () => false;
    expect(await store.remove(entry.identityHash)).toBe(true);
  },
);
