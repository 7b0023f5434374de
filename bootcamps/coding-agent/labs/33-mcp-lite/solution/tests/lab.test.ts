import { someInteger, someText } from '@coding-agent/fixture-servers/lab';
import { abortListeners } from '@coding-agent/fixture-servers/testing';
import { expect, test } from 'vitest';
import { errorOf, valueOf, watch } from './support/endings.ts';
import { openLab, openReadyLab, proveEcho, startEcho } from './support/lab.ts';
import { isCall, isFault } from './support/wire.ts';

// The six pieces of evidence (L-03). Each ends with the proof that nothing is left (L-07).

// L-04: no list or call before the handshake has ended; increasing ids; the order on the wire.
test('happy path: shakes hands, lists the tools, calls one', { meta: { id: 'happy-path' } }, async (context) => {
  const { client, server, proveNothingLeft } = openLab(context);
  await errorOf(client.listTools(), 'MCP_NOT_INITIALIZED', 'listTools() before initialize()');
  const handshake = watch(client.initialize(), 'initialize()');
  const early = watch(client.callTool('echo', { value: '' }), 'callTool() during initialize()');
  const { protocolVersion } = await handshake.value();
  await early.error('MCP_NOT_INITIALIZED');
  expect(protocolVersion, 'initialize() should tell the protocol revision').toMatch(/^\d{4}-\d{2}-\d{2}$/);

  const tools = await valueOf(client.listTools(), 'listTools()');
  expect(
    tools.map((tool) => tool.name),
    'the names of the listed tools',
  ).toContain('echo');
  await errorOf(client.callTool(''), 'MCP_INVALID_PARAMS', 'callTool() with an empty name');
  await proveEcho(client, 'callTool("echo")');

  const messages = server.received();
  expect(
    messages.map((message) => message.method),
    'the order of messages on the wire',
  ).toEqual(['initialize', 'notifications/initialized', 'tools/list', 'tools/call']);
  const [first, initialized, second, third] = messages.map((message) => message.id);
  expect(initialized, 'a notification has no id').toBeUndefined();
  const ids = [first, second, third].map(Number);
  expect([first, second, third], 'ids should be integers').toEqual(ids.map(Math.trunc));
  expect(ids, 'ids should increase and never come back').toEqual([...new Set(ids)].toSorted((a, b) => a - b));
  await proveNothingLeft();
});

// L-05, L-08: the id alone says whose answer it is.
test('out of order: each call gets its own answer', { meta: { id: 'out-of-order' } }, async (context) => {
  // The server reads nothing until it is released: it sees all calls at once, however busy the machine is.
  const options = { server: { mode: 'slow-reader', hold: true } } as const;
  const { client, server, proveNothingLeft } = await openReadyLab(context, options);
  await server.waitFor(isFault, { what: 'the server stops reading' });
  const call = startEcho(client, 'the first call');
  const [slow, fast] = [startEcho(client, 'the slow call', 30), startEcho(client, 'the fast call', 0)];
  const racing = [slow.value().then(() => 'slow'), fast.value().then(() => 'fast')];
  const first = watch(Promise.race(racing), 'the slow call and the fast call');
  server.release();

  for (const each of [fast, slow, call]) await each.proveOwnAnswer();
  expect(await first.value(), 'which of the two concurrent calls came back first').toBe('fast');
  await proveNothingLeft();
});

test('remote error: the call fails, the client is well', { meta: { id: 'remote-error' } }, async (context) => {
  const { client, server, proveNothingLeft } = await openReadyLab(context);
  const refusal = { code: -someInteger(33_000, 39_999), message: someText('refused'), data: { reason: someText() } };

  const error = await errorOf(client.callTool('fail', refusal), 'MCP_ERROR', 'callTool("fail")');
  expect(error.remoteCode, 'remoteCode is the number that the server chose').toBe(refusal.code);
  expect(error.message, 'the message of the server').toBe(refusal.message);
  expect(error.data, 'the data of the server').toEqual(refusal.data);

  await proveEcho(client, 'a call after a remote error');
  expect(server.pids(), 'a remote error is an answer: the server goes on').toEqual([client.pid]);
  await proveNothingLeft();
});

test('timeout: the call ends, the others go on', { meta: { id: 'timeout' } }, async (context) => {
  const { client, proveNothingLeft } = await openReadyLab(context);
  const other = startEcho(client, 'a call beside the one that times out', 120);
  await errorOf(client.callTool('never', {}, { timeoutMs: 40 }), 'MCP_TIMEOUT', 'a call with a timeout of 40 ms');
  await other.proveOwnAnswer();
  await proveNothingLeft();
});

test('abort: the caller takes a call back', { meta: { id: 'abort' } }, async (context) => {
  const { client, server, proveNothingLeft } = openLab(context);
  const [calm, running] = [new AbortController(), new AbortController()];
  const gone = AbortSignal.abort();
  await errorOf(client.initialize({ signal: gone }), 'MCP_ABORTED', 'initialize() with an aborted signal');
  expect(client.pid, 'an aborted signal must not start a server').toBeUndefined();
  await valueOf(client.initialize({ signal: calm.signal }), 'initialize()');

  await errorOf(
    client.callTool('echo', { value: '' }, { signal: gone }),
    'MCP_ABORTED',
    'a call with an aborted signal',
  );
  const call = watch(client.callTool('never', {}, { signal: running.signal }), 'a call that is aborted under way');
  await server.waitFor(isCall, { what: 'the call that is going to be aborted' });
  expect(client.pendingCount, 'requests in the map while one is under way').toBe(1);
  running.abort();
  await call.error('MCP_ABORTED');
  expect(abortListeners(running.signal), 'abort listeners left on the signal that was aborted').toBe(0);

  await proveEcho(client, 'a call after an abort', { signal: calm.signal });
  const calls = server.received('tools/call').map((message) => message.params?.['name']);
  expect(calls, 'a call with an aborted signal must not be written').toEqual(['never', 'echo']);
  await proveNothingLeft(calm.signal, running.signal, gone);
});

test('server exit: every waiting call hears of it', { meta: { id: 'server-exit' } }, async (context) => {
  const { client, proveNothingLeft } = await openReadyLab(context);
  const exitCode = someInteger(1, 120);
  const calls = [client.callTool('never'), client.callTool('never'), client.callTool('exit', { code: exitCode })];
  const waiting = calls.map((call, index) => watch(call, `waiting call ${index + 1} of 3 when the server exits`));
  for (const call of waiting) {
    const error = await call.error('MCP_PROCESS_EXIT');
    expect(error.exitCode, 'exitCode of the error').toBe(exitCode);
    expect(error.signal, 'signal of the error: the server ended by itself').toBeNull();
  }
  expect(client.pendingCount, 'requests in the map after the exit').toBe(0);
  await errorOf(client.callTool('echo', { value: '' }), 'MCP_PROCESS_EXIT', 'a call after the exit');
  await proveNothingLeft();

  if (process.platform === 'win32') return; // no process ends by a signal there
  const killed = await openReadyLab(context);
  const end = await errorOf(killed.client.callTool('exit', { signal: 'SIGKILL' }), 'MCP_PROCESS_EXIT', 'a killed call');
  expect(end.signal, 'signal of the error: a signal ended the server').toBe('SIGKILL');
  expect(end.exitCode, 'exitCode of the error: a server ended by a signal has none').toBeNull();
  await killed.proveNothingLeft();
});
