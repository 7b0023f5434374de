import { resolve } from 'node:path';
import type { LessonEvidence, RunRecord, TestRecord, Variant } from '../../lesson/evidence.ts';
import { loadManifest } from '../../lesson/manifest/load.ts';
import { readTexts } from '../../lesson/collect/text-facts.ts';
import { judge } from '../../lesson/rules/judge.ts';
import { rules } from '../../lesson/rules/index.ts';
import type { Verification } from '../../lesson/verify.ts';

const folder = resolve(import.meta.dirname, '../../lesson/canaries/00-words');
const nasty = 'a <&"> \u0007 message\nwith two lines, 100 % 中文';

/** A verification of the canary lesson, made by hand: reports can be tested without a run. */
export function sampleVerification({ failing }: { readonly failing: boolean }): Verification {
  const loaded = loadManifest(folder);
  if (!loaded.ok) throw new Error('the canary lesson loads');
  const ids = loaded.manifest.tests.map((test) => test.id);
  const pass = (id: string): TestRecord => sampleTest(id, []);
  const gap = (id: string): TestRecord => ({
    ...sampleTest(id, ['写出单词函数\nWrite the word functions\npnpm lesson hint 00 x']),
    evidence: { words: 3 },
  });
  const wrong = (entry: string, test: string, message: string): RunRecord =>
    sampleRun(
      { kind: 'wrong', id: entry },
      ids.map((id) => (id === test ? sampleTest(id, [message]) : pass(id))),
    );
  const starter = ids.map((id) => (failing && id === 'longest' ? pass(id) : gap(id)));
  const evidence: LessonEvidence = {
    lessonId: '00-words',
    machine: { node: process.versions.node, platform: process.platform },
    folder,
    loaded,
    collected: { solution: 'all', starter: 'all', step: 'none', accepted: 'none', wrong: 'all' },
    runs: [
      sampleRun({ kind: 'solution', id: 'solution' }, ids.map(pass)),
      sampleRun({ kind: 'starter', id: 'starter' }, starter),
      wrong('shortest', 'longest', 'the longest word'),
      wrong('last-letters', 'initials', 'the first letters'),
      wrong('counts-words', 'total', 'all letters'),
    ],
    types: { errors: {} },
    lint: { findings: [] },
    texts: readTexts(folder),
    twins: { differing: [], unpaired: [], shipped: [], scripts: [], unrun: [] },
    patches: {
      facts: Object.fromEntries(
        loaded.manifest.wrong.map(({ id }) => [
          `wrong:${id}`,
          { file: `wrong/${id}.patch`, problem: '', changedLines: 1, touched: ['src/words.ts'], kept: 1 },
        ]),
      ),
      undeclared: [],
    },
    markers: ['TODO_WORDS'],
    unfilled: [],
    changedFiles: [],
  };
  const spiced = rules.map((rule) =>
    failing && rule.code === 'R05'
      ? {
          ...rule,
          judge: (lesson: Parameters<typeof rule.judge>[0]) => [
            ...rule.judge(lesson),
            { where: 'x', message: nasty, next: nasty, exit: 1 as const },
          ],
        }
      : rule,
  );
  return {
    lessons: [
      {
        lesson: { id: '00-words', number: '00', folder },
        evidence,
        results: judge(evidence, spiced),
        exitCode: failing ? 1 : 0,
        partial: false,
      },
    ],
    exitCode: failing ? 1 : 0,
    seed: 7,
    guard: { method: 'pid-namespace', complete: true, wrapper: [], endsWithVerifier: true },
    startedAt: new Date(0),
    durationMs: 1234,
  };
}

function sampleTest(id: string, messages: readonly string[]): TestRecord {
  return {
    id,
    title: id,
    file: id === 'total' ? 'tests/homework.test.ts' : 'tests/lab.test.ts',
    state: messages.length > 0 ? 'fail' : 'pass',
    errors: messages.map((message) => ({ name: 'NotImplementedError', code: 'TODO_WORDS', message, causes: [] })),
    durationMs: 1,
    softened: [],
    evidence: {},
  };
}

function sampleRun(variant: Variant, tests: readonly TestRecord[]): RunRecord {
  const failed = tests.some((test) => test.state !== 'pass');
  return {
    variant,
    attempt: 1,
    order: { kind: 'declared' },
    outcome: 'completed',
    why: '',
    exitCode: failed ? 1 : 0,
    signal: null,
    tests,
    processes: { method: 'pid-namespace', complete: true, left: [], listening: [], timers: 0 },
    strayFiles: [],
    peakRssMb: 100,
    outputBytes: 10,
    output: '写出单词函数',
    durationMs: 500,
  };
}
