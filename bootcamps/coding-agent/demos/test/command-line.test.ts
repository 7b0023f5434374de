import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { expectGone, fixture } from './support/fixture.ts';
import { runInMemory } from './support/in-memory.ts';

const require = createRequire(import.meta.url);

describe('words that make no sense: exit 2, and what is wrong', () => {
  test.each([
    [[], 'pnpm demo <name>', 'pnpm demo <名字>'],
    [['tow-ways'], 'There is no demo "tow-ways".\n\npnpm demo <name>', '没有叫“tow-ways”的演示。\n\npnpm demo <名字>'],
    [['toString'], 'There is no demo "toString".', '没有叫“toString”的演示。'],
    [['calculator', '--nonsense'], 'what is "--nonsense"?', '“--nonsense”是什么？'],
    [['calculator', 'add'], 'what is "add"?', '“add”是什么？'],
    [['calculator', '--server'], '--server wants a value', '--server 后面要跟一个值'],
    [['calculator', '--server', '--call', 'x'], '--server wants a value', '--server 后面要跟一个值'],
    [['calculator', '--call', 'echo'], '--call makes sense only together with --server', '--call 要和 --server 一起用'],
    [['calculator', '--args', '{}'], '--args makes sense only together with --call', '--args 要和 --call 一起用'],
    [['calculator', '--call', 'x', '--args', '[1]', '--server', 'y'], '--args cannot be "[1]"', '--args 不能是“[1]”'],
    [['calculator', '--call', 'x', '--args', '{', '--server', 'y'], '--args cannot be "{"', '--args 不能是“{”'],
    [['calculator', '--timeout', '0'], '--timeout cannot be "0"', '--timeout 不能是“0”'],
    [['calculator', '--timeout=3e9'], '--timeout cannot be "3e9"', '--timeout 不能是“3e9”'],
    [['calculator', '--timeout', '1', '--timeout', '2'], '--timeout stands there twice', '--timeout 写了两次'],
    [['calculator', '--help=yes'], '--help takes no value', '--help 不需要值'],
    [['two-eras', '--server', 'x'], 'what is "--server"?', '“--server”是什么？'],
    [['two-ways', '--server', 'x'], 'what is "--server"?', '“--server”是什么？'],
    [['registry-bridge', '--stacked'], 'what is "--stacked"?', '“--stacked”是什么？'],
  ] as const)('%j', async (words, english, chinese) => {
    const [one, other] = await Promise.all([runInMemory(words), runInMemory(words, { locale: 'zh-Hans-CN' })]);
    expect([one, other].map(({ exitCode, out }) => ({ exitCode, out }))).toEqual(
      Array.from({ length: 2 }, () => ({ exitCode: 2, out: '' })),
    );
    expect(one.err).toContain(english);
    expect(other.err).toContain(chinese);
  });

  test('a language that the demos do not speak is named', async () => {
    const { exitCode, err } = await runInMemory(['calculator', '--lang', 'fr']);
    expect({ exitCode, err }).toEqual({ exitCode: 2, err: expect.stringContaining('--lang cannot be "fr"') });
  });

  test('the dashes of pnpm are dropped', async () => {
    expect(await runInMemory(['--', 'calculator', '--help'])).toMatchObject({ exitCode: 0, err: '' });
  });
});

describe('E-01: any other server', () => {
  test('server-everything: its tools are listed, and one is called', async () => {
    const manifest = require.resolve('@modelcontextprotocol/server-everything/package.json');
    const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { bin: Record<string, string> };
    const [script = ''] = Object.values(bin);
    const { exitCode, out, err } = await runInMemory([
      'calculator',
      '--server',
      process.execPath,
      join(dirname(manifest), script),
      '--call',
      'get-sum',
      '--args',
      '{"a":6,"b":7}',
    ]);
    expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
    expect(out).toContain('\n- echo: ');
    expect(out).toContain('\nget-sum answered:\nThe sum of 6 and 7 is 13.\n');
    expect(out).toContain('the server exited with code 0');
  });

  test('everything behind "--server --" is the server\'s, and so is what is no option of ours', async () => {
    const { server } = fixture();
    const words = [server.executable, ...server.args];
    const [first, second] = await Promise.all([
      runInMemory(['calculator', '--server', '--', ...words]),
      runInMemory([
        'calculator',
        '--server',
        ...words,
        '--call',
        'fail',
        '--args',
        '{"isError":true,"message":"no paper"}',
      ]),
    ]);
    expect(first).toMatchObject({ exitCode: 0, out: expect.stringContaining('tools: 4') });
    expect(second).toMatchObject({
      exitCode: 1,
      err: '',
      out: expect.stringContaining('failed (isError):\nno paper\n'),
    });
  });

  test.each([
    [{ mode: 'refuse-handshake' }, /^JSON-RPC error -\d+: /],
    [{ mode: 'exit-on-start' }, /^the server exited with code 7$/],
    [{ mode: 'other-version' }, /^no common revision: the server speaks 1999-01-01$/],
    [{ mode: 'silent' }, /^no answer to initialize within 300 ms$/],
  ] as const)('a server that does not begin (%j): exit 1, one line, nothing left', async (options, line) => {
    const { server, words } = fixture(options);
    const timeoutMs = options.mode === 'silent' ? '300' : '20000';
    const { exitCode, err } = await runInMemory(['calculator', '--timeout', timeoutMs, ...words]);
    expect(exitCode).toBe(1);
    expect(err.trimEnd()).toMatch(line);
    await expectGone(server.pids());
  });

  test('a program that does not exist: exit 1, and its name', async () => {
    const { exitCode, err } = await runInMemory(['calculator', '--server', 'no-such-program']);
    expect({ exitCode, err }).toEqual({
      exitCode: 1,
      err: expect.stringMatching(/could not be started.*no-such-program/),
    });
  });

  test('what a terminal would obey does not reach it', async () => {
    const { words } = fixture();
    const args = JSON.stringify({ value: '\u001b[2Jhidden\u202e' });
    const { out } = await runInMemory(['calculator', '--call', 'echo', '--args', args, ...words]);
    expect(out).toContain(String.raw`\u001b[2Jhidden\u202e`);
    for (const character of ['\u001b', '\u202e']) expect(out).not.toContain(character);
  });
});
