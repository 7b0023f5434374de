import fc from 'fast-check';
import { expect, test } from 'vitest';
import { displayWidth } from '../../lesson/report/wrap-text.ts';
import { Page } from '../../learner/page.ts';
import { splitTests } from '../../learner/progress/fingerprint.ts';

function written(columns: number, write: (page: Page) => void): string {
  let text = '';
  write(new Page({ columns, write: (more) => void (text += more) }));
  return text;
}

test('no line is wider than the terminal, whatever it says, and nothing is lost', () => {
  const piece = fc.oneof(
    fc.stringMatching(/^[a-z/.:-]{1,120}$/),
    fc.stringMatching(/^[\u4e00-\u4e20，。（）]{1,60}$/),
    fc.constantFrom('pnpm lesson check 33', '“引号”', 'a，b'),
  );
  fc.assert(
    fc.property(
      fc.array(piece, { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 40, max: 120 }),
      (pieces, columns) => {
        const text = pieces.join(' ');
        const lines = written(columns, (page) => page.text(text, { indent: 2, hanging: 2 })).split('\n');
        for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(Math.min(80, columns) + 2);
        expect(lines.join('').replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''));
      },
    ),
  );
});

test('a line does not begin with closing punctuation', () => {
  const text = '一二三四五六七八九十一二三四五六七八九十，一二三四五六七八九十一二三四五六七八九。';
  const lines = written(40, (page) => page.text(text))
    .trimEnd()
    .split('\n');
  expect(lines.length).toBeGreaterThan(1);
  for (const line of lines) expect(line).not.toMatch(/^[，。]/);
});

test('a test is the source from its id to the next one', () => {
  const parts = splitTests(
    "const x = 1;\ntest('a', { meta: { id: 'one' } }, () => {\n  1;\n});\ntest('b', { meta: { id: \"two\" } }, () => {});\n",
  );
  expect([...parts]).toEqual([
    ['one', "test('a', { meta: { id: 'one' } }, () => {\n  1;\n});\n"],
    ['two', 'test(\'b\', { meta: { id: "two" } }, () => {});\n'],
  ]);
});
