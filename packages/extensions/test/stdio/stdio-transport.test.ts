import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive, waitUntilGone } from '@coding-agent/fixture-servers/testing';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Recorded, startFixture, startScript } from './support/recorded.ts';

const quick = { stdinMs: 100, terminateMs: 100, killMs: 300 };
const stay = 'setTimeout(() => {}, 30000);';
const mebibyte = 1024 * 1024;

/** What happened, in a word each. */
function words({ happenings }: Recorded): string[] {
  return happenings.map((each) =>
    each.what === 'sent'
      ? each.error === undefined
        ? 'sent'
        : 'not sent'
      : each.what === 'close'
        ? 'close'
        : 'message',
  );
}

function raise(): never {
  throw new Error('from the handler');
}

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'stdio-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

describe('messages', () => {
  it('C-20: go out one a line, several in one write, and come back in order', async () => {
    const { server, recorded } = startFixture({ mode: 'normal' });
    await recorded.shakeHands();
    const calls = ['ä', '中', '🙂'].map((value, index) =>
      JSON.stringify({
        jsonrpc: '2.0',
        id: 10 + index,
        method: 'tools/call',
        params: { name: 'echo', arguments: { value } },
      }),
    );
    const dones: (Error | undefined)[] = [];
    expect(recorded.transport.send(calls, (error) => dones.push(error))).toBe(true);
    await recorded.until(
      () => recorded.messages.find((message) => 'id' in message && message.id === 12),
      'the last answer',
    );
    expect(recorded.messages.slice(-3)).toMatchObject([
      { id: 10, result: { content: 'ä' } },
      { id: 11, result: { content: '中' } },
      { id: 12, result: { content: '🙂' } },
    ]);
    expect(server.received('tools/call')).toHaveLength(3);
    expect(dones).toEqual([undefined]);
  });

  it.each(['blank-lines', 'crlf'] as const)(
    'C-20: of a server in mode %s arrive, and blank lines are nothing',
    async (mode) => {
      const { recorded } = startFixture({ mode });
      await recorded.shakeHands();
      expect(await recorded.ask('tools/call', { name: 'echo', arguments: { value: 'x' } })).toMatchObject({
        kind: 'result',
      });
      expect(recorded.messages.map(({ kind }) => kind)).toEqual(['result', 'result']);
    },
  );

  it('a flood of blank lines is noise, a thousand at a time; fewer, and those between messages, are nothing', async () => {
    const recorded = startScript(`
      const line = JSON.stringify({ jsonrpc: '2.0', method: 'x' }) + '\\n';
      process.stdout.write(('\\r\\n'.repeat(900) + line).repeat(5) + '\\n'.repeat(2500) + line); process.stdin.resume();`);
    await recorded.until(
      () => (recorded.messages.filter(({ kind }) => kind === 'notification').length === 6 ? true : undefined),
      'the messages',
    );
    expect(recorded.messages.map(({ kind }) => kind).slice(5)).toEqual(['noise', 'noise', 'notification']);
    expect(recorded.messages[5]).toEqual({ kind: 'noise', bytes: 1000, sample: '' });
  });

  it('C-30: a handler of diagnostics may reject', async () => {
    const recorded = startScript(`console.log('{"jsonrpc":"2.0","method":"x"}'); process.stdin.resume();`);
    let told = 0;
    recorded.transport.onMessage = () => raise();
    recorded.transport.onDiagnostic = () => {
      told += 1;
      // As a host without types may do it.
      return Promise.reject(new Error('from the handler')) as unknown as undefined;
    };
    await vi.waitFor(() => expect(told).toBe(1), { timeout: 5000 });
    await recorded.close();
  });

  it('C-30: a handler that throws does not stop the reader', async () => {
    const { recorded } = startFixture({ mode: 'normal' });
    await recorded.shakeHands();
    const { onMessage } = recorded.transport;
    recorded.transport.onMessage = () => {
      recorded.transport.onMessage = onMessage;
      throw new Error('from the handler');
    };
    recorded.callTool('echo', { value: 'lost' });
    await recorded.ask('tools/call', { name: 'echo', arguments: { value: 'x' } });
    expect(recorded.diagnostics).toMatchObject([{ kind: 'handler-failed' }]);
    expect(recorded.ends).toEqual([]);
  });

  it('C-30: handlers of the end may throw, too', async () => {
    const recorded = startScript('process.exit(0)');
    recorded.transport.onClose = () => {
      throw new Error('from the handler');
    };
    recorded.transport.send(['{}'], () => {
      throw new Error('from the handler');
    });
    expect((await recorded.close()).survivors).toEqual([]);
  });

  it('nothing is delivered after close was called, also of a chunk that is being cut into lines', async () => {
    const recorded = startScript(`
      const line = JSON.stringify({ jsonrpc: '2.0', method: 'x' }) + '\\n';
      process.stdout.write(line.repeat(100)); process.stdin.resume();`);
    const { onMessage } = recorded.transport;
    recorded.transport.onMessage = (message) => {
      onMessage(message);
      void recorded.transport.close();
    };
    expect(await recorded.end()).toMatchObject({ code: 'CLIENT_CLOSED' });
    await recorded.close();
    expect(words(recorded)).toEqual(['message', 'close']);
  });

  it('are refused after the end, with one call of done', async () => {
    const { recorded } = startFixture({ mode: 'normal' });
    await recorded.close();
    expect(recorded.send({ method: 'late' })).toBe(false);
    await recorded.until(() => (recorded.happenings.at(-1)?.what === 'sent' ? true : undefined), 'done');
    expect(words(recorded)).toEqual(['close', 'not sent']);
  });
});

