import { getEventListeners } from 'node:events';
import { expect, test, vi } from 'vitest';
import { answerBy, httpClient, legacyHttp, modernHttp } from '../support/http-client.ts';
import { errorOf } from '../support/peer.ts';
import type { Answer } from '../support/http-server.ts';

/** Calls are never answered, everything else is. */
function silentFor(method: string, usual: Answer): Answer {
  return (received, response) => (received.message?.method === method ? undefined : usual(received, response));
}

test('who waits for a connection is let go at once, sends nothing, and opens none when all are closed', async (context) => {
  const { client, server } = await httpClient(context, silentFor('tools/call', answerBy(modernHttp)), {
    maxConnections: 2,
  });
  await client.initialize();
  await client.listTools();
  const calls = Array.from({ length: 8 }, () => errorOf(client.callTool('echo')));
  await vi.waitFor(() =>
    expect(server.requests.filter(({ message }) => message?.method === 'tools/call').length).toBe(2),
  );
  const stop = new AbortController();
  const ninth = errorOf(client.callTool('echo', {}, { signal: stop.signal }));
  stop.abort();
  expect(await ninth).toMatchObject({ code: 'MCP_ABORTED' });
  expect(await client.close()).toEqual({ survivors: [] });
  expect((await Promise.all(calls)).map(({ code }) => code)).toEqual(Array.from({ length: 8 }, () => 'CLIENT_CLOSED'));
  await server.idle();
  expect(server.requests.filter(({ message }) => message?.method === 'tools/call').length).toBe(2);
});

test('an aborted call gives its place to the next one', async (context) => {
  let first = true;
  const usual = answerBy(modernHttp);
  const { client, server } = await httpClient(
    context,
    (received, response) => {
      if (received.message?.method === 'tools/call' && first) return void (first = false);
      return usual(received, response);
    },
    { maxConnections: 1 },
  );
  await client.initialize();
  await client.listTools();
  const stop = new AbortController();
  const one = errorOf(client.callTool('echo', {}, { signal: stop.signal }));
  await vi.waitFor(() => expect(first).toBe(false));
  const two = client.callTool('echo');
  stop.abort();
  expect(await one).toMatchObject({ code: 'MCP_ABORTED' });
  expect(await two).toMatchObject({ content: [{ text: 'echoed' }] });
  expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
  expect(server.requests.at(-1)?.message?.method).toBe('tools/call');
});

test('a subscription takes no place: with one connection for calls there still are calls', async (context) => {
  const usual = answerBy({
    ...modernHttp,
    'server/discover': (message) => ({
      ...(modernHttp['server/discover']?.(message) as object),
      capabilities: { tools: { listChanged: true } },
    }),
  });
  const { client, server } = await httpClient(context, silentFor('subscriptions/listen', usual), { maxConnections: 1 });
  await client.initialize();
  await vi.waitFor(() => expect(server.requests.at(-1)?.message?.method).toBe('subscriptions/listen'));
  expect(await client.callTool('echo')).toMatchObject({ content: [{ text: 'echoed' }] });
});

test('close does not wait for an authorization that never comes', async (context) => {
  const asked = vi.fn(() => new Promise<string>(() => {}));
  const { client } = await httpClient(context, answerBy(modernHttp), { authorization: { header: asked } });
  const initialized = errorOf(client.initialize());
  await vi.waitFor(() => expect(asked).toHaveBeenCalled());
  expect(await client.close()).toEqual({ survivors: [] });
  expect(await initialized).toMatchObject({ code: 'CLIENT_CLOSED' });
});

test('close does not wait for a refusal that nobody answers', async (context) => {
  const refused = vi.fn(() => new Promise<boolean>(() => {}));
  const { client } = await httpClient(context, (_received, response) => response.writeHead(401).end(), {
    authorization: { header: () => 'Bearer 123456789', refused },
  });
  const initialized = errorOf(client.initialize());
  await vi.waitFor(() => expect(refused).toHaveBeenCalled());
  expect(await client.close()).toEqual({ survivors: [] });
  expect(await initialized).toMatchObject({ code: 'CLIENT_CLOSED' });
});

test('a legacy call that was taken back before it was sent was never there: neither it nor its end is sent', async (context) => {
  const { client, server } = await httpClient(context, silentFor('tools/call', answerBy(legacyHttp, 'session-1')), {
    maxConnections: 1,
  });
  await client.initialize();
  await client.listTools();
  const one = errorOf(client.callTool('echo', {}, { timeoutMs: 5_000 }));
  await vi.waitFor(() => expect(server.requests.at(-1)?.message?.method).toBe('tools/call'));
  const stop = new AbortController();
  const two = errorOf(client.callTool('echo', {}, { signal: stop.signal }));
  stop.abort();
  expect(await two).toMatchObject({ code: 'MCP_ABORTED' });
  await client.close();
  expect(await one).toMatchObject({ code: 'CLIENT_CLOSED' });
  expect(server.requests.map(({ method, message }) => message?.method ?? method).slice(-2)).toEqual([
    'tools/call',
    'DELETE',
  ]);
});

test('a server that is silent at the end of the session is waited for no longer than that may take', async (context) => {
  const usual = answerBy(legacyHttp, 'session-1');
  const { client, server } = await httpClient(
    context,
    (received, response) => (received.method === 'DELETE' ? undefined : usual(received, response)),
    { endMs: 50 },
  );
  await client.initialize();
  expect(await client.close()).toEqual({ survivors: [] });
  await server.idle();
  expect(server.requests.at(-1)?.method).toBe('DELETE');
});
