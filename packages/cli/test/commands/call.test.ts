import { McpClientError, McpProtocolError } from '@coding-agent/extensions';
import { describe, expect, test } from 'vitest';
import { interrupted } from '../../src/interrupted.ts';
import { OutputClosed } from '../../src/output/sink.ts';
import { configured, failed, outcome } from '../support/fake-backend.ts';
import { memoryHost } from '../support/memory-host.ts';
import { runInMemory } from '../support/run-in-memory.ts';

describe('mcp call', () => {
  test('types the arguments by the schema, prints the text, and closes', async () => {
    const words = ['call', 'files/read_file', 'path=notes.txt', 'lines=3', 'tags=a', 'tags=b'];
    const { exitCode, out, err, log } = await runInMemory(words, {
      call: () => Promise.resolve(outcome('text of it')),
    });
    expect({ exitCode, out, err }).toEqual({ exitCode: 0, out: 'text of it\n', err: '' });
    expect(log).toEqual([
      'list files',
      'call files/read_file {"path":"notes.txt","lines":3,"tags":["a","b"]}',
      'close',
    ]);
  });

  test.each([
    [['call', 'files/read_file', '--args', '{"path":"x"}'], ''],
    [['call', 'files/read_file', '-'], '{"path":"x"}'],
    [['call', 'files/read_file', '--args', '-'], '{"path":"x"}\n'],
    [['call', '--server', 'files', 'read_file', 'path=x'], ''],
    [['call', 'files:read_file', 'path=x', '--config', 'a.json', '--config', 'b.json', '--timeout', '5s'], ''],
  ])('%j', async (words, stdin) => {
    const { exitCode, log } = await runInMemory(words, {}, { stdin });
    expect(exitCode).toBe(0);
    expect(log).toContain('call files/read_file {"path":"x"}');
  });

  test.each([
    [['call'], /missing required argument 'tool'/],
    [['call', 'files/read_file', '--args', '{}', 'path=x'], /given in two ways/],
    [['call', 'files/read_file', '-', 'path=x'], /given in two ways/],
    [['call', 'files/read_file', '-', '--args', '{}'], /given in two ways/],
    [['call', 'files/read_file', 'path'], /“path” is no argument/],
    [['call', 'files/read_file', '--args', '[]'], /is a list/],
    [['call', 'files/read_file', '--args', 'x'], /is no JSON/],
    [['call', 'files/read_file', '-'], /standard input is empty/],
    [['call', 'nobody/read_file'], /no server nobody/],
    [['call', 'files/read_file', '--timeout', '5'], /unit/],
    [['call', 'files/read_file', '--what'], /unknown option '--what'/],
    [['calll', 'x'], /unknown command 'calll'/],
    [[], /no command was given/],
    [['help', 'clal'], /there is no command clal/],
  ])('%j is a usage error: exit 1, nothing started, one document', async (words, message) => {
    const { exitCode, out, err, log } = await runInMemory(words);
    expect({ exitCode, out, log }).toEqual({ exitCode: 1, out: '', log: [] });
    expect(err).toMatch(message);
    expect(err).toMatch(/^error: .*\n {2}→ .+\n$/s);
    const asJson = await runInMemory([...words, '--json']);
    expect(asJson.document()).toMatchObject({ error: { exitCode: 1, next: expect.any(String) } });
    expect(asJson.err).toBe('');
  });

  test('what the schema refuses is told before the tool is called', async () => {
    const { exitCode, err, log } = await runInMemory(['call', 'files/read_file', 'paht=x']);
    expect(exitCode).toBe(1);
    expect(err).toContain('did you mean path?');
    expect(log).toEqual(['list files', 'close']);
  });

  test('an unknown tool: exit 1, with the nearest', async () => {
    const { exitCode, err } = await runInMemory(['call', 'files/raed_file']);
    expect(exitCode).toBe(1);
    expect(err).toBe('error: files has no tool raed_file\n  → did you mean files/read_file?\n');
  });

  test('a tool that says it failed: exit 5, its text on stderr, the document on stdout', async () => {
    const call = (): Promise<ReturnType<typeof outcome>> => Promise.resolve(outcome('no such file', { isError: true }));
    const plain = await runInMemory(['call', 'files/read_file', 'path=x'], { call });
    expect({ ...plain, exitCode: plain.exitCode }).toMatchObject({ exitCode: 5, out: '' });
    expect(plain.err).toMatch(/^error: files\/read_file says that it failed:\nno such file\n {2}→ /);
    const asJson = await runInMemory(['call', 'files/read_file', 'path=x', '--json'], { call });
    expect(asJson.exitCode).toBe(5);
    expect(asJson.document()).toMatchObject({ server: 'files', tool: 'read_file', isError: true });
  });

  test.each([
    [new McpClientError('MCP_TIMEOUT', 'no answer', { outcome: 'unknown' }), 4, /may have been executed/],
    [
      new McpClientError('MCP_PROCESS_EXIT', 'it ended', { stderrTail: 'panic: \u001b[2Joops\n' }),
      4,
      /\| panic: \\u001b\[2Joops/,
    ],
    [new McpProtocolError(-32602, 'no such thing', undefined), 5, /refused the request/],
    [new McpClientError('MCP_INVALID_PARAMS', 'path is missing'), 1, /mcp list/],
    [new McpClientError('MCP_APPROVAL_REQUIRED', 'the tool changed', { serverName: 'files' }), 3, /mcp approve files/],
    [new McpClientError('MCP_DENIED', 'the policy denies it', { serverName: 'files' }), 2, /mcp doctor files/],
    [new Error('surprise'), 4, /mistake of the command itself: surprise/],
  ])('%s ends with exit %d, and everything is closed', async (error, exitCode, message) => {
    const call = async (): Promise<never> => {
      throw error;
    };
    const ran = await runInMemory(['call', 'files/read_file', 'path=x'], { call });
    expect(ran.exitCode).toBe(exitCode);
    expect(ran.err).toMatch(message);
    expect(ran.log.at(-1)).toBe('close');
  });

  test('a server that cannot be started: exit 4', async () => {
    const { exitCode, log } = await runInMemory(['call', 'files/read_file', 'path=x'], { listings: [failed('files')] });
    expect({ exitCode, log }).toEqual({ exitCode: 4, log: ['list files', 'close'] });
  });

  test('a disabled server is not started', async () => {
    const { exitCode, err } = await runInMemory(['call', 'files/read_file'], {
      workspace: { servers: [configured('files', { isEnabled: false })] },
      listings: [{ server: 'files', state: 'disabled' }],
    });
    expect(exitCode).toBe(2);
    expect(err).toContain('files is disabled');
  });

  test('a pipe gets what the server said, a terminal what can be seen of it', async () => {
    const call = (): Promise<ReturnType<typeof outcome>> => Promise.resolve(outcome('a\u001b[31mb\u202ec'));
    const words = ['call', 'files/read_file', 'path=x'];
    await expect(runInMemory(words, { call })).resolves.toMatchObject({ out: 'a\u001b[31mb\u202ec\n' });
    const terminal = await runInMemory(words, { call }, { isTerminal: true });
    expect(terminal.out).toContain('a\\u001b[31mb\\u202ec\n');
  });

  test('structured content alone is printed as JSON; what was cut is told', async () => {
    const result = outcome('', {
      content: [],
      structuredContent: { sum: 13 },
      truncations: [{ what: 'text', bytes: 100, keptBytes: 10 }],
    });
    const { out, err } = await runInMemory(['call', 'files/read_file', 'path=x'], {
      call: () => Promise.resolve(result),
    });
    expect(JSON.parse(out)).toEqual({ sum: 13 });
    expect(err).toBe('warning: text was cut: 10 of 100 bytes are shown\n');
  });

  test('an interruption ends the call and the servers: exit 130, one document', async () => {
    for (const json of [[], ['--json']]) {
      const host = memoryHost();
      const call = (_tool: string, _args: object, { signal }: { signal: AbortSignal }): Promise<never> =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new McpClientError('MCP_ABORTED', 'aborted')));
          host.abort(interrupted('SIGINT'));
        });
      const { exitCode, log, out, err } = await runInMemory(
        ['call', 'files/read_file', 'path=x', ...json],
        { call },
        { host },
      );
      expect({ exitCode, last: log.at(-1) }).toEqual({ exitCode: 130, last: 'close' });
      if (json.length > 0) expect(JSON.parse(out)).toMatchObject({ error: { code: 'CLI_INTERRUPTED', exitCode: 130 } });
      else expect(err).toContain('error: interrupted (SIGINT)');
    }
  });

  test('when whoever reads the output is gone, it ends quietly, with everything closed', async () => {
    const host = memoryHost();
    const gone = { ...host, stdout: { ...host.stdout, write: () => Promise.reject(new OutputClosed()) } };
    const { exitCode, err, log } = await runInMemory(['call', 'files/read_file', 'path=x'], {}, { host: gone });
    expect({ exitCode, err, last: log.at(-1) }).toEqual({ exitCode: 0, err: '', last: 'close' });
  });
});