describe('C-30: the end of a server', () => {
  it('is told with exit code and the last words on stderr', async () => {
    const recorded = startScript(`process.stderr.write('the last words\\n'); process.exitCode = 7;`);
    expect(await recorded.end()).toEqual({
      code: 'MCP_PROCESS_EXIT',
      message: 'the server exited with code 7',
      exitCode: 7,
      signal: null,
      stderrTail: 'the last words\n',
      stderrTruncated: false,
    });
    expect(recorded.transport.state).toEqual({ kind: 'exited', exitCode: 7, signal: null, step: undefined });
  });

  it('is told with the signal that ended it', async () => {
    const recorded = startScript(`process.kill(process.pid, 'SIGKILL'); ${stay}`);
    expect(await recorded.end()).toMatchObject({ code: 'MCP_PROCESS_EXIT', exitCode: null, signal: 'SIGKILL' });
  });

  it('comes after the answers that it still gave', async () => {
    const answers = 2000;
    const recorded = startScript(`
      const line = JSON.stringify({ jsonrpc: '2.0', method: 'x', params: { text: 'y'.repeat(100) } }) + '\\n';
      process.stdout.write(line.repeat(${answers}), () => process.exit(1));`);
    await recorded.end();
    expect(recorded.messages).toHaveLength(answers);
    expect(words(recorded).at(-1)).toBe('close');
  });

  it('leaves a moment for what is still in the pipe: here a helper writes after the server is gone', async () => {
    const helper = `process.once('disconnect', () => setTimeout(() => console.log('{"jsonrpc":"2.0","method":"late"}'), 40)); process.send('ready');`;
    const recorded = startScript(`
      require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(helper)}], { stdio: ['ignore', 1, 2, 'ipc'] })
        .once('message', () => process.exit(1));`);
    expect(await recorded.end()).toMatchObject({ exitCode: 1 });
    expect(recorded.messages).toMatchObject([{ kind: 'notification', method: 'late' }]);
  });

  it('in half a line gives no message', async () => {
    const { recorded } = startFixture({ mode: 'half-line-exit' });
    await recorded.shakeHands();
    recorded.callTool('echo', { value: 'x' });
    expect(await recorded.end()).toMatchObject({ code: 'MCP_PROCESS_EXIT', exitCode: 7 });
    expect(recorded.messages).toHaveLength(1);
  });

  it('does not wait for a grandchild that holds the pipes', async () => {
    const { server, recorded } = startFixture({ mode: 'grandchild' });
    await recorded.shakeHands();
    const begin = performance.now();
    recorded.callTool('exit', { code: 3 });
    expect(await recorded.end(500)).toMatchObject({ code: 'MCP_PROCESS_EXIT', exitCode: 3 });
    expect(performance.now() - begin).toBeLessThan(500);
    await waitUntilGone(server.pids(), { deadlineMs: 1500 });
  });

  it('is its stdout, when it closed that and lives on', async () => {
    const { server, recorded } = startFixture({ mode: 'stdout-closed' }, { graces: quick });
    await recorded.shakeHands();
    recorded.callTool('never');
    expect(await recorded.end()).toMatchObject({
      code: 'MCP_PROCESS_EXIT',
      exitCode: null,
      signal: null,
      message: 'the server closed its stdout and still runs',
    });
    await waitUntilGone(server.pids(), { deadlineMs: 1000 });
  });

  it('is its stdin, when it closed that and lives on: the write fails first', async () => {
    const { server, recorded } = startFixture({ mode: 'stdin-closed-early' }, { graces: quick });
    await recorded.shakeHands();
    await server.waitFor(({ event }) => event === 'fault');
    recorded.callTool('echo', { value: 'x' });
    expect(await recorded.end()).toMatchObject({
      code: 'MCP_PROCESS_EXIT',
      exitCode: null,
      signal: null,
      message: 'the server closed its stdin and still runs',
    });
    expect(words(recorded).slice(-2)).toEqual(['not sent', 'close']);
    await waitUntilGone(server.pids(), { deadlineMs: 1000 });
  });

  it('is the reason of a write that failed because of it, and told before it', async () => {
    const recorded = startScript(`
      console.log(JSON.stringify({ jsonrpc: '2.0', method: 'ready' }));
      process.stdin.destroy(); require('node:fs').closeSync(0); setTimeout(() => process.exit(9), 30);`);
    await recorded.until(() => recorded.messages[0], 'the first message');
    // More than a pipe holds, so that it cannot have been taken.
    recorded.send({ method: 'x', params: { text: 'y'.repeat(mebibyte) } });
    expect(await recorded.end()).toMatchObject({ exitCode: 9 });
    await recorded.until(() => (recorded.happenings.at(-1)?.what === 'sent' ? true : undefined), 'done');
    expect(words(recorded)).toEqual(['message', 'close', 'not sent']);
  });

  it('settles every write that was still waiting, each once', async () => {
    const recorded = startScript(`${stay} setTimeout(() => process.exit(4), 200);`);
    const sent = [1, 2, 3].map(() => recorded.send({ method: 'x', params: { text: 'y'.repeat(mebibyte) } }));
    expect(sent).toEqual([false, false, false]);
    await recorded.end();
    await recorded.until(() => (words(recorded).length === 4 ? true : undefined), 'three settled writes');
    expect(words(recorded)).toEqual(['close', 'not sent', 'not sent', 'not sent']);
  });

  it('is told once, and what comes later changes nothing', async () => {
    const { recorded } = startFixture({ mode: 'exit-on-start' });
    expect(await recorded.end()).toMatchObject({ exitCode: 7 });
    const first = await recorded.close();
    expect(first.survivors).toEqual([]);
    expect(recorded.ends).toHaveLength(1);
  });
});

