import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // The tests with processes mostly wait for them: more workers than cores pay.
    maxWorkers: 4,
    testTimeout: 20_000,
  },
});
