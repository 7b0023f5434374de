import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readVariant } from '../../lesson/collect/variant-files.ts';

let folder = '';
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'variant-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function put(path: string, text: string): void {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), text);
}

test('what tools leave in a lab is not part of it: no installed package, no folder that begins with a dot', () => {
  put('src/a.ts', 'a');
  for (const made of [
    'node_modules/x/index.js',
    '.turbo/turbo-test.log',
    '.lesson/vitest.json',
    '.vite/x',
    'dist/a.js',
  ])
    put(made, '');
  expect([...readVariant(folder)]).toEqual([['src/a.ts', 'a']]);
});

test('a link counts as what it leads to, and one that leads nowhere as nothing', () => {
  put('elsewhere/b.ts', 'b');
  mkdirSync(join(folder, 'lab/src'), { recursive: true });
  symlinkSync(join(folder, 'elsewhere/b.ts'), join(folder, 'lab/src/b.ts'));
  symlinkSync(join(folder, 'elsewhere'), join(folder, 'lab/more'), 'junction');
  symlinkSync(join(folder, 'nowhere'), join(folder, 'lab/gone'), 'junction');
  expect(Object.fromEntries(readVariant(join(folder, 'lab')))).toEqual({
    'more/b.ts': 'b',
    'src/b.ts': 'b',
  });
});

test('a folder that is not there has no files', () => {
  expect([...readVariant(join(folder, 'none'))]).toEqual([]);
});
