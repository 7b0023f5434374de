import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
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
