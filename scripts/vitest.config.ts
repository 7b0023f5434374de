import { defineConfig } from 'vitest/config';

// Most of these tests wait for commands that they run: two workers pay, also where vitest would take one less than cores.
export default defineConfig({ test: { include: ['test/**/*.test.ts'], testTimeout: 30_000, maxWorkers: 2 } });
