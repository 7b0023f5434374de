import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const files = ['src', 'test']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  .filter((name) => /\.(?:tsx?|css)$/.test(name))
  .map((name) => ({ name: name.replaceAll('\\', '/'), text: readFileSync(join(root, name), 'utf8') }));

function filesIn(...folders: readonly string[]): typeof files {
  return files.filter(({ name }) => folders.some((folder) => name.startsWith(`src/${folder}/`)));
}

/** What a file imports, types left out. */
function importsOf(text: string): string[] {
  return Array.from(text.matchAll(/^(?:import|export) (?!type )[^;]*? from '([^']+)'/gm), ([, id = '']) => id);
}

test('what is drawn is decided without a browser: model, layout and text know neither the view nor Node', () => {
  const pure = filesIn('model', 'layout', 'text');
  expect(pure.length).toBeGreaterThan(20);
  for (const { name, text } of pure) {
    expect(
      importsOf(text).filter((id) => !/^\.\.?\/(?!view)/.test(id)),
      name,
    ).toEqual([]);
  }
});

test('of the library only types come into the page: its code is for Node', () => {
  for (const { name, text } of filesIn('view', 'model', 'layout', 'text')) {
    expect(
      importsOf(text).filter((id) => id.startsWith('@coding-agent/') || id.startsWith('node:')),
      name,
    ).toEqual([]);
  }
});

test('texts never become markup, and nothing has a style of its own, which the policy would not let through', () => {
  for (const { name, text } of filesIn('view')) {
    expect(text, name).not.toMatch(
      /innerHTML|outerHTML|insertAdjacentHTML|\bstyle=|setAttribute\('style|href=(?!"#)|src=/i,
    );
  }
});

test('a file is about one thing: 300 lines at most', () => {
  expect(files.length).toBeGreaterThan(60);
  for (const { name, text } of files) expect(text.split('\n').length, name).toBeLessThanOrEqual(300);
});
