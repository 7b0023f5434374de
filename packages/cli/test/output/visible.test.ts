import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { visible, visibleJson, visibleLine } from '../../src/output/visible.ts';

describe('text of a server on a terminal', () => {
  test.each([
    ['a screen that is cleared', '\u001b[2J\u001b[H', '\\u001b[2J\\u001b[H'],
    ['the clipboard that is written (OSC 52)', '\u001b]52;c;AAAA\u0007', '\\u001b]52;c;AAAA\\u0007'],
    ['a line that is overwritten', 'rm -rf /\rls', 'rm -rf /\\u000dls'],
    ['a control sequence of one byte', '\u009b31m', '\\u009b31m'],
    ['writing that is turned round (CVE-2021-42574)', 'a\u202eb\u2066c', 'a\\u202eb\\u2066c'],
    ['a message that is hidden in tags', `ok${String.fromCodePoint(0xe0041)}`, 'ok\\u{e0041}'],
    ['what has no width', 'a\u200bb\ufeffc\u2060d', 'a\\u200bb\\ufeffc\\u2060d'],
    ['a message that is hidden in selectors', `ok${String.fromCodePoint(0xe0142)}\ufe01`, 'ok\\u{e0142}\\ufe01'],
    ['a blank that is a letter', 'a\u3164b\u115fc\uffa0', 'a\\u3164b\\u115fc\\uffa0'],
    ['a hyphen that is not there', 'rm\u00ad-rf\u034f', 'rm\\u00ad-rf\\u034f'],
    ['half a character', 'a\ud800', 'a\ufffd'],
  ])('%s', (_what, text, shown) => {
    expect(visible(text)).toBe(shown);
  });

  test('lines, tabs, letters of all scripts and joined emoji stay', () => {
    const text = 'one\ttwo\nعربى हिन्दी 中文 👩‍👩‍👧 ❤️ ☎︎ e\u0301';
    expect(visible(text)).toBe(text);
    expect(visible('a\r\nb')).toBe('a\nb');
    expect(visibleLine('a\r\nb\tc')).toBe('a\\nb c');
  });

  test('nothing that a terminal obeys gets through, whatever the text is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        // oxlint-disable-next-line no-control-regex -- they are what is looked for
        expect(visible(text)).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
        const unseen = visible(text).replaceAll(/\u200c|\u200d|\ufe0e|\ufe0f/g, '');
        expect(unseen).not.toMatch(/\p{Default_Ignorable_Code_Point}/u);
      }),
    );
  });

  test('JSON is the same after reading, and shows what it holds', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(visibleJson(value, 2))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
    expect(visibleJson('\u202e\u009b')).toBe('"\\u202e\\u009b"');
    expect(JSON.parse(visibleJson(String.fromCodePoint(0xe0041)))).toBe(String.fromCodePoint(0xe0041));
    expect(visibleJson(undefined)).toBe('null');
  });
});
