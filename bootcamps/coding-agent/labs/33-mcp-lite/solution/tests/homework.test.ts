import { abortListeners, isAlive, processState, waitUntilGone } from '@coding-agent/fixture-servers/testing';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { McpClient } from '../src/mcp-client.ts';
import { errorOf, valueOf, watch } from './support/endings.ts';
import { failingHandler, listenerWarnings } from './support/host.ts';
import { openLab, openReadyLab, proveEcho, startEcho } from './support/lab.ts';
import { someInteger, someText } from './support/values.ts';
import {
  cancelledFalsely,
  cancelledIds,
  endings,
  isCall,
  isFault,
  isRefusal,
  publishedRevisions,
} from './support/wire.ts';

// L-09, and what six tests cannot show. Each ends with the proof that nothing is left (L-07).

describe('your homework', () => {
  test('notifications reach their handler and end no request', { meta: { id: 'notifications' } }, async (context) => {
    const { onNotification, seen, handled } = failingHandler();
    const server = { mode: 'notification-flood', count: 2 } as const;
    const { client, proveNothingLeft } = await openReadyLab(context, { server, client: { onNotification } });
    await proveEcho(client, 'a call with notifications before its answer');
    const two = [
      ['notifications/message', { level: 'info', data: 0 }],
      ['notifications/fixture', { index: 1 }],
    ];
    expect(seen, 'what onNotification was told: two before each of the two answers').toEqual([...two, ...two]);
    expect(handled(), 'whether somebody takes care of a handler that rejects later').toEqual([true, true]);
    await proveNothingLeft();
  });

  test('the server is told what nobody waits for', { meta: { id: 'cancel-notification' } }, async (context) => {
    const { client, server, proveNothingLeft } = await openReadyLab(context);
    const caller = new AbortController();
    await errorOf(client.callTool('never', {}, { timeoutMs: 40 }), 'MCP_TIMEOUT', 'a call that times out');
    const call = watch(client.callTool('never', {}, { signal: caller.signal }), 'a call that is aborted');
    caller.abort();
    await call.error('MCP_ABORTED');
    await proveEcho(client, 'a call after them'); // the pipe keeps the order: what came before has been read
    const [first, second] = server.received('tools/call').map((message) => message.id);
    expect(cancelledIds(server), 'the requests that the server was told to cancel').toEqual([first, second]);
    await proveNothingLeft(caller.signal);

    const silent = openLab(context, { server: { mode: 'silent' } });
    await errorOf(silent.client.initialize({ timeoutMs: 0 }), 'MCP_INVALID_PARAMS', 'initialize() within 0 ms');
    await errorOf(silent.client.initialize({ timeoutMs: 60 }), 'MCP_TIMEOUT', 'initialize() without an answer');
    await errorOf(silent.client.listTools(), 'CLIENT_CLOSED', 'a call after a handshake that timed out');
    await silent.proveNothingLeft();
    expect(cancelledIds(silent.server), 'initialize must not be cancelled on the wire').toEqual([]);
  });

  test('stderr is read to the end and kept in part', { meta: { id: 'bounded-stderr' } }, async (context) => {
    // The flood is of characters of three bytes, in lines of 64: with a last line of 20 bytes, 8 KiB begin inside one.
    const lastWords = someText('last-word');
    const { client, proveNothingLeft } = await openReadyLab(context, { server: { mode: 'stderr-flood', lastWords } });
    await proveEcho(client, 'a call while the server floods stderr');
    const error = await errorOf(
      client.callTool('exit', { code: 3 }),
      'MCP_PROCESS_EXIT',
      'a call that ends the server',
    );
    expect(error.stderrTail, 'stderrTail: the last words of the server').toMatch(new RegExp(`${lastWords}\n$`));
    expect(error.stderrTail, 'stderrTail begins inside a character').not.toContain('\ufffd');
    expect(Buffer.byteLength(error.stderrTail ?? ''), 'bytes of stderrTail: it must be bounded').toBeLessThanOrEqual(
      64 * 1024,
    );
    expect(error.stderrTruncated, 'stderrTruncated: there was more than the tail').toBe(true);
    await proveNothingLeft();
  });

  test('an unknown revision is refused, not hoped for', { meta: { id: 'version-negotiation' } }, async (context) => {
    const { client, server, proveNothingLeft } = openLab(context, { server: { mode: 'other-version' } });
    const what = 'initialize() with a server of the revision 1999-01-01';
    const error = await errorOf(client.initialize(), 'MCP_UNSUPPORTED_VERSION', what);
    await waitUntilGone(server.pids(), { deadlineMs: 3_000 }); // without close(): a failed handshake owns no server
    expect(server.received().length, 'messages to a server that was refused: the handshake and no more').toBe(1);
    const offered = server.received('initialize')[0]?.params?.['protocolVersion'];
    expect(publishedRevisions, 'the revision that the client offers').toContain(offered);
    for (const revision of ['1999-01-01', String(offered)]) {
      expect(error.message, 'the message names the revisions of both sides').toContain(revision);
    }
    await proveNothingLeft();

    const revision = '2025-06-18';
    const older = openLab(context, { server: { mode: 'other-version', revision } });
    const { protocolVersion } = await valueOf(older.client.initialize(), 'initialize() with an older revision');
    expect(protocolVersion, 'the revision that both sides speak').toBe(revision);
    await older.proveNothingLeft();
  });

  test('a hundred calls, each with its own answer', { meta: { id: 'stress-100' } }, async (context) => {
    const { client, proveNothingLeft } = await openReadyLab(context);
    const calls = Array.from({ length: 100 }, () => startEcho(client, 'one of a hundred calls', someInteger(0, 60)));
    for (const call of calls) await call.proveOwnAnswer();
    await proveNothingLeft();
  });

  test('one signal outlives a hundred calls', { meta: { id: 'long-signal' } }, async (context) => {
    const warnings = listenerWarnings(context);
    const { client, server, proveNothingLeft } = await openReadyLab(context);
    const caller = new AbortController();
    const { signal } = caller;
    // Ten at once: Node takes an eleventh listener for a leak, and so an eleventh that was left behind.
    const callTen = (timeoutMs: number) =>
      Array.from({ length: 10 }, () => watch(client.callTool('never', {}, { signal, timeoutMs }), 'one of ten calls'));

    for (let wave = 1; wave <= 9; wave += 1) {
      for (const call of callTen(20)) await call.error('MCP_TIMEOUT');
    }
    expect(abortListeners(signal), 'abort listeners on the long-lived signal after ninety timeouts').toBe(0);
    const running = callTen(20_000);
    caller.abort();
    for (const call of running) await call.error('MCP_ABORTED');

    await proveEcho(client, 'a call after a hundred that were given up');
    const falsely = cancelledFalsely(server, 100);
    expect(falsely, 'requests that were cancelled twice, or never given up').toEqual([]);
    expect(warnings, 'warnings of Node about listeners').toEqual([]);
    await proveNothingLeft(signal);
  });
});

