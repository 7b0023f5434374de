import { fixtureServer, type FixtureOptions, type FixtureServer } from '@coding-agent/fixture-servers';
import { isAlive, waitUntilGone } from '@coding-agent/fixture-servers/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ClosedError, MessageLayer } from '../calculator/client/message.ts';
import { initialize } from '../calculator/client/method.ts';
import { LineSplitter, StdioTransport, type StdioOptions } from '../calculator/client/transport.ts';

const text = '{"a":"grüße, 世界 🌍"}';

describe('E-01: lines from chunks', () => {
  test.each([1, 2, 3, 5, 1_000])('chunks of %i bytes: characters and lines come out whole', (size) => {
    const bytes = Buffer.from(`${text}\n\n${text}\r\n   \nlast`);
    const lines = new LineSplitter();
    const found: string[] = [];
    for (let at = 0; at < bytes.length; at += size) found.push(...lines.push(bytes.subarray(at, at + size)));
    expect(found).toEqual([text, text]);
    expect(lines.push(Buffer.from(' one\n'))).toEqual(['last one']);
  });

  test('only the byte 0x0A ends a line: U+2028 and U+0085 are characters like others', () => {
    const line = '{"a":"\u2028\u0085"}';
    expect(new LineSplitter().push(Buffer.from(`${line}\n`))).toEqual([line]);
  });

  test('a line over the limit is refused before it ends', () => {
    const lines = new LineSplitter(10);
    expect(lines.push(Buffer.from('0123456789\n'))).toEqual(['0123456789']);
    lines.push(Buffer.from('0123456789'));
    expect(() => lines.push(Buffer.from('x'))).toThrow(RangeError);
  });
});

interface Opened {
  readonly server: FixtureServer;
  readonly transport: StdioTransport;
  readonly messages: MessageLayer;
}

function open(fixture: FixtureOptions, options: StdioOptions = {}): Opened {
  const server = fixtureServer({ shape: 'mcp', ...fixture });
  // Only a server that ignores what it should hear is waited for as long as that.
  const isStubborn = fixture.mode?.startsWith('ignore-') === true;
  const transport = new StdioTransport(server, { graceMs: isStubborn ? 300 : 20_000, ...options });
  const messages = new MessageLayer(transport, { timeoutMs: 20_000 });
  onTestFinished(async () => {
    await messages.close();
    // It is none of ours to end: here the test does it.
    if (fixture.mode === 'grandchild') for (const pid of server.pids()) endIfThere(pid);
    await waitUntilGone(server.pids(), { deadlineMs: 20_000 });
    server.dispose();
  });
  return { server, transport, messages };
}

describe('E-01: a server as a process', () => {
  test.each(['glue', 'split', 'noise', 'crlf', 'blank-lines', 'reverse'] as const)(
    'answers are understood in the mode %s',
    async (mode) => {
      const { messages } = open({ mode });
      const methods = await initialize(messages);
      const values = ['grüße, 世界 🌍', 'second'];
      const answers = await Promise.all(values.map((value) => methods.callTool('echo', { value })));
      expect(answers).toEqual(values.map((value) => ({ text: value, isError: false })));
    },
  );

  test('the end of stdin is enough for a server that listens', async () => {
    const { messages } = open({});
    await initialize(messages);
    expect(await messages.close()).toEqual({ kind: 'exited', exitCode: 0, signal: null });
  });

  test.each([
    ['ignore-stdin-end', 'SIGTERM'],
    ['ignore-sigterm', 'SIGKILL'],
  ] as const)('in the mode %s it takes %s', async (mode, signal) => {
    const { messages } = open({ mode });
    await initialize(messages);
    expect(await messages.close()).toMatchObject({ kind: 'exited', signal });
  });

  test('a grandchild that holds the pipes does not hold up closing', async () => {
    const { messages, server } = open({ mode: 'grandchild' });
    const methods = await initialize(messages);
    await methods.callTool('echo', { value: 'x' });
    expect(server.pids()).toHaveLength(2);
    expect(await messages.close()).toMatchObject({ kind: 'exited', exitCode: 0 });
    const [own, grandchild] = server.pids();
    expect([own, grandchild].map((pid) => isAlive(pid ?? 0))).toEqual([false, true]);
  });

  test('a program that does not exist is named, and closing is fine', async () => {
    const messages = new MessageLayer(new StdioTransport({ executable: 'no-such-program', args: [] }));
    await expect(messages.request('initialize')).rejects.toMatchObject({ ending: { kind: 'not-started' } });
    expect(await messages.close()).toMatchObject({ kind: 'not-started', message: expect.stringContaining('ENOENT') });
  });

  test('what cannot even be tried is the same', async () => {
    const messages = new MessageLayer(new StdioTransport({ executable: process.execPath, args: ['a\0b'] }));
    await expect(messages.request('initialize')).rejects.toThrow(ClosedError);
    expect(await messages.close()).toMatchObject({ kind: 'not-started' });
  });

  test('a server that ends in mid-call: the call hears how', async () => {
    const { messages } = open({});
    const methods = await initialize(messages);
    const ending = { kind: 'exited', exitCode: 3, signal: null };
    await expect(methods.callTool('exit', { code: 3 })).rejects.toMatchObject({ ending });
  });

  test('a line without an end ends the connection, not the memory', async () => {
    const { messages } = open({ mode: 'endless-line' }, { maxLineBytes: 100_000 });
    const methods = initialize(messages).then((server) => server.callTool('echo', { value: 'x' }));
    await expect(methods).rejects.toMatchObject({ ending: { kind: 'line-too-long', maxLineBytes: 100_000 } });
  });

  test('stderr is read, however much there is, and its end is kept', async () => {
    const { messages, transport } = open({ mode: 'stderr-flood' });
    const methods = await initialize(messages);
    expect(await methods.callTool('echo', { value: 'still here' })).toMatchObject({ text: 'still here' });
    await messages.close();
    expect(transport.stderr.length).toBeGreaterThan(0);
    expect(transport.stderr.length).toBeLessThanOrEqual(8_000);
  });

  test('the environment of the server is a list, not ours', async () => {
    process.env['DEMO_SECRET'] = 'do not tell';
    onTestFinished(() => void delete process.env['DEMO_SECRET']);
    const { messages, server } = open({});
    await initialize(messages);
    const [start] = server.journal();
    expect(start).toMatchObject({ event: 'start', env: expect.arrayContaining(['PATH']) });
    expect(JSON.stringify(start)).not.toContain('DEMO_SECRET');
  });
});

function endIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
