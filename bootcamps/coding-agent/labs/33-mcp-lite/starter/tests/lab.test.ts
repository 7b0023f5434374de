import { abortListeners } from '@coding-agent/fixture-servers/testing';
import { expect, test } from 'vitest';
import { ending, errorOf, valueIn, valueOf } from './support/endings.ts';
import { openLab, openReadyLab, proveEcho } from './support/lab.ts';
import { someInteger, someText } from './support/values.ts';
import { isCall } from './support/wire.ts';

// The six pieces of evidence (L-03). Each ends with the proof that nothing is left (L-07).

// L-04: no list or call before the handshake has ended; increasing ids; the order on the wire.
test('happy path: shakes hands, lists the tools, calls one', { meta: { id: 'happy-path' } }, async (context) => {
  const { client, server, proveNothingLeft } = openLab(context);
  await errorOf(client.listTools(), 'MCP_NOT_INITIALIZED', 'listTools() before initialize()');
  const handshake = ending(client.initialize(), 'initialize()');
  await errorOf(client.callTool('echo', { value: '' }), 'MCP_NOT_INITIALIZED', 'callTool() during initialize()');
  const { protocolVersion } = valueIn(await handshake);
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
  const { client, proveNothingLeft } = await openReadyLab(context);
  const [valueA, valueB, valueSlow, valueFast] = [someText('a'), someText('b'), someText('slow'), someText('fast')];

  const a = ending(client.callTool('echo', { value: valueA }), 'the first of two calls');
  const b = ending(client.callTool('echo', { value: valueB }), 'the second of two calls');
  expect(valueIn(await b).content, 'the second of two calls got the answer of another call').toBe(valueB);
  expect(valueIn(await a).content, 'the first of two calls got the answer of another call').toBe(valueA);

  const slow = ending(client.callTool('echo', { value: valueSlow, delay: 30 }), 'the slow call');
  const fast = ending(client.callTool('echo', { value: valueFast, delay: 0 }), 'the fast call');
  const first = await Promise.race([slow.then(() => 'slow'), fast.then(() => 'fast')]);
  expect(first, 'which of the two concurrent calls came back first').toBe('fast');
  expect(valueIn(await fast).content, 'the fast call got the answer of another call').toBe(valueFast);
  expect(valueIn(await slow).content, 'the slow call got the answer of another call').toBe(valueSlow);
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
  const value = someText();
  const other = ending(client.callTool('echo', { value, delay: 120 }), 'a call beside the one that times out');

  await errorOf(client.callTool('never', {}, { timeoutMs: 40 }), 'MCP_TIMEOUT', 'a call with a timeout of 40 ms');
  expect(valueIn(await other).content, 'the call beside the one that timed out').toBe(value);
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
  const call = ending(client.callTool('never', {}, { signal: running.signal }), 'a call that is aborted under way');
  await server.waitFor(isCall, { what: 'the call that is going to be aborted' });
  expect(client.pendingCount, 'requests in the map while one is under way').toBe(1);
  running.abort();
  await errorOf(call.then(valueIn), 'MCP_ABORTED', 'a call that is aborted under way');
  expect(abortListeners(running.signal), 'abort listeners left on the signal that was aborted').toBe(0);

  await proveEcho(client, 'a call after an abort', { signal: calm.signal });
  const calls = server.received('tools/call').map((message) => message.params?.['name']);
  expect(calls, 'a call with an aborted signal must not be written').toEqual(['never', 'echo']);
  await proveNothingLeft(calm.signal, running.signal, gone);
});

test('server exit: every waiting call hears of it', { meta: { id: 'server-exit' } }, async (context) => {
  const { client, proveNothingLeft } = await openReadyLab(context);
  const exitCode = someInteger(1, 120);
  const waiting = [client.callTool('never'), client.callTool('exit', { code: exitCode }), client.callTool('never')];
  const endings = waiting.map((call, index) => ending(call, `waiting call ${index + 1} of 3 when the server exits`));

  for (const [index, end] of endings.entries()) {
    const error = await errorOf(end.then(valueIn), 'MCP_PROCESS_EXIT', `waiting call ${index + 1} of 3`);
    expect(error.exitCode, 'exitCode of the error').toBe(exitCode);
    expect(error.signal, 'signal of the error: the server ended by itself').toBeNull();
  }
  expect(client.pendingCount, 'requests in the map after the exit').toBe(0);
  await errorOf(client.callTool('echo', { value: '' }), 'MCP_PROCESS_EXIT', 'a call after the exit');
  await proveNothingLeft();
});
