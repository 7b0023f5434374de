import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // The tests mostly wait for processes to start: more workers than cores pay.
    maxWorkers: 4,
    // A wait has a deadline of its own, which names what it waited for; this is for machines that are busy with more.
    testTimeout: 60_000,
  },
});
