import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lessonJsonSchema, schemaFile } from '../../lesson/manifest/json-schema.ts';
import { loadManifest } from '../../lesson/manifest/load.ts';
import { findLessons } from '../../lesson/repository.ts';

const good = resolve(import.meta.dirname, '../../lesson/canaries/00-words');
let folder = '';
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'manifest-')), '00-words');
  mkdirSync(folder);
});
afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }));

const text = { en: 'x', 'zh-CN': 'x' };
const trace = { play: 'tests/trace.ts', unsafe: 'shortest', says: text, scenes: [{ id: 'one', title: text }] };

function problemsOf(text: string): string[] {
  writeFileSync(join(folder, 'lesson.json'), text);
  const loaded = loadManifest(folder);
  return loaded.ok ? [] : loaded.problems.map(({ where, what }) => `${where}: ${what}`);
}

interface Loose {
  tests: object[];
  wrong: object[];
  steps: object[];
  suites: object[];
}

function spoilt(change: (manifest: Loose) => void): string[] {
  const manifest = JSON.parse(readFileSync(join(good, 'lesson.json'), 'utf8')) as Loose;
  change(manifest);
  return problemsOf(JSON.stringify(manifest));
}

test('the JSON Schema in the repository is the one that the verifier checks with (V-02)', () => {
  expect(readFileSync(schemaFile, 'utf8'), 'run pnpm --filter @coding-agent/scripts schema').toBe(lessonJsonSchema());
});

test('every lesson of the repository names the schema, and loads', () => {
  for (const lesson of findLessons()) {
    const { $schema } = JSON.parse(readFileSync(join(lesson.folder, 'lesson.json'), 'utf8')) as { $schema: string };
    expect(resolve(lesson.folder, $schema)).toBe(schemaFile);
    expect(loadManifest(lesson.folder)).toMatchObject({ ok: true });
  }
});

test('a missing file, a file that is not JSON and JSON that is no manifest are told apart', () => {
  expect(loadManifest(join(folder, 'nowhere'))).toMatchObject({ ok: false });
  expect(problemsOf('{')[0]).toMatch(/is not JSON/);
  expect(problemsOf('[]')[0]).toMatch(/expected object/i);
});

test('a problem says where it is, down to the entry', () => {
  const problems = spoilt((manifest) =>
    Object.assign(manifest.wrong[0] ?? {}, { mustFail: [{ test: 'nobody', message: 'x' }] }),
  );
  expect(problems).toEqual([
    expect.stringMatching(/^wrong\[0\]\.mustFail\[0\]\.test: there is no test "nobody" \(declared: longest/),
  ]);
});

test.for([
  ['an unknown member', (m: Loose) => Object.assign(m, { extra: 1 }), /extra/],
  ['a repeated id', (m: Loose) => m.tests.push(m.tests[0] ?? {}), /declared twice/],
  [
    'a broken pattern',
    (m: Loose) => Object.assign(m.wrong[0] ?? {}, { mustFail: [{ test: 'longest', message: '(' }] }),
    /not a regular expression/,
  ],
  [
    'a path out of the lesson',
    (m: Loose) => Object.assign(m.suites[0] ?? {}, { file: '../x.test.ts' }),
    /a suite is one file/,
  ],
  [
    'a step that takes back',
    (m: Loose) => Object.assign(m.steps[1] ?? {}, { passes: ['initials'] }),
    /green one step earlier/,
  ],
  ['few signatures without a why', (m: Loose) => Object.assign(m, { killMatrix: { minSignatures: 2 } }), /say why/],
  [
    'a trace of a mistake that there is not',
    (m: Loose) => Object.assign(m, { trace: { ...trace, unsafe: 'x' } }),
    /"x"/,
  ],
  [
    'a trace whose scene comes twice',
    (m: Loose) => Object.assign(m, { trace: { ...trace, scenes: [...trace.scenes, ...trace.scenes] } }),
    /trace\.scenes\[1\]: "one" is declared twice/,
  ],
  [
    'a trace whose play lies elsewhere',
    (m: Loose) => Object.assign(m, { trace: { ...trace, play: 'src/play.ts' } }),
    /trace\.play: a play is one file beside the tests/,
  ],
  [
    'a suite without tests',
    (m: Loose) => m.suites.push({ id: 'more', file: 'tests/more.test.ts', script: 'x' }),
    /has no test/,
  ],
] as const)('refuses %s', ([, change, expected]) => {
  expect(spoilt(change).join('\n')).toMatch(expected);
});

test('a lesson may declare a trace, when it has the play', () => {
  const declare = (): string[] => spoilt((manifest) => Object.assign(manifest, { trace }));
  expect(declare()).toEqual(['trace.play: there is no solution/tests/trace.ts']);
  mkdirSync(join(folder, 'solution', 'tests'), { recursive: true });
  writeFileSync(join(folder, 'solution', 'tests', 'trace.ts'), '');
  expect(declare()).toEqual([]);
});

test('no JSON value makes the loader throw', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(Array.isArray(problemsOf(text))).toBe(true);
    }),
    { numRuns: 200 },
  );
});
