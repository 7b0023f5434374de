import { describe, expect, test } from 'vitest';
import { en } from '../../src/text/en.ts';
import { eventWords } from '../../src/text/event-words.ts';
import { formatFor } from '../../src/text/format.ts';
import { languageFor } from '../../src/text/language.ts';
import { shownLines, shownText } from '../../src/text/shown-text.ts';
import { zhCn } from '../../src/text/zh-cn.ts';
import { allOutcomes } from '../support/all-outcomes.ts';
import { hostileTexts } from '../support/hostile-trace.ts';

/** The path of every text, and whether it is one or makes one. */
function keysOf(part: unknown, path = ''): string[] {
  if (typeof part !== 'object' || part === null) {
    return [`${path} ${typeof part}${typeof part === 'function' ? ` of ${part.length}` : ''}`];
  }
  return Object.entries(part).flatMap(([key, value]) => keysOf(value, `${path}.${key}`));
}

describe('the languages', () => {
  test('have the same texts', () => {
    expect(keysOf(zhCn)).toEqual(keysOf(en));
    expect(keysOf(en).length).toBeGreaterThan(100);
  });

  test('say something different, but for what is the same in both', () => {
    const same = new Set(['Trace', 'stderr', 'Id', '–']);
    const texts = (part: unknown): string[] =>
      typeof part === 'string'
        ? [part]
        : typeof part === 'object' && part !== null
          ? Object.values(part).flatMap(texts)
          : [];
    const english = texts(en);
    const untranslated = texts(zhCn).filter((text, place) => text === english[place] && !same.has(text));
    expect(untranslated).toEqual([]);
  });

  test('a reader gets the first of his that there is', () => {
    expect(languageFor(['de-DE', 'zh-TW', 'en'])).toBe('zh-CN');
    expect(languageFor(['en-GB', 'zh-CN'])).toBe('en');
    expect(languageFor(['fr'])).toBe('en');
    expect(languageFor([])).toBe('en');
  });
});

describe('an untrusted text', () => {
  test.each(hostileTexts)('has nothing hidden in it when it is shown: %j', (text) => {
    const shown = shownText(text);
    expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    expect(shown).not.toMatch(/\p{M}{3}/u);
    expect(shown.isWellFormed()).toBe(true);
    expect(shown.length).toBeLessThan(160 * 7);
  });

  test('is cut, and the cut can be seen', () => {
    expect(shownText('x'.repeat(200), 10)).toBe(`${'x'.repeat(9)}…`);
    expect(shownText('x'.repeat(10), 10)).toBe('x'.repeat(10));
  });

  test('of several lines keeps them, and nothing else that is hidden', () => {
    expect(shownLines('one\r\n\ttwo\u001b[31m\u202e')).toBe('one\n\ttwo\\u001b[31m\\u202e');
  });

  test('outside of the first plane is escaped too', () => {
    expect(shownText('a\u{e0041}b')).toBe('a\\u{e0041}b');
  });
});

describe('numbers', () => {
  const { time, tick, bytes, count, ms } = formatFor('en');

  test('have the unit that suits them', () => {
    expect([0, 32, 642, 1234, 150_000, 1e12].map(time)).toEqual([
      '0.0 ms',
      '32.0 ms',
      '642 ms',
      '1.23 s',
      '150 s',
      '277,778 h',
    ]);
    expect([0, 50, 1500].map(tick)).toEqual(['0 ms', '50 ms', '1.5 s']);
    expect([12, 1560, 2_500_000, 9e15].map(bytes)).toEqual(['12 B', '1.56 kB', '2.5 MB', '9 PB']);
    expect([count(10_000), ms(12.34)]).toEqual(['10,000', '12.3']);
  });
});

test('every kind of event has words in both languages', () => {
  for (const [language, { words }] of [
    ['en', en],
    ['zh-CN', zhCn],
  ] as const) {
    const said = allOutcomes.flatMap((record) =>
      record.type === 'request' ? [] : [eventWords(record, words, formatFor(language))],
    );
    expect(said.every((text) => text.length > 3 && !text.includes('undefined'))).toBe(true);
  }
  const stderr = { type: 'stderr', at: 0, instanceId: 'i', bytes: 1200, chunks: 3, truncated: true } as const;
  expect(eventWords(stderr, en.words, formatFor('en'))).toBe(
    'wrote 1.2 kB to stderr (3 pieces); from here on only its end is kept',
  );
  expect(
    eventWords(
      { type: 'process', at: 0, instanceId: 'i', event: 'failed', errno: 'ENOENT' },
      en.words,
      formatFor('en'),
    ),
  ).toBe('could not be started: ENOENT');
});
