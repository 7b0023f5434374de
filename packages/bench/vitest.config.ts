import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // The smoke test starts processes; this is for machines that are busy with more.
    testTimeout: 60_000,
  },
});
