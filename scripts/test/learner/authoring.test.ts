import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loadManifest } from '../../lesson/manifest/load.ts';
import { ruleTexts } from '../../lesson/rules/rule-list.ts';
import { lessonsToVerify } from '../../learner/lessons-to-verify.ts';
import { ruleReasons } from '../../learner/messages/rule-reasons.ts';
import { Checkout } from './support/checkout.ts';

let checkout: Checkout;
beforeEach(() => void (checkout = new Checkout()));
afterEach(() => checkout.remove());

describe('explain', () => {
  test('every rule has a reason and a repair', () => {
    expect(Object.keys(ruleReasons)).toEqual(ruleTexts().map(({ code }) => code));
  });

  test.for([
    ['en', /^R05 starter\n\nIn the starter each test[^]*\n\nWhy: [^]*\n\nHow to repair: /],
    ['zh-CN', /^R05 starter\n\nstarter 里每个测试[^]*\n\n为什么：[^]*\n\n怎么修：/],
  ] as const)('tells one rule in %s, in any case', async ([language, pattern]) => {
    const ended = await checkout.run(['explain', 'r05', '--lang', language]);
    expect(ended).toMatchObject({ code: 0, out: expect.stringMatching(pattern) as unknown });
  });

  test('without a rule it lists all, in both languages', async () => {
    for (const language of ['en', 'zh-CN']) {
      const { out } = await checkout.run(['explain', '--lang', language]);
      for (const { code, name } of ruleTexts()) expect(out).toContain(`${code} ${name}`);
    }
  });
});

