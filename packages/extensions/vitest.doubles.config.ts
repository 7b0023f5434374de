import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import type { BrokenDouble } from './test/contract/broken-double.ts';
import { brokenDoubles } from './test/contract/broken-doubles.ts';

// All clients but for one piece are the same: what is known of the others need not be read again. The folder lives as long as the run.
const report = process.env['DOUBLES_REPORT'];
const experimental = report ? { fsModuleCache: true, fsModuleCachePath: join(dirname(report), 'modules') } : {};

/** The contract tests of one rule, in one file, on a client with one mistake. The run is meant to fail: `doubles.test.ts` reads how. */
function project(double: BrokenDouble, index: number): TestProjectInlineConfiguration {
  const file = resolve(import.meta.dirname, 'src', double.file);
  const isBroken = (id: string): boolean => id.split('?')[0] === file;
  return {
    plugins: [
      {
        name: 'broken-double',
        enforce: 'pre',
        configureVitest({ project: mine, experimental_defineCacheKeyGenerator: defineKey }) {
          defineKey(({ environment, id }) =>
            isBroken(id) && Object.values(mine.vite.environments).includes(environment)
              ? `${double.from} ${double.to}`
              : null,
          );
        },
        load(id) {
          if (!isBroken(id)) return undefined;
          const source = readFileSync(file, 'utf8');
          if (source.split(double.from).length !== 2) throw new Error(`not once in ${double.file}: ${double.from}`);
          return source.replace(double.from, () => double.to);
        },
      },
    ],
    test: {
      name: `${index}`,
      include: [`test/contract/${double.caughtIn}.test.ts`],
      env: { BROKEN_DOUBLE_OF: double.id },
      testTimeout: 8_000,
      experimental,
    },
  };
}

export default defineConfig({
  test: {
    projects: brokenDoubles.map((double, index) => project(double, index)),
    passWithNoTests: true,
    maxWorkers: 2,
    experimental,
  },
});
