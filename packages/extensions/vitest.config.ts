import { defineConfig } from 'vitest/config';

/** Runs the contract tests once more for each mistake that is known: minutes, so it has a command of its own. */
const doubles = 'test/contract/doubles.test.ts';

export default defineConfig(({ mode }) => ({
  test: {
    include: mode === 'doubles' ? [doubles] : ['test/**/*.test.ts'],
    exclude: mode === 'doubles' ? [] : [doubles],
    maxWorkers: 2,
    testTimeout: 60_000,
  },
}));
