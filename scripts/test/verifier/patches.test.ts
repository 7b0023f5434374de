import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTwoFilesPatch } from 'diff';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { applyPatchFile } from '../../lesson/collect/patches.ts';

let folder = '';
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'patches-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function apply(base: Record<string, string>, patch: string): ReturnType<typeof applyPatchFile> {
  const path = join(folder, 'x.patch');
  writeFileSync(path, patch);
  return applyPatchFile(new Map(Object.entries(base)), path, 'wrong/x.patch');
}

test('a patch gives back exactly what it was made from', () => {
  const text = fc
    .array(fc.stringMatching(/^[a-z]{0,6}$/), { maxLength: 12 })
    .map((lines) => lines.map((line) => `${line}\n`).join(''));
  fc.assert(
    fc.property(text, text, (before, after) => {
      fc.pre(before !== after);
      const patch = createTwoFilesPatch('a/src/a.ts', 'b/src/a.ts', before, after);
      expect(apply({ 'src/a.ts': before }, patch).files.get('src/a.ts')).toBe(after);
    }),
    { numRuns: 300 },
  );
});

test('a patch whose context has moved on does not apply, not even nearly', () => {
  const patch = createTwoFilesPatch('a/src/a.ts', 'b/src/a.ts', 'one\ntwo\nthree\n', 'one\n2\nthree\n');
  const { files, fact } = apply({ 'src/a.ts': 'one!\ntwo\nthree\n' }, patch);
  expect(fact.problem).toMatch(/does not apply to src\/a\.ts/);
  expect(files.get('src/a.ts')).toBe('one!\ntwo\nthree\n');
});

test('an absent file, an absent target, an empty and a garbled patch are told apart', () => {
  expect(applyPatchFile(new Map(), join(folder, 'no.patch'), 'no').fact.problem).toMatch(/does not exist/);
  const patch = createTwoFilesPatch('a/src/b.ts', 'b/src/b.ts', 'x\n', 'y\n');
  expect(apply({ 'src/a.ts': 'x\n' }, patch).fact.problem).toMatch(/no file src\/b\.ts/);
  expect(apply({ 'src/a.ts': 'x\n' }, 'hello\n').fact.problem).toMatch(/changes nothing/);
  expect(apply({ 'src/a.ts': 'x\n' }, '--- a/src/a.ts\n+++ b/src/a.ts\n@@ nonsense @@\n-x\n').fact.problem).not.toBe(
    '',
  );
});

test('changed lines, touched files and the share of code that is kept are counted', () => {
  const before = 'a();\nb();\n// remark\nc();\nd();\n';
  const after = 'a();\nB();\n';
  const { fact } = apply({ 'src/a.ts': before }, createTwoFilesPatch('a/src/a.ts', 'b/src/a.ts', before, after));
  expect(fact).toMatchObject({ problem: '', touched: ['src/a.ts'], changedLines: 4, kept: 0.25 });
});
