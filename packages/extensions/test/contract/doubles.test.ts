import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { brokenDoubles } from './broken-doubles.ts';
import { verifies } from './verifies.ts';

verifies(
  'Q-07',
  'every broken double is caught by a test of its own rule',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'doubles-'));
    try {
      const root = fileURLToPath(new URL('../..', import.meta.url));
      const vitest = join(dirname(fileURLToPath(import.meta.resolve('vitest/package.json'))), 'vitest.mjs');
      const missed: string[] = [];
      const reporter = join(import.meta.dirname, '..', 'support', 'doubles-reporter.ts');
      const out = join(folder, 'report.json');
      spawnSync(process.execPath, [vitest, 'run', '--config', 'vitest.doubles.config.ts', `--reporter=${reporter}`], {
        cwd: root,
        env: { ...process.env, DOUBLES_REPORT: out, VITEST: undefined, VITEST_WORKER_ID: undefined },
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      expect(existsSync(out), 'the run of the doubles came to its end').toBe(true);
      const caught = JSON.parse(readFileSync(out, 'utf8')) as Record<string, readonly string[]>;
      for (const [index, { id, name }] of brokenDoubles.entries()) {
        const failed = caught[String(index)] ?? [];
        if (!failed.some((title) => title.startsWith(`${id}: `))) missed.push(`${id}, ${name}`);
      }
      expect(missed).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
  2_400_000, // hundreds of small runs, and a machine that may be slow and busy
);