describe('C-05, C-35: a server that cannot be started', () => {
  /** The end, the process that there never was, and that closing is nothing. */
  async function expectFailure(recorded: Recorded, errno: string, message: string): Promise<void> {
    expect(recorded.ends).toEqual([]); // never in the turn of opening
    expect(await recorded.end()).toMatchObject({
      code: 'MCP_SPAWN_FAILED',
      errno,
      message: expect.stringContaining(message),
    });
    expect(recorded.transport.pid).toBeUndefined();
    expect(recorded.send({ method: 'x' })).toBe(false);
    expect(await recorded.close()).toMatchObject({ survivors: [] });
    await recorded.until(() => (words(recorded).length === 2 ? true : undefined), 'done');
    expect(words(recorded)).toEqual(['close', 'not sent']);
  }

  it('because there is no such program on PATH', () =>
    expectFailure(
      new Recorded({ executable: 'no-such-program-here' }),
      'ENOENT',
      'no-such-program-here was not found on PATH',
    ));

  it('because there is no such file', () =>
    expectFailure(new Recorded({ executable: '/no/such/file' }), 'ENOENT', '/no/such/file does not exist'));

  it('because it is a directory', () =>
    expectFailure(new Recorded({ executable: folder() }), 'EACCES', 'is a directory'));

  it('because it may not be executed', () => {
    const file = join(folder(), 'server');
    writeFileSync(file, '#!/bin/sh\n');
    return expectFailure(new Recorded({ executable: file }), 'EACCES', 'may not be executed');
  });

  it('because the interpreter of the script is missing', () => {
    const file = join(folder(), 'server');
    writeFileSync(file, '#!/no/such/interpreter -x\n');
    chmodSync(file, 0o755);
    return expectFailure(new Recorded({ executable: file }), 'ENOENT', '/no/such/interpreter -x, does not exist');
  });

  it('C-03: because its working directory is missing', () =>
    expectFailure(
      startScript(stay, { cwd: '/no/such/folder' }),
      'ENOENT',
      'working directory /no/such/folder does not exist',
    ));

  it('C-03: because its working directory is a file', () => {
    const file = join(folder(), 'file');
    writeFileSync(file, '');
    return expectFailure(startScript(stay, { cwd: file }), 'ENOTDIR', 'is not a directory');
  });

  it('because its arguments are too long for the system', () =>
    expectFailure(new Recorded({ executable: 'true', args: ['x'.repeat(4 * mebibyte)] }), 'E2BIG', 'too long'));

  it('and is closed before that was known', async () => {
    const recorded = new Recorded({ executable: '/no/such/file' });
    expect((await recorded.close()).survivors).toEqual([]);
    expect(recorded.ends).toMatchObject([{ code: 'CLIENT_CLOSED' }]);
  });
});

