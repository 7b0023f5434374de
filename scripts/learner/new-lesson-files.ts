import { overlay, type FileMap } from '../lesson/collect/variant-files.ts';
import type { ManifestInput } from '../lesson/manifest/schema.ts';
import { starterPatchName } from '../lesson/collect/shipped-starter.ts';
import { sourcePatch } from './sources.ts';

const testId = 'first-test';
const gapCode = 'TODO_FIRST';

/**
 * The files of a new lesson, by path. It can be read, type-checks and runs; what the author has to write is marked TODO.
 *
 * @param id `34-subagents`
 */
export function newLessonFiles(id: string): FileMap {
  const number = id.split('-')[0] ?? id;
  const solution: FileMap = new Map([['src/lesson.ts', solutionSource]]);
  const starter: FileMap = new Map([['src/lesson.ts', starterSource(number)]]);
  const mistake: FileMap = new Map([['src/lesson.ts', solutionSource.replace('toUpperCase', 'toLowerCase')]]);
  const files: FileMap = new Map([
    ['lesson.json', json(manifest(id))],
    ['package.json', json(labPackage(id))],
    [
      'README.md',
      `# TODO title\n\nTODO: the job problem, the principle, an experiment.\n\n### \`${testId}\`\n\nTODO: what this test asks.\n`,
    ],
    [
      'README.zh-CN.md',
      `# TODO 标题\n\nTODO：工作中的问题、原理、实验。\n\n### \`${testId}\`\n\nTODO：这个测试要求什么。\n`,
    ],
    [
      `hints/en/${testId}.md`,
      '## 1\n\nTODO: a question.\n\n## 2\n\nTODO: a pointer.\n\n## 3\n\nTODO: nearly the code.\n',
    ],
    [`hints/zh-CN/${testId}.md`, '## 1\n\nTODO：一个问题。\n\n## 2\n\nTODO：一个方向。\n\n## 3\n\nTODO：接近代码。\n'],
    ['wrong/lower-case.patch', sourcePatch(solution, mistake)],
    [starterPatchName, sourcePatch(solution, starter)],
  ]);
  return overlay(
    overlay(files, variant(`lab-${id}-starter`, starter), 'starter/'),
    variant(`lab-${id}-solution`, solution),
    'solution/',
  );
}

function variant(name: string, sources: FileMap): FileMap {
  const files: FileMap = new Map([
    ['package.json', json(variantPackage(name))],
    [
      'tsconfig.json',
      json({ extends: '../../../../../tsconfig.base.json', include: ['src', 'tests', 'vitest.config.ts'] }),
    ],
    ['vitest.config.ts', vitestConfig],
    ['tests/lab.test.ts', testSource],
    ['tests/task-meta.d.ts', taskMeta],
  ]);
  return overlay(files, sources);
}

function manifest(id: string): ManifestInput {
  return {
    $schema: '../../lesson.schema.json',
    formatVersion: 1,
    id,
    contentVersion: '0.1.0',
    title: { en: 'TODO title', 'zh-CN': 'TODO 标题' },
    runtime: { node: '>=20.19', platforms: ['linux', 'darwin', 'win32'] },
    limits: { testMs: 10_000, runMs: 60_000, rssMb: 1024, outputKb: 1024 },
    suites: [{ id: 'lab', file: 'tests/lab.test.ts', script: 'test' }],
    gaps: [
      { code: gapCode, name: 'NotImplementedError', says: { en: 'TODO: what is missing', 'zh-CN': 'TODO：缺什么' } },
    ],
    tests: [
      {
        id: testId,
        suite: 'lab',
        title: { en: 'TODO: what it shows', 'zh-CN': 'TODO：它说明什么' },
        starter: { state: 'fail', gap: gapCode },
      },
    ],
    starter: {},
    solution: {},
    wrong: [
      {
        id: 'lower-case',
        says: { en: 'TODO: one sentence to who made this mistake', 'zh-CN': 'TODO：对犯了这个错的人说一句话' },
        source: '(own)',
        hint: testId,
        mustFail: [{ test: testId, message: 'the word in capitals' }],
      },
    ],
    killMatrix: { minSignatures: 1, why: 'TODO: at least twelve kinds of mistakes, or why fewer are enough' },
  };
}

function labPackage(id: string): object {
  return {
    ...packageHead(`lab-${id}`),
    scripts: {
      verify: `node --import ../../../../scripts/temp-folder.mjs --import tsx ../../../../scripts/verify-lesson.ts ${id} --json .lesson/report.json`,
    },
    devDependencies: { '@coding-agent/scripts': 'workspace:*', tsx: 'catalog:' },
    engines: { node: '>=20.19' },
  };
}

function variantPackage(name: string): object {
  return {
    ...packageHead(name),
    scripts: {
      test: 'vitest run tests/lab.test.ts',
      'test:watch': 'vitest watch tests/lab.test.ts',
      typecheck: 'tsc -p .',
    },
    devDependencies: { '@types/node': 'catalog:', typescript: 'catalog:', vite: 'catalog:', vitest: 'catalog:' },
    engines: { node: '>=20.19' },
  };
}

function packageHead(name: string): object {
  return { name: `@learn-traeai/${name}`, version: '0.0.0', private: true, license: 'MIT', type: 'module' };
}

const solutionSource = `/** TODO: what the learner is going to write. */
export function shout(word: string): string {
  return word.toUpperCase();
}
`;

function starterSource(number: string): string {
  return `/** TODO: what the learner is going to write. */
export function shout(_word: string): string {
  // TODO(${gapCode}): say here what is missing.
  const says = ['TODO：缺什么', 'TODO: what is missing', 'hint: pnpm lesson hint ${number} ${testId}'];
  throw Object.assign(new Error(says.join('\\n')), { name: 'NotImplementedError', code: '${gapCode}' });
}
`;
}

const testSource = `import { expect, test } from 'vitest';
import { shout } from '../src/lesson.ts';

test('TODO: what it shows', { meta: { id: '${testId}' } }, () => {
  expect(shout('word'), 'the word in capitals').toBe('WORD');
});
`;

const taskMeta = `import 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    id?: string;
    evidence?: Record<string, number>;
  }
}
`;

const vitestConfig = `import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { include: ['tests/**/*.test.ts'], testTimeout: 10_000, hookTimeout: 10_000 },
});
`;

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
