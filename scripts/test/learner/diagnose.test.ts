import { describe, expect, test } from 'vitest';
import { manifestSchema, type ManifestInput } from '../../lesson/manifest/schema.ts';
import { diagnose, type Diagnosis } from '../../learner/check/diagnose.ts';
import type { Observation } from '../../learner/check/observation.ts';

type Wrong = Omit<ManifestInput['wrong'][number], 'says' | 'source' | 'hint'> & { readonly hint?: string };

/** A lesson with tests a, b, c in the lab and h in the homework, and these mistakes. */
function diagnoseWith(wrong: readonly Wrong[], seen: Readonly<Record<string, string>>): Diagnosis {
  const text = { en: 'x', 'zh-CN': 'x' };
  const manifest = manifestSchema.parse({
    formatVersion: 1,
    id: '00-x',
    contentVersion: '1.0.0',
    title: text,
    runtime: { node: '20', platforms: ['linux'] },
    limits: { testMs: 100, runMs: 1000, rssMb: 64, outputKb: 1 },
    suites: [
      { id: 'lab', file: 'tests/a.test.ts', script: 'a' },
      { id: 'homework', file: 'tests/h.test.ts', script: 'h' },
    ],
    gaps: [{ code: 'TODO_X', name: 'E', says: text }],
    tests: ['a', 'b', 'c', 'h'].map((id) => ({
      id,
      suite: id === 'h' ? 'homework' : 'lab',
      title: text,
      starter: { state: 'fail', gap: 'TODO_X' },
    })),
    starter: {},
    solution: {},
    steps: [
      { id: 'one', title: text, passes: ['a'] },
      { id: 'two', title: text, passes: ['a', 'b', 'c'] },
    ],
    wrong: wrong.map((entry) => ({
      says: text,
      source: '(own)',
      ...entry,
      hint: entry.hint ?? entry.mustFail[0]?.test ?? 'a',
    })),
  } satisfies ManifestInput);
  const observations = manifest.tests.map(({ id, suite }): Observation => {
    const what = seen[id] ?? 'green';
    const standing = what === 'green' || what === 'gap' || what === 'not-run' ? what : 'red';
    return { id, inLab: suite === 'lab', standing, message: what, headline: what };
  });
  return diagnose(manifest, observations);
}

const must = (...pairs: readonly (readonly [string, string])[]): { test: string; message: string }[] =>
  pairs.map(([id, message]) => ({ test: id, message }));
const ids = (diagnosis: Diagnosis): string[] => diagnosis.mistakes.map(({ id, sure }) => `${id} ${sure}`);

describe('a diagnosis', () => {
  test('names a mistake once, with all that it explains', () => {
    const wrong = [{ id: 'one', mustFail: must(['a', 'sign'], ['b', 'sign'], ['h', 'sign']) }];
    const { mistakes } = diagnoseWith(wrong, { a: 'sign', b: 'hidden by another hole', h: 'sign' });
    expect(mistakes).toMatchObject([{ id: 'one', explains: ['a', 'b'] }]);
  });

  test('needs the message, not only the failing test', () => {
    const wrong = [
      { id: 'hangs', mustFail: must(['a', 'pending']) },
      { id: 'swaps', mustFail: must(['a', 'of another']) },
    ];
    expect(ids(diagnoseWith(wrong, { a: 'the answer of another call' }))).toEqual(['swaps looks-like']);
    expect(diagnoseWith(wrong, { a: 'something else' })).toMatchObject({ mistakes: [], unexplained: ['a'] });
  });

  test('prefers the mistake that explains more', () => {
    const wrong = [
      { id: 'small', mustFail: must(['a', 'x']) },
      { id: 'large', mustFail: must(['a', 'x'], ['b', 'x']) },
    ];
    expect(diagnoseWith(wrong, { a: 'x', b: 'x' }).mistakes).toEqual([
      { id: 'large', sure: 'looks-like', explains: ['a', 'b'] },
    ]);
    expect(ids(diagnoseWith(wrong, { a: 'x' }))).toEqual(['small looks-like']);
  });

  test('finds several mistakes at once, the first on the road first', () => {
    const wrong = [
      { id: 'late', mustFail: must(['c', 'x']) },
      { id: 'early', mustFail: must(['a', 'x']) },
    ];
    expect(ids(diagnoseWith(wrong, { a: 'x', b: 'y', c: 'x' }))).toEqual(['early looks-like', 'late looks-like']);
  });

  test('is unsure when most of what must fail fails otherwise', () => {
    const wrong = [{ id: 'wide', mustFail: must(['a', 'x'], ['b', 'x'], ['c', 'x']) }];
    expect(ids(diagnoseWith(wrong, { a: 'x', b: 'y', c: 'y' }))).toEqual(['wide may-be']);
    expect(ids(diagnoseWith(wrong, { a: 'x', b: 'x' }))).toEqual(['wide may-be']);
  });

  test('does not name a mistake whose own test is green', () => {
    const wrong = [{ id: 'swaps', hint: 'a', mustFail: must(['a', 'x'], ['b', 'pending']) }];
    expect(diagnoseWith(wrong, { b: 'pending' })).toMatchObject({ mistakes: [], unexplained: ['b'] });
  });

  test('takes a test at the gap as unwritten, not as a mistake', () => {
    const wrong = [{ id: 'wide', mustFail: must(['a', 'x'], ['b', 'x']) }];
    expect(diagnoseWith(wrong, { a: 'gap', b: 'gap', c: 'gap', h: 'gap' })).toEqual({
      mistakes: [],
      toWrite: ['a', 'b', 'c', 'h'],
      unexplained: [],
      nextStep: 'one',
    });
    expect(ids(diagnoseWith(wrong, { a: 'x', b: 'gap' }))).toEqual(['wide looks-like']);
  });

  test('speaks of the homework only when the lab is green', () => {
    const wrong = [
      { id: 'swaps', mustFail: must(['a', 'x']) },
      { id: 'quiet', mustFail: must(['h', 'x']) },
    ];
    expect(ids(diagnoseWith(wrong, { a: 'x', h: 'x' }))).toEqual(['swaps looks-like']);
    expect(ids(diagnoseWith(wrong, { h: 'x' }))).toEqual(['quiet looks-like']);
  });

  test('may name a mistake that shows its message elsewhere, after those that show it here', () => {
    const wrong = [
      { id: 'shy', hint: 'b', mustFail: must(['b', 'x'], ['h', 'x']) },
      { id: 'plain', mustFail: must(['c', 'x']) },
    ];
    expect(ids(diagnoseWith(wrong, { b: 'other', c: 'x', h: 'x' }))).toEqual(['shy looks-like', 'plain looks-like']);
    expect(diagnoseWith(wrong, { b: 'other', c: 'x', h: 'not-run' })).toMatchObject({ unexplained: ['b'] });
  });

  test('counts what a mistake may fail as explained', () => {
    const wrong = [{ id: 'swaps', mustFail: must(['a', 'x']), mayFail: ['b'] }];
    expect(diagnoseWith(wrong, { a: 'x', b: 'whatever' })).toMatchObject({ unexplained: [] });
    expect(diagnoseWith(wrong, { b: 'whatever' })).toMatchObject({ mistakes: [], unexplained: ['b'] });
  });

  test('names the first step whose tests are not all green', () => {
    expect(diagnoseWith([{ id: 'x', mustFail: must(['a', 'x']) }], { b: 'y' }).nextStep).toBe('two');
    expect(diagnoseWith([{ id: 'x', mustFail: must(['a', 'x']) }], {})).not.toHaveProperty('nextStep');
  });
});
