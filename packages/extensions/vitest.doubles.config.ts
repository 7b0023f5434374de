import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import type { BrokenDouble } from './test/contract/broken-double.ts';
import { brokenDoubles } from './test/contract/broken-doubles.ts';

const folder = resolve(import.meta.dirname, 'test/contract');
const sources = readdirSync(folder)
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));

/** The files with tests of a rule: the others need not be loaded. */
function filesFor(id: string): string[] {
  const test = new RegExp(`\\bverifies\\(\\s*'${id}'`);
  return sources.filter(({ text }) => test.test(text)).map(({ name }) => `test/contract/${name}`);
}

/** The contract tests of one rule on a client with one mistake. The run is meant to fail: `doubles.test.ts` reads how. */
function project(double: BrokenDouble, index: number): TestProjectInlineConfiguration {
  const file = resolve(import.meta.dirname, 'src', double.file);
  return {
    plugins: [
      {
        name: 'broken-double',
        enforce: 'pre',
        load(id) {
          if (id.split('?')[0] !== file) return undefined;
          const source = readFileSync(file, 'utf8');
          if (source.split(double.from).length !== 2) throw new Error(`not once in ${double.file}: ${double.from}`);
          return source.replace(double.from, () => double.to);
        },
      },
    ],
    test: {
      name: `${index}`,
      include: filesFor(double.id),
      env: { BROKEN_DOUBLE_OF: double.id },
      testTimeout: 8_000,
    },
  };
}

export default defineConfig({
  test: {
    projects: brokenDoubles.map((double, index) => project(double, index)),
    passWithNoTests: true,
    maxWorkers: 2,
  },
});
