import { describe, expect, test } from 'vitest';
import type { Language } from '../../src/text/language.ts';
import { stringsFor } from '../../src/text/strings-for.ts';

/** Stands for whatever a text wants: it, and each of its members, is this number. Notes whether it was taken as a number. */
function stand(value: number): { readonly part: unknown; readonly isCounted: () => boolean } {
  let isCounted = false;
  const part: unknown = new Proxy(
    {},
    {
      get: (_, key) => {
        if (key !== Symbol.toPrimitive) return part;
        return (hint: string) => {
          isCounted ||= hint === 'number';
          return hint === 'number' ? value : '…';
        };
      },
    },
  );
  return { part, isCounted: () => isCounted };
}

/** Every text of a language that takes numbers, with each number given for all of them. */
function countedTexts(language: Language, numbers: readonly number[]): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  const walk = (text: unknown, path: string): void => {
    if (typeof text === 'object' && text !== null) {
      for (const [key, part] of Object.entries(text)) walk(part, path === '' ? key : `${path}.${key}`);
    }
    if (typeof text !== 'function') return;
    const said = numbers.map((value) => {
      const { part, isCounted } = stand(value);
      const words = (text as (part: unknown) => string)(part);
      return isCounted() ? words : undefined;
    });
    const texts = said.filter((words) => words !== undefined);
    if (texts.length > 0) found[path] = texts;
  };
  walk(stringsFor[language], '');
  return found;
}

describe('texts with numbers in them', () => {
  test('in English have the form that goes with each number', () => {
    expect(countedTexts('en', [0, 1, 2])).toEqual({
      found: ['0 of 0 requests', '1 of 1 request', '2 of 2 requests'],
      moreChoices: [
        '0 more: type into “Text” to find them',
        '1 more: type into “Text” to find them',
        '2 more: type into “Text” to find them',
      ],
      overviewName: [
        '0 requests by the time at which they began, 0 of them as the filter wants it; at most 0 in one step',
        '1 request by the time at which it began, 1 of them as the filter wants it; at most 1 in one step',
        '2 requests by the time at which they began, 2 of them as the filter wants it; at most 2 in one step',
      ],
      pageOf: ['page 0 of 0', 'page 1 of 1', 'page 2 of 2'],
      rowsOf: ['0–0 of 0', '1–1 of 1', '2–2 of 2'],
      sequenceName: [
        'Sequence of 0 requests; 0 answers came out of order.',
        'Sequence of 1 request; 1 answer came out of order.',
        'Sequence of 2 requests; 2 answers came out of order.',
      ],
      timelineName: [
        'Timeline of 0 requests, from … to ….',
        'Timeline of 1 request, from … to ….',
        'Timeline of 2 requests, from … to ….',
      ],
      undrawn: [
        '0 events more in this time are not drawn; see the list of events.',
        '1 event more in this time is not drawn; see the list of events.',
        '2 events more in this time are not drawn; see the list of events.',
      ],
      lifeName: [
        'Lives of 0 clients and servers, from … to ….',
        'Life of 1 client or server, from … to ….',
        'Lives of 2 clients and servers, from … to ….',
      ],
      moreLives: [
        '0 more are in the list of events.',
        '1 more is in the list of events.',
        '2 more are in the list of events.',
      ],
      'words.stderr': ['wrote … to stderr (0 pieces)', 'wrote … to stderr (1 piece)', 'wrote … to stderr (2 pieces)'],
      'words.survivors': [
        'gone but for 0 processes that could not be ended',
        'gone but for 1 process that could not be ended',
        'gone but for 2 processes that could not be ended',
      ],
      'words.dropped': [
        '0 records are missing: too much waited to be written',
        '1 record is missing: too much waited to be written',
        '2 records are missing: too much waited to be written',
      ],
    });
  });

  test('in Chinese are the same for each number, and count in the same places', () => {
    const chinese = countedTexts('zh-CN', [0, 1, 2]);
    expect(Object.keys(chinese).toSorted()).toEqual(Object.keys(countedTexts('en', [0])).toSorted());
    for (const [path, texts] of Object.entries(chinese)) {
      expect(new Set(texts.map((text) => text.replaceAll(/\d/g, '#'))).size, path).toBe(1);
    }
  });

  test('have their numbers as the language writes them', () => {
    expect(countedTexts('en', [12_345])['found']).toEqual(['12,345 of 12,345 requests']);
    expect(countedTexts('zh-CN', [12_345])['found']).toEqual(['12,345 个请求中的 12,345 个']);
  });
});
