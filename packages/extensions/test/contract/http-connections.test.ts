import { getEventListeners } from 'node:events';
import { Agent } from 'node:http';
import { createServer } from 'node:https';
import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';
import { expect, vi } from 'vitest';
import { McpClient } from '../../src/index.ts';
import { answerBy, httpClient, legacyHttp, modernHttp } from '../support/http-client.ts';
import { events, type Answer, type HttpServerBench } from '../support/http-server.ts';
import { discovered } from '../support/memory-client.ts';
import { olderServer } from '../support/older-server.ts';
import { errorOf } from '../support/peer.ts';
import { selfSigned } from '../support/self-signed.ts';
import { verifies } from './verifies.ts';

const modern = answerBy(modernHttp);

/** Everything is answered but that method. */
function silentFor(method: string, usual: Answer = modern): Answer {
  return (received, response) => (received.message?.method === method ? undefined : usual(received, response));
}

function calls({ requests }: HttpServerBench): number {
  return requests.filter(({ message }) => message?.method === 'tools/call').length;
}

verifies(
  'E-05',
  'so many calls are under way at once, and no more; who waits sends nothing, and leaves nothing behind',
  async (context) => {
    const { client, server } = await httpClient(context, silentFor('tools/call'), { maxConnections: 2 });
    await client.initialize();
    await client.listTools();
    const waiting = Array.from({ length: 8 }, () => errorOf(client.callTool('echo')));
    await vi.waitFor(() => expect(calls(server)).toBe(2), 5_000);
    const stop = new AbortController();
    const ninth = errorOf(client.callTool('echo', {}, { signal: stop.signal }));
    stop.abort();
    expect(await ninth).toMatchObject({ code: 'MCP_ABORTED' });
    expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
    expect(await client.close()).toEqual({ survivors: [] });
    expect((await Promise.all(waiting)).map(({ code }) => code)).toEqual(
      Array.from({ length: 8 }, () => 'CLIENT_CLOSED'),
    );
    await server.idle();
    expect(calls(server)).toBe(2);
  },
);

verifies('E-05', 'a call that is taken back gives its place to the next one', async (context) => {
  let isFirst = true;
  const { client } = await httpClient(
    context,
    (received, response) => {
      if (received.message?.method !== 'tools/call' || !isFirst) return modern(received, response);
      return void (isFirst = false);
    },
    { maxConnections: 1 },
  );
  await client.initialize();
  await client.listTools();
  const stop = new AbortController();
  const one = errorOf(client.callTool('echo', {}, { signal: stop.signal }));
  await vi.waitFor(() => expect(isFirst).toBe(false), 5_000);
  const two = client.callTool('echo');
  stop.abort();
  expect(await one).toMatchObject({ code: 'MCP_ABORTED' });
  expect(await two).toMatchObject({ content: [{ text: 'echoed' }] });
});

verifies('E-05', 'a call that is taken back in any of its stages leaves nothing', async (context) => {
  let stage = '';
  let isAsked = false;
  const token = (): string | Promise<string> => {
    if (stage !== 'the token') return 'Bearer 123456789';
    isAsked = true;
    return new Promise(() => {});
  };
  const { client, server } = await httpClient(
    context,
    (received, response) => {
      if (received.message?.method !== 'tools/call') return modern(received, response);
      isAsked = true;
      if (stage === 'the body') return response.writeHead(200, { 'Content-Type': 'application/json' }).write('{');
      if (stage === 'the stream') return events(response)('');
      return undefined;
    },
    { authorization: { header: token } },
  );
  await client.initialize();
  await client.listTools();
  for (stage of ['the token', 'the head', 'the body', 'the stream']) {
    isAsked = false;
    const stop = new AbortController();
    const call = errorOf(client.callTool('echo', {}, { signal: stop.signal }));
    await vi.waitFor(() => expect(isAsked).toBe(true), 5_000);
    stop.abort();
    expect(await call, stage).toMatchObject({ code: 'MCP_ABORTED' });
    expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
  }
  await vi.waitFor(() => expect(server.sockets.size).toBe(0), 5_000);
  // Nothing was sent of the first one, and nothing else of any.
  expect([calls(server), server.requests.length]).toEqual([3, 5]);
});

