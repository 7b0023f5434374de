import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const program = join(import.meta.dirname, '../ci-summary.ts');
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ci-summary-'));
  mkdirSync(join(folder, '.lesson'));
  write('.lesson/vitest.json', { success: true, numPassedTests: 3, numFailedTests: 0 });
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, content: object): void {
  writeFileSync(join(folder, name), JSON.stringify(content));
}

function summary(): Promise<{ code: number; lines: readonly string[] }> {
  const args = ['--import', 'tsx', program, '--vitest', folder, '--conformance', join(folder, 'conformance.json')];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: join(program, '..') }, (error, stdout) =>
      resolve({ code: error === null ? 0 : Number(error.code), lines: stdout.trimEnd().split('\n') }),
    );
  });
}

test('conformance scenarios are counted beside the tests', async () => {
  write('conformance.json', { passed: 9, failed: 0 });
  const { code, lines } = await summary();
  expect(lines.at(-1)).toBe('12 passed, 0 failed');
  expect(code).toBe(0);
});

test('one that failed is a failure', async () => {
  write('conformance.json', { passed: 8, failed: 1 });
  const { code, lines } = await summary();
  expect(lines.at(-1)).toBe('11 passed, 1 failed');
  expect(code).toBe(1);
});

test('skipped scenarios count as nothing, and are named', async () => {
  write('conformance.json', { skipped: 'no Node for it', passed: 0, failed: 0 });
  const { code, lines } = await summary();
  expect(lines.join('\n')).toContain('conformance, SKIPPED: no Node for it');
  expect(lines.at(-1)).toBe('3 passed, 0 failed');
  expect(code).toBe(0);
});

test.each([
  ['no report', undefined],
  ['an empty report', { passed: 0, failed: 0 }],
])('%s is a failure', async (name, report) => {
  if (report !== undefined) write('conformance.json', report);
  const { code, lines } = await summary();
  expect(lines.join('\n')).toContain(name);
  expect(lines.at(-1)).toBe('3 passed, 1 failed');
  expect(code).toBe(1);
});

test('the doubles are counted beside the tests, under a name of their own', async () => {
  write('.lesson/doubles.json', { success: true, numPassedTests: 1, numFailedTests: 0 });
  write('conformance.json', { passed: 1, failed: 0 });
  const { lines } = await summary();
  expect(lines.filter((line) => line.includes('(doubles)'))).toHaveLength(1);
  expect(lines.at(-1)).toBe('5 passed, 0 failed');
});
