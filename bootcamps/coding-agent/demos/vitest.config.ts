import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: {
    // As in tsconfig.json: the sources of the package, which need no build.
    alias: {
      '@coding-agent/extensions': fileURLToPath(new URL('../../../packages/extensions/src/index.ts', import.meta.url)),
    },
  },
  test: {
    include: ['test/**/*.test.ts'],
    // The tests mostly wait for processes that start; more of them at once would make all of them slow.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
