import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { commands } from '../../learner/cli.ts';
import { localeLanguage } from '../../learner/language.ts';
import { messagesIn } from '../../learner/messages/index.ts';
import { Checkout } from './support/checkout.ts';

let checkout: Checkout;
beforeEach(() => void (checkout = new Checkout()));
afterEach(() => checkout.remove());

test.for([
  [[], /something is missing/],
  [['frobnicate'], /no command "frobnicate"/],
  [['check'], /which lesson\? There are: 00-words/],
  [['check', '99'], /no lesson "99"\. There are: 00-words/],
  [['check', '00', 'more'], /"more" is one word too many/],
  [['check', '00', '--frobnicate'], /^there is no option "--frobnicate"\nusage/],
  [['check', '00', '--dir'], /^--dir needs a value\nusage/],
  [['check', '00', '--dir', '--all'], /^--dir needs a value\nusage/],
  [['check', '00', '--all=yes'], /^--all takes no value\nusage/],
  [['check', '00', '--lang', 'zh-CN', '-x'], /^没有“-x”这个选项\n用法/],
  [['check', '00', '--dir', 'nowhere'], /no src\/ folder in nowhere/],
  [['list', '--lang', 'fr'], /--lang takes en or zh-CN, not "fr"/],
  [['list', '00'], /too many/],
  [['hint', '00', 'nothing'], /no test "nothing"\. There are: longest, initials, total/],
  [['hint', '00', 'longest', '--rung', '4'], /--rung takes a number from 1 to 3, not "4"/],
  [['hint', '00', 'longest', '--rung', '1', '--all'], /not both/],
  [['diff', '00', 'nothing.ts', '--spoil'], /no src\/nothing\.ts\. There are: words\.ts/],
  [['progress', '--import', 'nothing.json'], /nothing\.json cannot be read/],
  [['explain', 'R99'], /no rule "R99"\. There are: R01, /],
  [['plan', '--shard', '4/3'], /--shard takes i\/n/],
  [['wrong', 'frob', '00', 'x'], /"edit" or "write", not "frob"/],
  [['wrong', 'edit', '00'], /something is missing/],
  [['wrong', 'edit', '00', '../x'], /an id is lower-case words/],
  [['starter', 'frob', '00'], /"check" or "write", not "frob"/],
  [['new', 'subagents'], /named like 34-subagents, not "subagents"/],
] as const)('%j is a usage error: exit 2, nothing on stdout, one reason on stderr', async ([words, reason]) => {
  const ended = await checkout.run(words);
  expect(ended).toMatchObject({ code: 2, out: '' });
  expect(ended.err).toMatch(reason);
});

test('a usage error shows how the command is written', async () => {
  const { err } = await checkout.run(['check', '00', 'more']);
  expect(err).toContain('usage:\n  pnpm lesson check <lesson> [--dir <folder>] [--all]\n');
  const unknown = await checkout.run(['frobnicate']);
  for (const { synopsis } of commands) expect(unknown.err).toContain(`  pnpm lesson ${synopsis}\n`);
});

test('a leading -- is dropped, and a lesson has a number and an id', async () => {
  for (const words of [
    ['--', 'hint', '00', 'longest'],
    ['hint', '00-words', 'longest'],
    ['--lang', 'en', 'hint', '00', 'longest'],
  ]) {
    expect(await checkout.run(words)).toMatchObject({
      code: 0,
      out: expect.stringContaining('longest   hint') as unknown,
    });
  }
});

describe('help', () => {
  test.for(['en', 'zh-CN'] as const)('names every command in %s', async (language) => {
    const { code, out } = await checkout.run(['help', '--lang', language]);
    expect(code).toBe(0);
    for (const { name, synopsis } of commands) {
      expect(out).toContain(`pnpm lesson ${synopsis}`);
      expect(out.replaceAll(/\s/g, '')).toContain(messagesIn[language].about[name].replaceAll(/\s/g, ''));
    }
  });

  test('--help anywhere is help', async () => {
    const { out } = await checkout.run(['help']);
    for (const words of [['--help'], ['check', '--help'], ['check', '00', '-h']]) {
      expect(await checkout.run(words)).toEqual({ code: 0, out, err: '' });
    }
  });
});

describe('language', () => {
  test.for([
    [{ LC_ALL: 'zh_CN.UTF-8', LANG: 'en_US.UTF-8' }, 'en-US', 'zh-CN'],
    [{ LC_MESSAGES: 'zh_TW.UTF-8', LANG: 'en_US.UTF-8' }, 'en-US', 'zh-CN'],
    [{ LANG: 'zh_CN.GB18030' }, 'en-US', 'zh-CN'],
    [{ LC_ALL: '', LANG: 'zh_CN.UTF-8' }, 'en-US', 'zh-CN'],
    [{ LANGUAGE: 'zh_CN:en' }, 'en-US', 'zh-CN'],
    [{ LC_ALL: 'C', LANG: 'zh_CN.UTF-8' }, 'zh-CN', 'en'],
    [{ LANG: 'de_DE.UTF-8' }, 'zh-CN', 'en'],
    [{}, 'zh-CN', 'zh-CN'],
    [{}, 'en-US', 'en'],
  ] as const)('%j on a system in %s speaks %s', ([env, system, language]) => {
    expect(localeLanguage(env, system)).toBe(language);
  });

  test('--lang is stronger than the locale, in complaints too', async () => {
    const env = { LANG: 'zh_CN.UTF-8' };
    expect((await checkout.run(['check'], { env })).err).toContain('是哪一课？现有：00-words');
    expect((await checkout.run(['check', '--lang', 'en'], { env })).err).toContain('which lesson?');
    expect((await checkout.run(['--lang=zh-CN', 'check'])).err).toContain('是哪一课？');
  });

  test('every text exists in both languages, and says something', () => {
    const { en, 'zh-CN': zh } = messagesIn;
    // Whatever a text is about: a word, several, or counts by name.
    const part = Object.assign(['2'], { wrong: 2, inVain: 2, all: 3, bytes: 2, lines: 3 });
    const texts = (value: unknown): string[] =>
      typeof value === 'function'
        ? [(value as (...parts: unknown[]) => string)(part, part)]
        : typeof value === 'string'
          ? [value]
          : Object.values(value as object).flatMap(texts);
    expect(texts(zh)).toHaveLength(texts(en).length);
    expect([...texts(en), ...texts(zh)].filter((text) => text.trim() === '')).toEqual([]);
    // Names, symbols and commands alone are the same in both.
    expect(texts(zh).filter((text) => !/[\u4e00-\u9fff]/.test(text)).length).toBeLessThan(3);
  });
});

test('a broken lesson.json is told with its place: exit 2', async () => {
  checkout.edit('lesson.json', '"formatVersion": 1', '"formatVersion": 2');
  const ended = await checkout.run(['check', '00']);
  expect(ended.code).toBe(2);
  expect(ended.err).toMatch(/lesson\.json of 00-words cannot be used: formatVersion: /);
});

test('a narrow terminal gets narrower lines', async () => {
  const { out } = await checkout.run(['explain'], { columns: 50, env: { LANG: 'zh_CN.UTF-8' } });
  expect(out).toContain('R05 starter');
});