describe('requests', () => {
  test('an answer may be faster than the write', { meta: { id: 'early-answer' } }, async (context) => {
    const { client, proveNothingLeft } = await openReadyLab(context, { server: { mode: 'early-answer' } });
    const call = client.callTool('echo', { value: 'x'.repeat(1024 * 1024) });
    const error = await errorOf(call, 'MCP_ERROR', 'a call that is refused before it is read');
    expect(error.message, 'the message of the server').toBe('refused before it was read');
    await proveNothingLeft();
  });

  test('a late answer belongs to nobody', { meta: { id: 'late-answer' } }, async (context) => {
    const { client, proveNothingLeft } = await openReadyLab(context, { server: { mode: 'late-answer' } });
    await errorOf(client.callTool('never', {}, { timeoutMs: 40 }), 'MCP_TIMEOUT', 'a call that is answered too late');
    await proveEcho(client, 'the call before whose answer the late one comes');
    await proveNothingLeft();
  });

  test('an id that nobody waits for is dropped', { meta: { id: 'unknown-id' } }, async (context) => {
    for (const mode of ['unknown-id', 'duplicate-id'] as const) {
      const { client, proveNothingLeft } = await openReadyLab(context, { server: { mode } });
      await proveEcho(client, `the first call in mode ${mode}`);
      await proveEcho(client, `the second call in mode ${mode}`);
      await proveNothingLeft();
    }
  });

  test('the string "3" is not the number 3', { meta: { id: 'string-ids' } }, async (context) => {
    const { client, proveNothingLeft } = await openReadyLab(context, { server: { mode: 'string-ids' } });
    await errorOf(
      client.callTool('echo', { value: '' }),
      'MCP_PROTOCOL_ERROR',
      'a call answered with a string as its id',
    );
    await proveNothingLeft();
  });

  test('what the server asks is not an answer', { meta: { id: 'server-requests' } }, async (context) => {
    const { client, server, proveNothingLeft } = await openReadyLab(context, { server: { mode: 'server-requests' } });
    await proveEcho(client, 'a call whose id the server uses for a request of its own');
    await server.waitFor(isRefusal, { what: 'the answer "method not found" to a request of the server' });
    const [call] = server.received('tools/call');
    const pong = server.received().find(({ id, method }) => id === call?.id && method === undefined);
    expect(pong?.result, 'the answer to the ping of the server').toEqual({});
    await proveNothingLeft();
  });

  test('a call that cannot be written waits for no answer', { meta: { id: 'write-failure' } }, async (context) => {
    const options = { server: { mode: 'stdin-closed-early' }, client: { graceMs: 200 } } as const;
    const { client, server, proveNothingLeft } = await openReadyLab(context, options);
    await errorOf(client.callTool('echo', { value: 1n }), 'MCP_INVALID_PARAMS', 'a call that JSON cannot hold');
    await server.waitFor(isFault, { what: 'the server closes its stdin' });
    await errorOf(client.callTool('echo', { value: '' }), 'MCP_WRITE_FAILED', 'a call into a closed pipe');
    await proveNothingLeft();
  });

  test('a list has many pages, but not endlessly many', { meta: { id: 'pages' } }, async (context) => {
    for (const mode of ['pages', 'empty-cursor'] as const) {
      const { client, proveNothingLeft } = await openReadyLab(context, { server: { mode } });
      const names = (await valueOf(client.listTools(), `listTools() in mode ${mode}`)).map((tool) => tool.name);
      expect(names, `the tools of all pages in mode ${mode}`).toEqual(['echo', 'fail', 'never', 'exit']);
      await proveNothingLeft();
    }
    for (const fresh of [false, true]) {
      const { client, proveNothingLeft } = await openReadyLab(context, { server: { mode: 'stuck-cursor', fresh } });
      const what = `listTools() with a cursor that ${fresh ? 'is another on every page' : 'never moves on'}`;
      await watch(client.listTools(), what, 6_000).error('MCP_PROTOCOL_ERROR'); // a thousand pages take their time
      await proveNothingLeft();
    }
  });
});