// V-09.
describe('plan', () => {
  const plan = async (...words: string[]): Promise<unknown> =>
    JSON.parse((await checkout.run(['plan', ...words], { wide: true })).out) as unknown;
  const git = (...args: string[]): void => {
    const identity = ['-c', 'user.name=test', '-c', 'user.email=test@example.invalid', '-c', 'core.hooksPath=none'];
    const { status, stderr } = spawnSync('git', [...identity, ...args], { cwd: checkout.root, encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
  };
  const both = { include: [{ lesson: '00-words' }, { lesson: '01-more' }] };
  const secondLesson = (): void => checkout.write('../01-more/lesson.json', '{}');

  test('prints a matrix, sharded so that every lesson is in exactly one part', async () => {
    secondLesson();
    expect(await plan()).toEqual(both);
    expect(await plan('--shard', '1/2')).toEqual({ include: [{ lesson: '00-words' }] });
    expect(await plan('--shard', '2/2')).toEqual({ include: [{ lesson: '01-more' }] });
    expect(await plan('--shard', '3/3')).toEqual({ include: [] });
  });

  test('only changed labs are verified, uncommitted changes too; anything shared concerns all', async () => {
    secondLesson();
    git('init', '-q', '-b', 'main');
    git('add', '-A');
    git('commit', '-q', '-m', 'first');
    git('checkout', '-q', '-b', 'work');
    expect(await plan('--changed-since', 'main')).toEqual({ include: [] });
    checkout.write('../01-more/名字 with blanks.md', 'x\n');
    expect(await plan('--changed-since', 'main')).toEqual({ include: [{ lesson: '01-more' }] });
    git('add', '-A');
    git('commit', '-q', '-m', 'second');
    expect(await plan('--changed-since', 'main')).toEqual({ include: [{ lesson: '01-more' }] });
    checkout.write('../../../../package.json', '{}\n');
    expect(await plan('--changed-since', 'main')).toEqual(both);
  });

  test('a ref that git does not know is not taken for "nothing changed": exit 3', async () => {
    git('init', '-q', '-b', 'main');
    for (const ref of ['nowhere', '--all']) {
      const ended = await checkout.run(['plan', `--changed-since=${ref}`]);
      expect(ended).toMatchObject({ code: 3, out: '', err: expect.stringContaining('git cannot tell') as unknown });
    }
  });

  test.for([
    ['packages/fixture-servers/src/index.ts', 2],
    ['packages/extensions/src/mcp-client.ts', 0],
    ['docs/errors.md', 0],
    ['scripts/lesson/rules/r05-starter.ts', 2],
    ['pnpm-lock.yaml', 2],
    ['.ci/run', 2],
    ['bootcamps/b/lesson.schema.json', 2],
    ['bootcamps/b/labs/00-words/solution/src/words.ts', 1],
    ['bootcamps/b/labs/99-gone/lesson.json', 0],
    ['something/new', 2],
  ] as const)('a change of %s concerns %i of 2 lessons', ([path, count]) => {
    const lessons = ['00-words', '01-more'].map((id) => ({
      id,
      number: id.slice(0, 2),
      folder: join('/r', 'bootcamps', 'b', 'labs', id),
    }));
    expect(lessonsToVerify(lessons, '/r', [path])).toHaveLength(count);
  });
});

describe('wrong', () => {
  const tree = (): string => join(checkout.work, '00-words', 'wrong', 'shortest', 'src', 'words.ts');
  const patch = 'wrong/shortest.patch';

  test('edit opens the mistake, write makes the same patch of it again', async () => {
    const before = checkout.read(patch);
    const edit = await checkout.run(['wrong', 'edit', '00', 'shortest']);
    expect(edit.code).toBe(0);
    expect(edit.out).toContain('pnpm lesson check 00 --dir .lesson/00-words/wrong/shortest\n');
    expect(readFileSync(tree(), 'utf8')).toContain('word.length < best.length');
    expect(await checkout.run(['wrong', 'edit', '00', 'shortest'])).toMatchObject({ code: 1 });
    const write = await checkout.run(['wrong', 'write', '00', 'shortest']);
    expect(write).toMatchObject({ code: 0, out: expect.stringContaining('(2 changed lines)') as unknown });
    expect(checkout.read(patch).replaceAll('\r', '')).toBe(before);
    expect(existsSync(tree())).toBe(false);
  });

  test('a patch that the solution has outgrown is fitted in, and said to be', async () => {
    checkout.edit('solution/src/words.ts', "  let best = '';", "  let best = ''; // the best so far");
    const edit = await checkout.run(['wrong', 'edit', '00', 'shortest']);
    expect(edit.out).toContain('The solution has changed since the patch was made');
    await checkout.run(['wrong', 'write', '00', 'shortest']);
    expect(checkout.read(patch)).toContain(" let best = ''; // the best so far");
    checkout.write(patch, '--- a/src/words.ts\n+++ b/src/words.ts\n@@ -1,1 +1,1 @@\n-nothing like it\n+x\n');
    expect(await checkout.run(['wrong', 'edit', '00', 'shortest'])).toMatchObject({ code: 1, out: '' });
  });

  test('a new one begins as the solution; without a mistake there is nothing to write', async () => {
    expect(await checkout.run(['wrong', 'write', '00', 'new-one'])).toMatchObject({ code: 1 });
    expect((await checkout.run(['wrong', 'edit', '00', 'new-one'])).out).toContain('There is no patch yet');
    expect(await checkout.run(['wrong', 'write', '00', 'new-one'])).toMatchObject({ code: 1 });
    checkout.write('../../../../.lesson/00-words/wrong/new-one/src/words.ts', 'export {};\n');
    const { out } = await checkout.run(['wrong', 'write', '00', 'new-one']);
    expect(out).toContain('lesson.json > wrong does not name "new-one" yet');
    expect(existsSync(join(checkout.lesson, 'wrong/new-one.patch'))).toBe(true);
  });
});

test('starter check tells when starter.patch does not make the starter', async () => {
  const check = ['starter', 'check', '00'];
  rmSync(join(checkout.lesson, 'starter.patch'));
  expect(await checkout.run(check)).toMatchObject({
    code: 1,
    out: expect.stringContaining('no starter.patch') as unknown,
  });
  await checkout.run(['starter', 'write', '00']);
  expect((await checkout.run(check)).code).toBe(0);
  checkout.edit('starter/src/words.ts', 'add up', 'sum up');
  checkout.write('starter/src/more.ts', 'export {};\n');
  expect(await checkout.run(check)).toMatchObject({
    code: 1,
    out: 'starter.patch does not make the starter: src/more.ts, src/words.ts\n',
  });
});

describe('new', () => {
  const labs = (): string => join(checkout.lesson, '..');

  test('makes a lesson that can be read, compiles, passes and is checked; reset works in it', async () => {
    const made = await checkout.run(['new', '42-answers']);
    expect(made).toMatchObject({ code: 0, out: expect.stringContaining('pnpm verify:lesson -- 42') as unknown });
    const folder = join(labs(), '42-answers');
    expect(loadManifest(folder)).toMatchObject({ ok: true });
    checkout.write('../../../../tsconfig.base.json', checkout.read('tsconfig.base.json'));
    for (const variant of ['starter', 'solution']) {
      symlinkSync(
        resolve(import.meta.dirname, '../../node_modules'),
        join(folder, variant, 'node_modules'),
        'junction',
      );
    }
    const solution = ['check', '42', '--dir', 'bootcamps/words/labs/42-answers/solution'];
    expect(await checkout.run(solution, { wide: true })).toMatchObject({ code: 0 });
    const starter = await checkout.run(['check', '42']);
    expect(starter.out).toMatch(/· to write +first-test/);
    expect(starter.out).not.toContain('compiler');
    checkout.edit('../42-answers/starter/src/lesson.ts', 'throw', 'throw  ');
    expect((await checkout.run(['reset', '42'], { wide: true })).out).toContain('as shipped again');
    expect((await checkout.run(['starter', 'check', '42'])).code).toBe(0);
  });

  test('never writes over a lesson', async () => {
    expect(await checkout.run(['new', '00-words'])).toMatchObject({ code: 2, out: '' });
  });
});