verifies(
  'E-05',
  'a subscription takes no place: where one call may be under way there still is one',
  async (context) => {
    const usual = answerBy({
      ...modernHttp,
      'server/discover': () => ({ ...discovered, capabilities: { tools: { listChanged: true } } }),
    });
    const { client, server } = await httpClient(context, silentFor('subscriptions/listen', usual), {
      maxConnections: 1,
    });
    await client.initialize();
    await vi.waitFor(() => expect(server.requests.at(-1)?.message?.method).toBe('subscriptions/listen'), 5_000);
    expect(await client.callTool('echo')).toMatchObject({ content: [{ text: 'echoed' }] });
  },
);

/** Servers that answer no call. */
const ways = [
  ['of 2026-07-28', (): Answer => silentFor('tools/call')],
  ['of 2025-11-25', (): Answer => silentFor('tools/call', answerBy({ ...legacyHttp, ping: () => ({}) }))],
  [
    'of 2024-11-05',
    (): Answer => {
      const script = { ...legacyHttp, ping: () => ({}), 'tools/call': () => undefined };
      return olderServer(script, {
        take: ({ method }, response) => (method === 'tools/call' ? undefined : response.writeHead(202).end()),
      }).answer;
    },
  ],
] as const;

for (const [revision, answer] of ways) {
  verifies('E-05', `a ping waits for no place, and for no bytes: a server ${revision}`, async (context) => {
    const limits = { maxQueuedBytes: 1024 };
    const { client, server } = await httpClient(context, answer(), { maxConnections: 1, limits });
    await client.initialize();
    await client.listTools();
    // Larger than all that may be under way: alone it goes out all the same.
    const first = errorOf(client.callTool('echo', { value: 'x'.repeat(2_000) }));
    await vi.waitFor(() => expect(calls(server)).toBe(1), 5_000);
    await client.ping({ timeoutMs: 20_000 });
    expect(await errorOf(client.callTool('echo'))).toMatchObject({ code: 'MCP_BUSY', outcome: 'not-sent' });
    await client.close();
    expect(await first).toMatchObject({ code: 'CLIENT_CLOSED' });
    expect(calls(server)).toBe(1);
  });
}

verifies('E-05', 'more than may be under way to the server is refused at once: nothing was sent', async (context) => {
  const { client, server } = await httpClient(context, silentFor('tools/call'), {
    limits: { maxQueuedBytes: 1024 * 1024 },
  });
  await client.initialize();
  await client.listTools();
  const args = { value: 'x'.repeat(600_000) };
  const first = errorOf(client.callTool('echo', args));
  await vi.waitFor(() => expect(calls(server)).toBe(1), 5_000); // not in the queue of the client any more
  expect(await errorOf(client.callTool('echo', args))).toMatchObject({ code: 'MCP_BUSY', outcome: 'not-sent' });
  await client.close();
  expect(await first).toMatchObject({ code: 'CLIENT_CLOSED' });
});

verifies('E-05', 'after close there is no connection, neither used nor idle', async (context) => {
  const { client, server } = await httpClient(context, modern);
  await client.initialize();
  await Promise.all(Array.from({ length: 5 }, () => client.callTool('echo')));
  expect(server.sockets.size).toBeGreaterThan(1);
  expect(await client.close()).toEqual({ survivors: [] });
  await vi.waitFor(() => expect(server.sockets.size).toBe(0), 1_500);
});

for (const [what, authorization] of [
  ['a token that never comes', { header: (): Promise<string> => new Promise(() => {}) }],
  [
    'a refusal that nobody answers',
    { header: (): string => 'Bearer 123456789', refused: (): Promise<boolean> => new Promise(() => {}) },
  ],
] as const) {
  verifies('E-05', `close does not wait for ${what}`, async (context) => {
    const header = vi.fn(authorization.header);
    const refused = 'refused' in authorization ? vi.fn(authorization.refused) : undefined;
    const { client } = await httpClient(context, (_received, response) => response.writeHead(401).end(), {
      authorization: { header, ...(refused && { refused }) },
    });
    const begun = errorOf(client.initialize());
    await vi.waitFor(() => expect(refused ?? header).toHaveBeenCalled(), 5_000);
    expect(await client.close()).toEqual({ survivors: [] });
    expect(await begun).toMatchObject({ code: 'CLIENT_CLOSED' });
  });
}