describe('bytes and lines', () => {
  test('a line may come in many chunks', { meta: { id: 'split-lines' } }, async (context) => {
    const server = { mode: 'split', splitAt: 'random', seed: someInteger(1, 1_000_000) } as const;
    const { client, proveNothingLeft } = await openReadyLab(context, { server });
    await proveEcho(client, 'a call answered in pieces');
    await proveNothingLeft();
  });

  test('a chunk may hold many lines', { meta: { id: 'glued-lines' } }, async (context) => {
    for (const mode of ['glue', 'crlf', 'blank-lines'] as const) {
      const { client, proveNothingLeft } = await openReadyLab(context, { server: { mode } });
      const both = [
        proveEcho(client, `one of two calls in mode ${mode}`),
        proveEcho(client, `the other in mode ${mode}`),
      ];
      await Promise.all(both);
      await proveNothingLeft();
    }
  });

  test('a chunk may end inside a character', { meta: { id: 'utf8-split' } }, async (context) => {
    const { client, proveNothingLeft } = await openReadyLab(context, { server: { mode: 'split', splitAt: 'utf8' } });
    const value = `${someText()} 工具 🧰 é`;
    const { content } = await valueOf(client.callTool('echo', { value }), 'a call with characters of several bytes');
    expect(content, 'characters that came in two chunks').toBe(value);
    await proveNothingLeft();
  });

  test('a line has a limit', { meta: { id: 'endless-line' } }, async (context) => {
    const server = { mode: 'endless-line', bytes: 16 * 1024 * 1024 } as const;
    const { client, proveNothingLeft } = await openReadyLab(context, { server, client: { maxLineBytes: 64 * 1024 } });
    const calls = ['echo', 'never'].map((name) =>
      watch(client.callTool(name, { value: '' }), `${name}, and an endless line`),
    );
    for (const call of calls) await call.error('MCP_MESSAGE_TOO_LARGE');
    await proveNothingLeft();
  });

  test('stdout is for protocol only', { meta: { id: 'not-protocol' } }, async (context) => {
    const noisy = openLab(context, { server: { mode: 'noise' } });
    await errorOf(noisy.client.initialize(), 'MCP_PROTOCOL_ERROR', 'initialize() after a banner on stdout');
    await noisy.proveNothingLeft();
    for (const mode of ['not-object', 'both', 'neither'] as const) {
      const { client, server, proveNothingLeft } = await openReadyLab(context, { server: { mode } });
      const waiting = watch(client.callTool('never'), `a call that waits in mode ${mode}`);
      await errorOf(client.callTool('echo', { value: '' }), 'MCP_PROTOCOL_ERROR', `a call answered in mode ${mode}`);
      await waiting.error('MCP_PROTOCOL_ERROR');
      await waitUntilGone(server.pids(), { deadlineMs: 3_000 }); // without close(): such a server is not kept
      await proveNothingLeft();
    }
  });
});

