import { expect, test } from 'vitest';
import { argumentsText } from '../../src/output/arguments-text.ts';

test.each([
  [undefined, ''],
  [{ type: 'object' }, ''],
  [{ properties: { path: { type: 'string' } }, required: ['path'] }, 'path=<text>'],
  [{ properties: { a: { type: 'number' }, b: { type: 'integer' } }, required: ['a'] }, 'a=<number> [b=<whole number>]'],
  [{ properties: { sure: { type: ['boolean', 'null'] } } }, '[sure=<true|false|null>]'],
  [{ properties: { names: { type: 'array', items: { type: 'string' } } } }, '[names=<text>…]'],
  [
    { properties: { rows: { type: 'array', items: { type: 'object' } }, all: { type: 'array' } } },
    '[rows:=<json>] [all:=<json>]',
  ],
  [{ properties: { options: { type: 'object' } } }, '[options:=<json>]'],
  [{ properties: { either: { type: ['string', 'number'] }, any: {} } }, '[either=<text>] [any=<text>]'],
  [{ properties: { 'evil\u001b[2J': { type: 'string' } }, required: 'x' }, '[evil\\u001b[2J=<text>]'],
  [
    { properties: Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`p${at}`, {}])) },
    expect.stringMatching(/\[p19=<text>\] …$/),
  ],
])('%j is typed as %s', (schema, words) => {
  expect(argumentsText(schema)).toEqual(words);
});