verifies(
  'E-05',
  'an authorization whose value no header can hold is an error that does not show it',
  async (context) => {
    const { client, server } = await httpClient(context, modern, {
      authorization: { header: () => 'Bearer secret-1\r\nX-Other: 1' },
    });
    const error = await errorOf(client.initialize());
    expect(error).toMatchObject({ code: 'MCP_UNAUTHORIZED', outcome: 'not-sent' });
    expect(error.message).not.toContain('secret-1');
    expect(server.requests).toEqual([]);
  },
);

verifies('E-05', 'connections are used again, also after notifications and streams', async (context) => {
  const seen = new Set<Socket>();
  const { client, server } = await httpClient(context, (received, response) => {
    if (response.socket !== null) seen.add(response.socket);
    return modern(received, response);
  });
  await client.initialize();
  for (let call = 0; call < 10; call += 1) await client.callTool('echo');
  expect(server.requests.length).toBe(12);
  expect(seen.size).toBeLessThan(3);
});

verifies('E-05', 'an agent of the caller makes the connections, and keeps them after close', async (context) => {
  const agent = new Agent({ keepAlive: true });
  const { client, server } = await httpClient(context, modern, { agent });
  await client.initialize();
  const idle = (): number => Object.values(agent.freeSockets).flat().length;
  await vi.waitFor(() => expect(idle()).toBe(1), 5_000);
  expect(await client.close()).toEqual({ survivors: [] });
  expect([idle(), server.sockets.size]).toEqual([1, 1]);
  agent.destroy();
});

verifies(
  'E-05',
  'who waits in the queue of an agent is let go at once, though the agent tells nobody',
  async (context) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const { client, server } = await httpClient(context, silentFor('tools/call'), { agent });
    await client.initialize();
    await client.listTools();
    const first = errorOf(client.callTool('echo'));
    await vi.waitFor(() => expect(calls(server)).toBe(1), 5_000);
    const stop = new AbortController();
    const second = errorOf(client.callTool('echo', {}, { signal: stop.signal }));
    await vi.waitFor(() => expect(Object.keys(agent.requests).length).toBe(1), 5_000);
    stop.abort();
    expect(await second).toMatchObject({ code: 'MCP_ABORTED' });
    expect(await client.close()).toEqual({ survivors: [] });
    expect(await first).toMatchObject({ code: 'CLIENT_CLOSED' });
    await vi.waitFor(() => expect(agent.requests).toEqual({}), 5_000);
    agent.destroy();
    expect(calls(server)).toBe(1);
  },
);

verifies('E-05', 'a certificate that nobody vouches for is no connection: nothing was sent', async (context) => {
  const asked: unknown[] = [];
  const server = createServer(selfSigned, (request) => asked.push(request.url));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  context.onTestFinished(() => void server.close());
  await using client = new McpClient({ url: `https://localhost:${(server.address() as AddressInfo).port}/mcp` });
  expect(await errorOf(client.initialize())).toMatchObject({
    code: 'MCP_CONNECTION_FAILED',
    outcome: 'not-sent',
    errno: 'DEPTH_ZERO_SELF_SIGNED_CERT',
  });
  expect(asked).toEqual([]);
});

verifies('E-05', 'a connection that does not stand in time is none: nothing was sent', async (context) => {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).resume();
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  context.onTestFinished(() => void server.close());
  // It hears of TLS, and says nothing.
  const url = `https://localhost:${(server.address() as AddressInfo).port}/mcp`;
  await using client = new McpClient({ url, connectMs: 100 });
  const error = await errorOf(client.initialize());
  expect(error).toMatchObject({ code: 'MCP_CONNECTION_FAILED', outcome: 'not-sent', errno: 'ETIMEDOUT' });
  expect(error.message).toContain('not within 100 ms');
  await vi.waitFor(() => expect(sockets.size).toBe(0), 5_000);
});
