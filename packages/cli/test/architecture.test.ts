import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const source = fileURLToPath(new URL('../src', import.meta.url));
const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => name.replaceAll('\\', '/'));

/** What a file imports, types left out. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(source, file), 'utf8');
  return Array.from(text.matchAll(/^import (?!type )[^;]*? from '([^']+)'/gm), ([, id = '']) => id);
}

function isIn(file: string, ...folders: string[]): boolean {
  return folders.some((folder) => file.startsWith(`${folder}/`));
}

test('only servers/ knows the library: commands and output are tested without it, and help does not wait for it', () => {
  const others = files.filter((file) => !isIn(file, 'servers'));
  expect(others.length).toBeGreaterThan(20);
  for (const file of others) expect(importsOf(file), file).not.toContain('@coding-agent/extensions');
});

test('commands print nothing: they give a result, which is printed in one place', () => {
  for (const file of files.filter((name) => isIn(name, 'commands'))) {
    expect(readFileSync(join(source, file), 'utf8'), file).not.toMatch(/stdout\.write|console\.[a-z]|\bprocess\.[a-z]/);
  }
});

test('the command line is parsed in one place, and the process is touched in one', () => {
  const parsing = files.filter((file) => importsOf(file).includes('commander'));
  expect(parsing.toSorted()).toEqual(['execute.ts', 'input/duration.ts', 'program.ts']);
  const touching = files.filter((file) => /\bprocess\.[a-z]/.test(readFileSync(join(source, file), 'utf8')));
  expect(touching).toEqual(['main.ts']);
});

test('a file is about one thing: 300 lines at most', () => {
  for (const file of files) {
    expect(readFileSync(join(source, file), 'utf8').split('\n').length, file).toBeLessThanOrEqual(300);
  }
});
