import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { changedBetween, takeSnapshot } from '../../lesson/collect/folder-snapshot.ts';
import { readVariant } from '../../lesson/collect/variant-files.ts';
import { walkFiles, type WalkOptions } from '../../lesson/collect/walk-files.ts';

let folder = '';
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'walk-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function put(path: string, text = ''): void {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), text);
}

function walked(options: Partial<WalkOptions> = {}): string[] {
  const files = walkFiles(folder, { links: 'ignore', leavesOut: () => false, ...options });
  return files.map(({ path }) => path).toSorted();
}

test('files and folders can be left out by name, each on its own', () => {
  for (const path of ['a.ts', 'deep/er/b.ts', 'out/c.ts', 'more/out']) put(path);
  expect(walked()).toEqual(['a.ts', 'deep/er/b.ts', 'more/out', 'out/c.ts']);
  const leavesOut: WalkOptions['leavesOut'] = (name, kind) => name === 'out' && kind === 'folder';
  expect(walked({ leavesOut })).toEqual(['a.ts', 'deep/er/b.ts', 'more/out']);
  expect(walked({ leavesOut: (name) => name === 'out' })).toEqual(['a.ts', 'deep/er/b.ts']);
});

test('links count as what they lead to, or as nothing', () => {
  put('a/b.ts');
  symlinkSync(join(folder, 'a'), join(folder, 'folder'), 'junction');
  symlinkSync(join(folder, 'a/b.ts'), join(folder, 'file.ts'));
  symlinkSync(join(folder, 'nowhere'), join(folder, 'gone'), 'junction');
  symlinkSync(join(folder, 'round'), join(folder, 'round'));
  expect(walked({ links: 'ignore' })).toEqual(['a/b.ts']);
  expect(walked({ links: 'follow' })).toEqual(['a/b.ts', 'file.ts', 'folder/b.ts']);
});

test('a link back to a folder that it lies in ends the walk, not the process', () => {
  put('a/b.ts');
  symlinkSync(folder, join(folder, 'a/up'), 'junction');
  symlinkSync(join(folder, 'a'), join(folder, 'a/self'), 'junction');
  expect(walked({ links: 'follow' })).toEqual(['a/b.ts']);
  expect([...readVariant(folder).keys()]).toEqual(['a/b.ts']);
});

test('a snapshot tells what came, went and changed, also in a dot folder, and nothing of what tools make', () => {
  put('lab/kept.ts', 'same');
  put('lab/gone.ts');
  put('lab/grown.ts', '1');
  put('elsewhere/far.ts');
  const before = takeSnapshot(folder, [join(folder, 'lab'), join(folder, 'none')]);
  rmSync(join(folder, 'lab/gone.ts'));
  for (const path of ['lab/.hidden/new.ts', 'lab/node_modules/x.js', 'lab/.turbo/x', 'lab/.lesson/x', 'lab/dist/x.js'])
    put(path);
  put('lab/grown.ts', '12');
  symlinkSync(join(folder, 'elsewhere'), join(folder, 'lab/link'), 'junction');
  const after = takeSnapshot(folder, [join(folder, 'lab')]);
  expect(changedBetween(before, after)).toEqual(['lab/.hidden/new.ts', 'lab/gone.ts', 'lab/grown.ts']);
});
