import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { brokenDoubles } from './broken-doubles.ts';
import { requirements, type RequirementId } from './requirements.ts';

const testFolder = join(import.meta.dirname, '..');
const tests = readdirSync(testFolder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts') || /\brows\b.*\.ts$/.test(name))
  .map((name) => readFileSync(join(testFolder, name), 'utf8'))
  .join('\n');
const ids = Object.keys(requirements) as RequirementId[];
// The rows of the fault matrix are tests too; each says which rule it is of.
const tested = new Set(Array.from(tests.matchAll(/\b(?:verifies\(\s*|id: )'([ACEMOQ]-\d\d)'/g), ([, id]) => id));

test('Q-07: every rule has a test', () => {
  expect(ids.filter((id) => !tested.has(id))).toEqual([]);
});

/** Rules about whole runs, and this one: no single mistake stands for them. */
const withoutDouble: readonly RequirementId[] = ['Q-01', 'Q-02', 'Q-03', 'Q-07'];

test('Q-07: every broken double breaks what there is', () => {
  const stale = brokenDoubles.filter(({ file, from }) => {
    const source = readFileSync(join(testFolder, '..', 'src', file), 'utf8');
    return source.split(from).length !== 2;
  });
  expect(stale.map(({ id, name }) => `${id}, ${name}`)).toEqual([]);
});

test('Q-07: every broken double names a file with tests of its rule', () => {
  const without = brokenDoubles.filter(({ id, caughtIn }) => {
    const path = join(import.meta.dirname, `${caughtIn}.test.ts`);
    return !existsSync(path) || !new RegExp(`\\bverifies\\(\\s*'${id}'`).test(readFileSync(path, 'utf8'));
  });
  expect(without.map(({ id, name, caughtIn }) => `${id}, ${name}: ${caughtIn}`)).toEqual([]);
});

test('Q-07: every rule has a broken double', () => {
  const broken = new Set(brokenDoubles.map(({ id }) => id));
  expect(ids.filter((id) => !broken.has(id) && !withoutDouble.includes(id))).toEqual([]);
});