it('C-03: a server runs in the directory that was given', async () => {
  const cwd = join(folder(), 'here');
  mkdirSync(cwd);
  const { server, recorded } = startFixture({ mode: 'normal' }, { cwd });
  await recorded.shakeHands();
  expect(server.journal()[0]).toMatchObject({ event: 'start', cwd });
});

it('C-02: a server sees the allowlist, what was named, what was set, and the mark: nothing else', async () => {
  process.env['STDIO_TEST_SECRET'] = 'a secret of the host';
  process.env['STDIO_TEST_NAMED'] = 'named';
  onTestFinished(() => {
    delete process.env['STDIO_TEST_SECRET'];
    delete process.env['STDIO_TEST_NAMED'];
  });
  const { recorded } = startFixture(
    { mode: 'env-dump' },
    { env: { STDIO_TEST_SET: 'set', LANG: null }, inheritEnv: ['STDIO_TEST_NAMED'] },
  );
  await recorded.shakeHands();
  const answer = await recorded.ask('tools/call', { name: 'env', arguments: {} });
  const content = answer.kind === 'result' ? String(answer.result['content']) : '';
  const seen: Record<string, string> = JSON.parse(content);
  expect(seen).toMatchObject({ STDIO_TEST_NAMED: 'named', STDIO_TEST_SET: 'set', PATH: process.env['PATH'] });
  const allowed = /^(?:PATH|LANGUAGE|LC_.*|TZ|TMPDIR|TMP|TEMP|STDIO_TEST_NAMED|STDIO_TEST_SET|MCP_CLIENT_MARK)$/;
  expect(Object.keys(seen).filter((name) => !allowed.test(name))).toEqual([]);
  expect(process.env['MCP_CLIENT_MARK']).toBeUndefined();
});

describe('C-24, Q-01, Q-02: what a server writes without end', () => {
  /** The most memory that the host had during the run, over what it had before, in bytes. */
  async function growth(run: () => Promise<void>): Promise<number> {
    const before = process.memoryUsage.rss();
    let most = before;
    const timer = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 1);
    try {
      await run();
    } finally {
      clearInterval(timer);
    }
    return most - before;
  }

  it('in one line ends the connection at the limit, and memory stays within it and 20 MB', async () => {
    const { server, recorded } = startFixture({ mode: 'endless-line' }, { maxLineBytes: mebibyte, graces: quick });
    await recorded.shakeHands();
    const grown = await growth(async () => {
      recorded.callTool('echo', { value: 'x' });
      expect(await recorded.end()).toMatchObject({ code: 'MCP_MESSAGE_TOO_LARGE' });
      await recorded.close();
    });
    expect(grown).toBeLessThan(21 * mebibyte);
    expect(server.pids().filter(isAlive)).toEqual([]);
    expect(recorded.messages).toHaveLength(1);
  });

  it('on stderr is drained and kept as a tail, and the answer arrives', async () => {
    const { recorded } = startFixture(
      { mode: 'stderr-flood', bytes: 64 * mebibyte, lastWords: 'password=hunter2hunter2' },
      { maxStderrBytes: 4096 },
    );
    await recorded.shakeHands();
    const grown = await growth(async () => {
      await recorded.ask('tools/call', { name: 'echo', arguments: { value: 'x' } });
      await recorded.until(() => (recorded.transport.stderr.text.includes('password') ? true : undefined), 'stderr');
    });
    const { text, truncated } = recorded.transport.stderr;
    expect(truncated).toBe(true);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(4096);
    expect(text).not.toContain('\ufffd');
    expect(text).not.toContain('hunter2');
    expect(text.trimEnd().endsWith('password=[redacted]')).toBe(true);
    expect(grown).toBeLessThan(20 * mebibyte);
  });
});