describe('the process', () => {
  test('a program that cannot be started has a name for it', { meta: { id: 'spawn-failure' } }, async (context) => {
    const { client, proveNothingLeft } = openLab(context, {
      client: { executable: join(tmpdir(), someText('nothing')) },
    });
    await errorOf(client.initialize(), 'MCP_SPAWN_FAILED', 'initialize() with a program that does not exist');
    await proveNothingLeft();

    const brief = openLab(context, { server: { mode: 'exit-on-start' } });
    const error = await errorOf(brief.client.initialize(), 'MCP_PROCESS_EXIT', 'initialize() with a server that exits');
    expect(error.exitCode, 'exitCode of a server that exits before the handshake').toBe(7);
    await brief.proveNothingLeft();

    const executable = 'node';
    for (const options of [{ executable: '' }, { executable, args: ['a\0b'] }, { executable, requestTimeoutMs: 3e9 }]) {
      const construct = (): McpClient => new McpClient(options);
      expect(construct, `new McpClient(${JSON.stringify(options)})`).toThrow(
        expect.objectContaining({ code: 'MCP_INVALID_CONFIG' }),
      );
    }
  });

  test('two handshakes at once are one', { meta: { id: 'single-flight' } }, async (context) => {
    const { client, server, proveNothingLeft } = openLab(context);
    const both = [watch(client.initialize(), 'initialize()'), watch(client.initialize(), 'initialize() again')];
    const [first, second] = await Promise.all(both.map((handshake) => handshake.value()));
    expect(second, 'the handshake that both callers see').toEqual(first);
    expect(server.received('initialize').length, 'handshakes on the wire').toBe(1);
    expect(server.pids(), 'servers started').toEqual([client.pid]);
    await proveNothingLeft();
  });

  test('arguments are data, not a command line', { meta: { id: 'no-shell' } }, async (context) => {
    const journalDirectory = mkdtempSync(join(tmpdir(), 'two  words $HOME '));
    context.onTestFinished(() => rmSync(journalDirectory, { recursive: true, force: true }));
    const { server, proveNothingLeft } = await openReadyLab(context, { server: { journalDirectory } });
    const start = server.journal().find((entry) => entry.event === 'start');
    expect(start?.argv.slice(2), 'the arguments as the server got them').toEqual(server.args.slice(1));
    await proveNothingLeft();
  });

  test('the environment is a list of names, not a copy', { meta: { id: 'environment' } }, async (context) => {
    vi.stubEnv('LAB_SECRET', someText('secret'));
    context.onTestFinished(() => void vi.unstubAllEnvs());
    const named = someText('named');
    const options = { server: { mode: 'env-dump' }, client: { env: { LAB_NAMED: named } } } as const;
    const { client, proveNothingLeft } = await openReadyLab(context, options);
    const { content } = await valueOf(client.callTool('env'), 'callTool("env")');
    const environment: unknown = JSON.parse(content);
    expect(environment, 'a secret of the host reached the server').not.toHaveProperty('LAB_SECRET');
    expect(environment, 'HOME reached the server').not.toHaveProperty('HOME');
    expect(environment, 'what the configuration names should reach the server').toMatchObject({ LAB_NAMED: named });
    expect(process.env['LAB_NAMED'], 'the environment of the host must not be written').toBeUndefined();
    await proveNothingLeft();
  });

  test('close() ends what waits, and is one promise', { meta: { id: 'close-pending' } }, async (context) => {
    const { client, server, proveNothingLeft } = await openReadyLab(context);
    const calls = [1, 2].map((which) =>
      watch(client.callTool('never'), `waiting call ${which} of 2 when close() comes`),
    );
    await server.waitFor(isCall, { what: 'a call that is going to wait' });
    expect(client.pendingCount, 'requests in the map before close()').toBe(2);
    await errorOf(client.callTool('never', {}, { timeoutMs: 3e9 }), 'MCP_INVALID_PARAMS', 'a call within 3e9 ms');
    const closing = [client.close(), client.close()];
    const closed = closing.map((close, index) => watch(close, `close() ${index + 1} of 2`, 6_000));
    expect(closing[1], 'the promise of the second close()').toBe(closing[0]);
    for (const call of calls) await call.error('CLIENT_CLOSED');
    await errorOf(client.callTool('echo', { value: '' }), 'CLIENT_CLOSED', 'a call after close()');
    for (const close of closed) await close.value();
    await errorOf(client.initialize(), 'CLIENT_CLOSED', 'initialize() after close()');
    await proveNothingLeft();
    expect(endings(server), 'close() ends stdin, and a server that leaves needs no signal').toEqual(['stdin-end']);
  });

  test('close() waits until the server is gone', { meta: { id: 'close-waits' } }, async (context) => {
    const options = { server: { mode: 'ignore-sigterm' }, client: { graceMs: 150 } } as const;
    const { client, server, proveNothingLeft } = await openReadyLab(context, options);
    await valueOf(client.close(), 'close() with a server that ignores stdin and SIGTERM');
    const states = server.pids().map(processState);
    expect(states, 'state of the server when close() has resolved').not.toContain('running');
    await proveNothingLeft();
  });

  test('a server that can no longer answer is stopped', { meta: { id: 'stdout-ends' } }, async (context) => {
    for (const mode of ['half-line-exit', 'stdout-closed'] as const) {
      const { client, proveNothingLeft } = await openReadyLab(context, { server: { mode } });
      const waiting = watch(client.callTool('never'), `a call that waits in mode ${mode}`);
      await errorOf(client.callTool('echo', { value: '' }), 'MCP_PROCESS_EXIT', `a call in mode ${mode}`);
      await waiting.error('MCP_PROCESS_EXIT');
      await proveNothingLeft();
    }
  });

  test('an exit is an exit, whoever holds the pipes', { meta: { id: 'held-pipes' } }, async (context) => {
    const { client, server, proveNothingLeft } = await openReadyLab(context, { server: { mode: 'grandchild' } });
    const waiting = watch(client.callTool('never'), 'a call that waits while a grandchild holds the pipes');
    const exit = watch(client.callTool('exit', { code: 5 }), 'the call that ends the server');
    for (const call of [waiting, exit]) await call.error('MCP_PROCESS_EXIT');
    for (const pid of server.pids().filter(isAlive)) process.kill(pid); // a grandchild is not the lab's to stop
    await proveNothingLeft();
  });
});
