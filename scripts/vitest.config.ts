import { defineConfig } from 'vitest/config';

// Most of the time they wait for processes of labs: two files at once on two cores, where vitest would take one.
export default defineConfig({ test: { include: ['test/**/*.test.ts'], maxWorkers: 2, testTimeout: 60_000 } });
