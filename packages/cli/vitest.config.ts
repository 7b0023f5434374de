import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // The tests mostly wait for processes that start; more of them at once would make all of them slow.
    maxWorkers: 2,
    testTimeout: 120_000,
  },
});
