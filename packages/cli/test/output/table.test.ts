import { expect, test } from 'vitest';
import { ageText } from '../../src/output/age-text.ts';
import { commandLine } from '../../src/output/command-line.ts';
import { pathOf } from '../../src/output/shown-path.ts';
import { shellWord } from '../../src/output/shell-word.ts';
import { usesColour } from '../../src/output/style.ts';
import { cut, table } from '../../src/output/table.ts';

test('cells stand one below the other, wide letters and marks counted as they are shown', () => {
  expect(
    table(
      [
        ['a', 'one'],
        ['中文', 'two'],
        ['e\u0301e', 'three'],
      ],
      { indent: 2 },
    ),
  ).toEqual(['  a     one', '  中文  two', '  e\u0301e    three']);
});

test('the last cell is cut to the terminal, and never to nothing', () => {
  expect(table([['name', 'x'.repeat(100)]], { columns: 40 })).toEqual([`name  ${'x'.repeat(33)}…`]);
  expect(table([['n'.repeat(50), 'x'.repeat(100)]], { columns: 40 })[0]).toHaveLength(52 + 20);
  expect(table([['name', 'x'.repeat(100)]])[0]).toHaveLength(106);
});

test('a text is cut between characters', () => {
  expect(cut('👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧', 5)).toBe('👩‍👩‍👧👩‍👩‍👧…');
  expect(cut('中文中文', 5)).toBe('中文…');
  expect(cut('short', 5)).toBe('short');
});

test.each([
  [{ isForbidden: false, isTerminal: true, env: {} }, true],
  [{ isForbidden: false, isTerminal: false, env: {} }, false],
  [{ isForbidden: true, isTerminal: true, env: {} }, false],
  [{ isForbidden: false, isTerminal: true, env: { NO_COLOR: '1' } }, false],
  [{ isForbidden: false, isTerminal: true, env: { NO_COLOR: '' } }, true],
  [{ isForbidden: false, isTerminal: true, env: { TERM: 'dumb' } }, false],
  [{ isForbidden: false, isTerminal: false, env: { FORCE_COLOR: '1' } }, false],
])('colours: %j → %s', (question, expected) => {
  expect(usesColour(question)).toBe(expected);
});

test('an argument is one word to the eye', () => {
  expect(commandLine(['npx', '-y', '@scope/name@1.0', 'two words', '', '$(id)', 'a"b', '${TOKEN}', '\u001b[1m'])).toBe(
    'npx -y @scope/name@1.0 "two words" "" "$(id)" "a\\"b" ${TOKEN} "\\u001b[1m"',
  );
});

test.each([
  ['linux', '/srv/project', '/home/ada', '/srv/project/.mcp.json', './.mcp.json'],
  ['linux', '/srv/project', '/home/ada', '/home/ada/.config/mcp.json', '~/.config/mcp.json'],
  ['linux', '/srv/project', '/home/ada', '/etc/mcp.json', '/etc/mcp.json'],
  ['linux', '/srv/project', '/home/ada', '/srv/project', '.'],
  ['linux', '/srv/project', '/home/ada', '/srv/projects', '/srv/projects'],
  ['linux', '/srv/project', '/home/ada', '/srv/project/..x', './..x'],
  ['win32', 'C:\\work', 'C:\\Users\\ada', 'C:\\Users\\ada\\mcp.json', '~\\mcp.json'],
  ['win32', 'C:\\work', 'C:\\Users\\ada', 'D:\\mcp.json', 'D:\\mcp.json'],
] as const)('on %s in %s, of %s: %s is shown as %s', (platform, cwd, home, path, shown) => {
  expect(pathOf({ platform, cwd, home })(path)).toBe(shown);
});

test.each([
  [0, 'just now'],
  [59_999, 'just now'],
  [60_000, '1 minute ago'],
  [7_300_000, '2 hours ago'],
  [86_400_000 * 3, '3 days ago'],
])('%d ms is %s', (ageMs, words) => {
  expect(ageText(ageMs)).toBe(words);
});

test.each([
  ['files', 'files'],
  ['@scope/files', '@scope/files'],
  ['my files', "'my files'"],
  ["it's", String.raw`'it'\''s'`],
  ['x; rm -rf ~', "'x; rm -rf ~'"],
  ['', "''"],
  ['a\u001b[2J', String.raw`'a\u001b[2J'`],
])('in a command that may be copied, %j is %s', (name, word) => {
  expect(shellWord(name)).toBe(word);
});
