import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { changedBetween, takeSnapshot } from '../../lesson/collect/folder-snapshot.ts';
import { readVariant } from '../../lesson/collect/variant-files.ts';
import { mostFollowed, TooManyFiles, walkFiles, type WalkOptions } from '../../lesson/collect/walk-files.ts';

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
  const elsewhere = mkdtempSync(join(tmpdir(), 'walk-'));
  onTestFinished(() => rmSync(elsewhere, { recursive: true }));
  writeFileSync(join(elsewhere, 'b.ts'), '');
  put('a/b.ts');
  symlinkSync(elsewhere, join(folder, 'folder'), 'junction');
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

test('each folder is walked once, at its own place, however many links lead to it', () => {
  const names = Array.from({ length: 9 }, (_, index) => `f${index}`);
  for (const name of names) put(`${name}/${name}.ts`);
  for (const name of names)
    for (const other of names) symlinkSync(join(folder, other), join(folder, name, `to-${other}`), 'junction');
  symlinkSync(join(folder, 'f8'), join(folder, 'a-link'), 'junction');
  expect(walked({ links: 'follow' })).toEqual(names.map((name) => `${name}/${name}.ts`));
});

test('of two links to the same folder the first by name counts', () => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'walk-'));
  onTestFinished(() => rmSync(elsewhere, { recursive: true }));
  writeFileSync(join(elsewhere, 'x.ts'), '');
  for (const name of ['two', 'one']) symlinkSync(elsewhere, join(folder, name), 'junction');
  expect(walked({ links: 'follow' })).toEqual(['one/x.ts']);
});

test('a folder that goes away while it is walked, and a file in the place of the folder, count as nothing', () => {
  for (const path of ['a/b.ts', 'c/d.ts', 'e.ts']) put(path);
  const leavesOut: WalkOptions['leavesOut'] = (name) => {
    if (name === 'c') rmSync(join(folder, 'c'), { recursive: true });
    return false;
  };
  for (const links of ['follow', 'ignore'] as const) {
    put('c/d.ts');
    expect(walked({ links, leavesOut })).toEqual(['a/b.ts', 'e.ts']);
  }
  expect(walkFiles(join(folder, 'e.ts'), { links: 'follow', leavesOut: () => false })).toEqual([]);
  expect(walkFiles(join(folder, 'nowhere'), { links: 'follow', leavesOut: () => false })).toEqual([]);
});

test('a link to a whole disk ends in an error, not in its listing', () => {
  for (let count = 0; count <= mostFollowed / 100; count += 1) mkdirSync(join(folder, `${count}`));
  for (let count = 0; count < mostFollowed; count += 1)
    writeFileSync(join(folder, `${count % 100}`, `${count}.ts`), '');
  expect(() => walked({ links: 'follow' })).toThrow(TooManyFiles);
  expect(walked({ links: 'ignore' })).toHaveLength(mostFollowed);
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
