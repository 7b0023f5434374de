import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { packageFolder, readPage, tableRows } from './markdown.ts';

const levels = ['MUST', 'MUST NOT', 'SHOULD', 'SHOULD NOT', 'rule'];
const eras = ['both', 'legacy', 'modern'];

/** The titles of the tests in each file; a template's are as they stand in it. Rows of a table are tests too. */
type Titles = ReadonlyMap<string, readonly string[]>;

function titlesIn(source: string): string[] {
  const calls =
    /\b(?:verifies\(\s*'[ACEMOQ]-\d\d',|(?:test|it)(?:\.(?:for|each)\([^)]*\))?\()\s*(['"`])((?:(?!\1).)+)\1/g;
  const rows = /^ +(?:\{ )?(?:title|server):\s+'((?:(?!').)+)',/gm;
  return [
    ...Array.from(source.matchAll(calls), ([, , title = '']) => title),
    ...Array.from(source.matchAll(rows), ([, title = '']) => title),
  ];
}

/** What is wrong with the page, one line for each. */
function problemsIn(page: string, titles: Titles): string[] {
  const problems: string[] = [];
  let last = 0;
  for (const cells of tableRows(page)) {
    const [number = '', level = '', era = '', duty = '', source = '', proof = ''] = cells;
    const complain = (what: string): void => void problems.push(`${number}: ${what}`);
    if (!/^\d+$/.test(number) || Number(number) <= last) complain(`comes after ${last}`);
    last = Number(number);
    if (cells.length !== 6) complain('has not six cells');
    if (!levels.includes(level)) complain(`the level ${level}`);
    if (!eras.includes(era)) complain(`the era ${era}`);
    if (duty === '') complain('no duty');
    if (!/^`\S.* \S.*`$/.test(source)) complain('no source');
    for (const problem of problemsOfProof(proof, titles)) complain(problem);
  }
  return problems;
}

function problemsOfProof(proof: string, titles: Titles): string[] {
  if (/^not here: .{4,}/.test(proof)) return [];
  const links = Array.from(proof.matchAll(/\[([^\]]+)\]\(([^)]+)\)/g), ([, title = '', path = '']) => ({
    title,
    path,
  }));
  if (links.map(({ title, path }) => `[${title}](${path})`).join(', ') !== proof || links.length === 0) {
    return ['neither a test nor a reason'];
  }
  return links.flatMap(({ title, path }) => {
    const file = posix.normalize(posix.join('docs', path));
    if (title.length < 15) return [`the title "${title}" is too short`];
    const found = Array.from(titles).flatMap(([where, all]) =>
      all.filter((one) => one.includes(title)).map(() => where),
    );
    return found.length === 1 && found[0] === file ? [] : [`"${title}" is in [${found.join(', ')}], not in ${file}`];
  });
}

function readTitles(): Titles {
  const folder = join(packageFolder, 'test');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?:\.test\.ts|[/\\]cases[/\\][\w-]+\.ts|rows\.ts)$/.test(name),
  );
  return new Map(
    files.map((name) => [
      posix.join('test', name.replaceAll('\\', '/')),
      titlesIn(readFileSync(join(folder, name), 'utf8')),
    ]),
  );
}

test('each duty has a level, an era, a source, and a test that exists or a reason', () => {
  const page = readPage('docs/client-duties.md');
  expect(tableRows(page).length).toBeGreaterThan(100);
  expect(problemsIn(page, readTitles())).toEqual([]);
});

test('a page that is wrong is seen to be', () => {
  const titles = new Map([
    ['test/contract/a.test.ts', ['a title that stands in one file', 'a title that stands in two files']],
    ['test/contract/b.test.ts', ['a title that stands in two files']],
  ]);
  const source = '`2026-07-28 basic/index`';
  const link = (title: string, file = 'a'): string => `[${title}](../test/contract/${file}.test.ts)`;
  const fine = link('title that stands in one');
  const rows = [
    ['1', 'MUST', 'both', 'fine', source, fine],
    ['2', 'SHOULD NOT', 'legacy', 'fine', source, 'not here: HTTP only'],
    ['2', 'MUST', 'both', 'the same number', source, fine],
    ['4', 'MAY', 'old', 'no such level, no such era', source, fine],
    ['5', 'MUST', 'both', 'no proof', source, ''],
    ['6', 'MUST', 'both', 'no reason', source, 'not here:'],
    ['7', 'MUST', 'both', 'no link', source, 'title that stands in one'],
    ['8', 'MUST', 'both', 'no such title', source, link('a title of no test')],
    ['9', 'MUST', 'both', 'of another file', source, `${fine}, ${link('title that stands in one', 'b')}`],
    ['10', 'MUST', 'both', 'in two files', source, link('a title that stands in two files')],
    ['11', 'MUST', 'both', 'too short', source, link('a title')],
    ['12', 'MUST', 'both', '', 'somewhere', fine],
  ];
  const table = ['| no. | level | era | duty | source | proof |', '| --- | --- | --- | --- | --- | --- |'];
  const page = [...table, ...rows.map((cells) => `| ${cells.join(' | ')} |`)].join('\n');
  expect(problemsIn(page, titles)).toEqual([
    '2: comes after 2',
    '4: the level MAY',
    '4: the era old',
    '5: neither a test nor a reason',
    '6: neither a test nor a reason',
    '7: neither a test nor a reason',
    '8: "a title of no test" is in [], not in test/contract/a.test.ts',
    '9: "title that stands in one" is in [test/contract/a.test.ts], not in test/contract/b.test.ts',
    '10: "a title that stands in two files" is in [test/contract/a.test.ts, test/contract/b.test.ts], not in test/contract/a.test.ts',
    '11: the title "a title" is too short',
    '12: no duty',
    '12: no source',
  ]);
});

test('titles are found however a test is written', () => {
  const source = `
    verifies('C-01', 'one', () => {});
    verifies(
      'C-02',
      "the server's",
      () => {},
    );
    verifies('C-03', \`with \${what}\`, () => {});
    test('two', () => {}); it('three', () => {});
    it.each(['x'] as const)(
      'four %s', () => {});
    title: 'a case', server: 'not one',
    { server: 'a row', ending: 'legacy' },`;
  const calls = ['one', "the server's", 'with ${what}', 'two', 'three', 'four %s'];
  expect(titlesIn(source)).toEqual([...calls, 'a case', 'a row']);
});
