import {
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { authoringSteps } from '../../lesson/authoring-steps.ts';
import { collectLesson } from '../../lesson/collect/collect-lesson.ts';
import { findUnfilled } from '../../lesson/collect/unfilled.ts';
import { readVariant } from '../../lesson/collect/variant-files.ts';
import type { LessonEvidence } from '../../lesson/evidence.ts';
import { chooseGuard, findAbilities } from '../../lesson/process/guard.ts';
import { openRunQueue } from '../../lesson/process/run-queue.ts';
import { judge, type RuleResult } from '../../lesson/rules/judge.ts';
import { repositoryRoot } from '../../lesson/repository.ts';
import { Checkout } from './support/checkout.ts';

let checkout: Checkout;
beforeEach(() => void (checkout = new Checkout()));
afterEach(() => checkout.remove());

const queue = openRunQueue({ cores: availableParallelism() });
afterAll(() => queue.close());

const id = '42-answers';
const labs = (): string => join(checkout.lesson, '..');
const folder = (): string => join(labs(), id);

/** Makes lesson 42, as after `pnpm install`. */
async function makeLesson(): Promise<void> {
  expect(await checkout.run(['new', id])).toMatchObject({ code: 0, err: '' });
  writeFileSync(
    join(checkout.root, 'tsconfig.base.json'),
    readFileSync(join(repositoryRoot, 'tsconfig.base.json'), 'utf8'),
  );
  for (const variant of ['starter', 'solution']) {
    symlinkSync(
      resolve(import.meta.dirname, '../../node_modules'),
      join(folder(), variant, 'node_modules'),
      'junction',
    );
  }
}

async function gather(): Promise<LessonEvidence> {
  const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'new-lesson-')));
  try {
    return await collectLesson({
      repositoryRoot: checkout.root,
      folder: folder(),
      guard: chooseGuard(findAbilities()),
      scratch,
      limit: queue.limit,
      signal: new AbortController().signal,
      seed: 1,
    });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function failing(results: readonly RuleResult[]): string[] {
  return results
    .filter((result) => result.status === 'fail')
    .map(({ code, findings }) => `${code}: ${findings[0]?.where} ${findings[0]?.message}`);
}

/** Every mark of the lesson, replaced by something else. */
function replaceMarks(mark: RegExp, by: string): void {
  for (const [path, text] of readVariant(folder())) writeFileSync(join(folder(), path), text.replaceAll(mark, by));
}

/** As an author who has written every place, with other words than those that were asked for. */
function fillIn(): void {
  replaceMarks(/AUTHOR\(\d+\): (..)/g, '$1·');
}

describe('a new lesson', () => {
  test('runs, and fails verification only because nobody has written it; filled in, it is verified', async () => {
    await makeLesson();
    const results = judge(await gather());
    const unwritten = results.find(({ code }) => code === 'R18');
    expect(failing(results)).toEqual([
      `R18: lesson.json:7 step 1 of 10 is still to do here: the title: what the learner builds`,
    ]);
    const steps = unwritten?.findings.map(({ message }) => Number(/^step (\d+)/.exec(message)?.[1])) ?? [];
    expect(steps, 'in the order in which they are done').toEqual(steps.toSorted((a, b) => a - b));
    // Step 6 is a command, and R16 looks after it.
    expect([...new Set(steps)]).toEqual(authoringSteps.map((_, index) => index + 1).filter((step) => step !== 6));
    expect(unwritten?.findings[0]?.next).toContain('AUTHORING.md, step 1: the solution');

    fillIn();
    expect(failing(judge(await gather()))).toEqual([]);
  }, 240_000);

  test('a mark that is left anywhere is found: in code, in data, in both languages', async () => {
    await makeLesson();
    const files = new Set(findUnfilled(folder()).map(({ file }) => file));
    expect([...files].toSorted()).toEqual([
      'README.md',
      'README.zh-CN.md',
      'accepted/early-capitals/src/lesson.ts',
      'hints/en/loud.md',
      'hints/en/silence.md',
      'hints/zh-CN/loud.md',
      'hints/zh-CN/silence.md',
      'lesson.json',
      'solution/src/lesson.ts',
      'solution/tests/lab.test.ts',
      'solution/tests/support/lab.ts',
      'starter/src/lesson.ts',
    ]);
  });

  test('a mark that was taken away, with its words left as they were, is found in texts and data', async () => {
    await makeLesson();
    replaceMarks(/AUTHOR\(\d+\): /g, '');
    const files = new Set(findUnfilled(folder()).map(({ file }) => file.replace(/^(hints.*\/)\w+/, '$1…')));
    expect([...files].toSorted()).toEqual([
      'README.md',
      'README.zh-CN.md',
      'hints/en/….md',
      'hints/zh-CN/….md',
      'lesson.json',
    ]);
  });

  test('knows its own number and name everywhere, and nothing of the template', async () => {
    await makeLesson();
    const texts = [...readVariant(folder())];
    expect(texts.filter(([, text]) => /00-template|lesson \w+ 00\b/.test(text)).map(([path]) => path)).toEqual([]);
    expect(checkout.read(`../${id}/starter/src/errors.ts`)).toContain('pnpm lesson hint 42 ');
    expect(checkout.read(`../${id}/package.json`)).toContain('verify-lesson.ts 42-answers --json');
  });

  test('works with the commands of a learner: check, reset', async () => {
    await makeLesson();
    const solution = ['check', '42', '--dir', `bootcamps/words/labs/${id}/solution`];
    expect(await checkout.run(solution, { wide: true })).toMatchObject({ code: 0 });
    const starter = await checkout.run(['check', '42'], { wide: true });
    expect(starter.out).toMatch(/· to write +loud\n· to write +silence\n/);
    expect(starter.out).not.toContain('compiler');
    checkout.edit(`../${id}/starter/src/lesson.ts`, 'throw', 'throw  ');
    expect((await checkout.run(['reset', '42'], { wide: true })).out).toContain('as shipped again');
    expect((await checkout.run(['starter', 'check', '42'])).code).toBe(0);
  });

  test.for(['en', 'zh-CN'])('is announced with the next three things to do, in %s', async (language) => {
    const { out } = await checkout.run(['new', id, '--lang', language]);
    expect(out).toMatch(
      /^\S[^\n]*\n {2}bootcamps\/words\/labs\/42-answers\n\S[^\n]*\n {2}pnpm install\n\S[^\n]*\n {2}bootcamps\/words\/AUTHORING\.md\n\S[^\n]*\n {2}pnpm verify:lesson -- 42 --only solution\n$/,
    );
  });
});

describe('new refuses', () => {
  test.for([
    '4-x',
    '42',
    '42-',
    '-x',
    '42_x',
    '42-Answers',
    '42-x-',
    '42-x--y',
    '042-x',
    '42-x ',
    '../42-x',
    '42-x/y',
    'x',
  ])('the id %j: exit 2, nothing is made', async (wanted) => {
    const before = readdirSync(labs());
    const ended = await checkout.run(['new', '--', wanted]);
    expect(ended).toMatchObject({ code: 2, out: '' });
    expect(ended.err).toContain('a lesson is named like 34-subagents');
    expect(readdirSync(labs())).toEqual(before);
  });

  test('a lesson that exists, whole or half made by hand', async () => {
    checkout.write('../42-answers/notes.txt', 'mine\n');
    for (const wanted of ['00-words', id]) {
      const ended = await checkout.run(['new', wanted]);
      expect(ended).toMatchObject({ code: 2, out: '', err: expect.stringContaining('exists already') as unknown });
    }
    expect(readdirSync(folder())).toEqual(['notes.txt']);
  });

  test('a number that another lesson has, in any bootcamp', async () => {
    checkout.write('../../../another/labs/42-questions/notes.txt', 'not a lesson yet\n');
    for (const [wanted, other] of [
      ['00-numbers', '00-words'],
      ['42-answers', '42-questions'],
    ]) {
      const ended = await checkout.run(['new', wanted ?? '']);
      expect(ended).toMatchObject({ code: 2, out: '' });
      expect(ended.err).toBe(`number ${wanted?.slice(0, 2)} is taken by ${other}: choose another number\n`);
    }
  });

  test('leaves nothing half made when the place cannot be written: exit 3', async () => {
    const bootcamp = join(labs(), '..');
    rmSync(labs(), { recursive: true });
    writeFileSync(labs(), 'a file in the way\n');
    const ended = await checkout.run(['new', id], { wide: true });
    expect(ended).toMatchObject({ code: 3, out: '', err: expect.stringContaining('the system refused') as unknown });
    expect(readdirSync(bootcamp)).toEqual(['labs']);
    expect(existsSync(checkout.work) ? readdirSync(checkout.work) : []).toEqual([]);
  });

  test('without a bootcamp to put it in: exit 3', async () => {
    rmSync(join(checkout.root, 'bootcamps'), { recursive: true });
    expect(await checkout.run(['new', id])).toMatchObject({ code: 3, out: '' });
  });
});
