import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commands } from '../../learner/cli.ts';
import { loadManifest } from '../../lesson/manifest/load.ts';
import { findLessons } from '../../lesson/repository.ts';
import { brokenLinks, courseFolder, lessonCommands, localLinks, readPage } from './support/pages.ts';

const lessons = findLessons();
const maps = [
  { page: 'bootcamps/coding-agent/README.md', readme: 'README.md', preparing: /^### (\d\d) · .*\(in preparation\)$/gm },
  {
    page: 'bootcamps/coding-agent/README.zh-CN.md',
    readme: 'README.zh-CN.md',
    preparing: /^### (\d\d) · .*（准备中）$/gm,
  },
];

describe.for(maps)('the course map $page', ({ page, readme, preparing }) => {
  const text = readPage(page);

  test('every link leads somewhere, every command exists', () => {
    expect(brokenLinks(page)).toEqual([]);
    const known = commands.map<string>(({ name }) => name);
    expect(lessonCommands(text).filter((name) => !known.includes(name))).toEqual([]);
  });

  test('leads to every lesson that there is, and calls none of them "in preparation"', () => {
    const links = localLinks(text);
    const missing = lessons.filter(({ id }) => !links.includes(`labs/${id}/${readme}`));
    expect(missing.map(({ id }) => `link labs/${id}/${readme} in ${page}`)).toEqual([]);
    const early = [...text.matchAll(preparing)].map(([, number]) => number);
    expect(lessons.filter(({ number }) => early.includes(number)).map(({ id }) => id)).toEqual([]);
  });

  test('goes from lower numbers to higher ones, and has what a lesson needs before it', () => {
    const numbers = [...text.matchAll(/^### (\d\d) · /gm)].map(([, number]) => Number(number));
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    const after = lessons.flatMap(({ folder }) => {
      const loaded = loadManifest(folder);
      return loaded.ok ? loaded.manifest.after : [];
    });
    for (const id of after) expect(text, `${id} is to be done before another lesson`).toContain(`\`${id}\``);
  });

  test('names the demos that there are, with how to run them', () => {
    const demos = join(courseFolder, 'demos');
    const names = existsSync(demos)
      ? readdirSync(demos).filter((name) => existsSync(join(demos, name, 'demo.ts')))
      : [];
    for (const name of names) expect(text).toContain(`\`${name}\``);
    expect(text).toContain('pnpm demo ');
  });
});

test('both languages lead to the same places and name the same commands', () => {
  const [en = '', zh = ''] = maps.map(({ page }) => readPage(page));
  const places = (text: string): string[] =>
    localLinks(text)
      .map((target) => target.replace('README.zh-CN.md', 'README.md'))
      .toSorted();
  expect(places(zh)).toEqual(places(en));
  expect(lessonCommands(zh)).toEqual(lessonCommands(en));
});

test.for([
  ['README.md', 'bootcamps/coding-agent/README.md'],
  ['README.zh-CN.md', 'bootcamps/coding-agent/README.zh-CN.md'],
] as const)('%s leads to the map', ([page, map]) => {
  expect(localLinks(readPage(page))).toContain(map);
  expect(brokenLinks(page)).toEqual([]);
});
