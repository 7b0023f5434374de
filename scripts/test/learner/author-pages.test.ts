import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commands } from '../../learner/cli.ts';
import { authoringSteps } from '../../lesson/authoring-steps.ts';
import { loadManifest } from '../../lesson/manifest/load.ts';
import { ruleTexts } from '../../lesson/rules/rule-list.ts';
import { blocks, brokenLinks, courseFolder, lessonCommands, readPage } from './support/pages.ts';

const pages = ['AUTHORING.md', 'RULES.md', 'WRONG-SOLUTIONS.md'].map((name) => `bootcamps/coding-agent/${name}`);

test.for(pages)('%s: every link leads somewhere, every command exists', (page) => {
  expect(brokenLinks(page)).toEqual([]);
  const known = commands.map<string>(({ name }) => name);
  expect(lessonCommands(readPage(page)).filter((name) => !known.includes(name))).toEqual([]);
});

describe('AUTHORING.md', () => {
  const page = readPage('bootcamps/coding-agent/AUTHORING.md');

  test('has a section for each step of the marks, with the same number and name', () => {
    const headings = [...page.matchAll(/^### (\d+)\. (.*)$/gm)].map(([, number, name = '']) => [
      number,
      name.toLowerCase(),
    ]);
    expect(headings).toEqual(authoringSteps.map((name, index) => [String(index + 1), name]));
  });

  test('names every command of an author but the one for CI, and no rule that there is not', () => {
    expect(lessonCommands(page)).toEqual(expect.arrayContaining(['explain', 'new', 'starter', 'step', 'wrong']));
    const codes = new Set(ruleTexts().map(({ code }) => code));
    expect([...page.matchAll(/\bR\d\d\b/g)].map(([code]) => code).filter((code) => !codes.has(code))).toEqual([]);
  });
});

describe('WRONG-SOLUTIONS.md', () => {
  const page = readPage('bootcamps/coding-agent/WRONG-SOLUTIONS.md');
  const lesson = join(courseFolder, 'labs', '33-mcp-lite');
  const squeezed = (text: string): string => text.replaceAll(/\s/g, '');

  test('shows patches of lesson 33 as they are', () => {
    const folder = join(lesson, 'wrong');
    const patches = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
    const shown = blocks(page, 'diff');
    expect(shown.length).toBeGreaterThan(2);
    for (const block of shown)
      expect(
        patches.some((patch) => patch.includes(block)),
        block,
      ).toBe(true);
  });

  test('shows entries of its lesson.json as they are', () => {
    const manifest = squeezed(readFileSync(join(lesson, 'lesson.json'), 'utf8'));
    const shown = blocks(page, 'json');
    expect(shown.length).toBeGreaterThan(2);
    for (const block of shown) expect(manifest, block).toContain(squeezed(block));
  });

  test('names only mistakes and tests that there are', () => {
    const loaded = loadManifest(lesson);
    if (!loaded.ok) throw new Error('lesson 33 cannot be read');
    const known = new Set([...loaded.manifest.wrong, ...loaded.manifest.tests].map(({ id }) => id));
    const named = [...page.matchAll(/`([a-z0-9]+(?:-[a-z0-9]+)+)`/g)].map(([, id = '']) => id);
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((id) => !known.has(id))).toEqual([]);
  });
});
