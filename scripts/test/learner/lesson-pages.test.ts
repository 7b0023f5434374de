import { existsSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readmeName } from '../../lesson/collect/text-facts.ts';
import { walkFiles } from '../../lesson/collect/walk-files.ts';
import { findLessons, repositoryRoot } from '../../lesson/repository.ts';
import { brokenLinks, readPage } from './support/pages.ts';

// L-10: what grows into production, and where.

const production = join('packages', 'extensions', 'src');
const folders = ['adapter', 'base', 'client', 'manager', 'protocol', 'rpc', 'stdio', 'trace', 'wire'];

/** `rpc/peer.ts` in backticks, as the tables "from here to production" have it. */
const named = new RegExp(`\`((?:${folders.join('|')})/[\\w/-]+\\.ts)\``, 'g');

function isMissing(path: string): boolean {
  return !existsSync(join(repositoryRoot, path));
}

describe.for(findLessons())('lesson $id', ({ folder }) => {
  const below = relative(repositoryRoot, folder).split(sep).join('/');

  test.for(Object.values(readmeName))('%s: every link leads somewhere, every file of production exists', (name) => {
    const page = `${below}/${name}`;
    expect(brokenLinks(page)).toEqual([]);
    const files = [...readPage(page).matchAll(named)].map(([, path = '']) => join(production, path));
    expect(files.filter(isMissing)).toEqual([]);
  });

  test('every grown-up twin that a comment names exists', () => {
    const leavesOut = (file: string): boolean => ['node_modules', 'dist'].includes(file) || file.startsWith('.');
    const sources = walkFiles(folder, { links: 'ignore', leavesOut }).filter(({ path }) => path.endsWith('.ts'));
    const twins = sources.flatMap(({ path, at }) =>
      [...readFileSync(at, 'utf8').matchAll(/packages\/extensions\/[\w/.-]+\.ts/g)].map(([twin]) => ({ path, twin })),
    );
    expect(twins.length).toBeGreaterThan(0);
    expect(twins.filter(({ twin }) => isMissing(twin))).toEqual([]);
  });
});
