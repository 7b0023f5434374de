import { someInteger, someText } from '@coding-agent/fixture-servers/lab';
import { abortListeners, waitUntilGone } from '@coding-agent/fixture-servers/testing';
import { describe, expect, test } from 'vitest';
import { errorOf, valueOf, watch } from '../support/endings.ts';
import { failingHandler, listenerWarnings } from '../support/host.ts';
import { openLab, openReadyLab, proveEcho, startEcho } from '../support/lab.ts';
import { cancelledFalsely, cancelledIds, publishedRevisions } from '../support/wire.ts';

// Four that ask for new code, and two tests of endurance.

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
