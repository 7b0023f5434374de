import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // The tests mostly wait for processes to start: more workers than cores pay.
    maxWorkers: 4,
  },
});
