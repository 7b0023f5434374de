import type { ServerResponse } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, vi } from 'vitest';
import { McpClient } from '../../src/index.ts';
import { answerBy, httpClient, legacyHttp, modernHttp } from '../support/http-client.ts';
import { asked, events, json, type Answer } from '../support/http-server.ts';
import { errorOf } from '../support/peer.ts';
import { verifies } from './verifies.ts';

const session = answerBy(legacyHttp, 'session-1');

verifies(
  'E-05',
  'a session that the server has forgotten ends the connection: all that wait are told, nothing is sent again',
  async (context) => {
    const waiting: ServerResponse[] = [];
    let isForgotten = false;
    const { client, server } = await httpClient(context, (received, response) => {
      if (isForgotten) return response.writeHead(404).end('no such session');
      if (received.message?.method === 'tools/call') return waiting.push(response);
      return session(received, response);
    });
    await client.initialize();
    await client.listTools();
    const calls = Array.from({ length: 3 }, () => errorOf(client.callTool('echo')));
    await vi.waitFor(() => expect(waiting.length).toBe(3), 5_000);
    isForgotten = true;
    const last = await errorOf(client.callTool('echo'));
    for (const error of [last, ...(await Promise.all(calls))]) {
      expect(error).toMatchObject({ code: 'MCP_SESSION_EXPIRED', httpStatus: 404, outcome: 'unknown' });
    }
    await vi.waitFor(() => expect(client.state).toBe('closed'), 5_000);
    await server.idle();
    expect(asked(server).filter((method) => method === 'tools/call').length).toBe(4);
    expect(asked(server)).not.toContain('DELETE');

    isForgotten = false;
    await using next = new McpClient({ url: server.url });
    const seen = server.requests.length;
    await next.initialize();
    const [first, second] = server.requests.slice(seen);
    expect([first?.headers['mcp-session-id'], second?.headers['mcp-session-id']]).toEqual([undefined, undefined]);
    expect(second?.message?.method).toBe('initialize');
  },
);

for (const [kind, ended] of [
  ['an error status', 0],
  ['a body that is no message', 1],
] as const) {
  verifies('E-05', `a session that begins with ${kind}: what the server may have begun is ended`, async (context) => {
    const { client, server } = await httpClient(context, ({ message, method }, response) => {
      if (method === 'DELETE') return response.writeHead(200).end();
      if (message?.method !== 'initialize')
        return json(response, { jsonrpc: '2.0', id: message?.id, error: { code: 1, message: 'no' } });
      response.setHeader('Mcp-Session-Id', 'session-9');
      if (kind === 'an error status') return response.writeHead(400).end('no');
      return response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>');
    });
    await errorOf(client.initialize());
    await client.close();
    expect(asked(server).filter((method) => method === 'DELETE').length).toBe(ended);
  });
}

for (const [answered, end] of [
  ['405', (response: ServerResponse) => response.writeHead(405).end()],
  ['404', (response: ServerResponse) => response.writeHead(404).end()],
  ['a reset', (response: ServerResponse) => response.socket?.resetAndDestroy()],
  [
    'a redirect to elsewhere',
    (response: ServerResponse) => response.writeHead(308, { Location: 'http://[::1]:9/' }).end(),
  ],
  ['silence', () => {}],
] as const) {
  verifies('E-05', `a session whose end is answered by ${answered} has ended all the same`, async (context) => {
    const { client, server } = await httpClient(
      context,
      (received, response) => (received.method === 'DELETE' ? end(response) : session(received, response)),
      { endMs: 100 },
    );
    await client.initialize();
    expect(await client.close()).toEqual({ survivors: [] });
    await server.idle();
    expect(asked(server).at(-1)).toBe('DELETE');
  });
}

for (const era of ['legacy', 'modern'] as const) {
  verifies('E-05', `a call that is taken back (${era})`, async (context) => {
    const usual = era === 'legacy' ? session : answerBy(modernHttp);
    let isGone = false;
    let isCancelled = false;
    const { client, server } = await httpClient(context, (received, response) => {
      const { message } = received;
      if (message?.method === 'notifications/cancelled') isCancelled = !isGone;
      if (message?.method !== 'tools/call') return usual(received, response);
      response.once('close', () => (isGone = true));
      return events(response);
    });
    await client.initialize();
    await client.listTools();
    const stop = new AbortController();
    const call = errorOf(client.callTool('echo', {}, { signal: stop.signal }));
    await vi.waitFor(() => expect(asked(server).at(-1)).toBe('tools/call'), 5_000);
    stop.abort();
    expect(await call).toMatchObject({ code: 'MCP_ABORTED' });
    await vi.waitFor(() => expect(isGone).toBe(true), 5_000);
    // Legacy: it is said, while the stream still stands. Modern: the end of the stream says it, and nothing else.
    expect(isCancelled).toBe(era === 'legacy');
    expect(asked(server).filter((method) => method === 'notifications/cancelled').length).toBe(
      era === 'legacy' ? 1 : 0,
    );
  });
}

verifies('E-05', 'a server that takes no cancellation holds no call for it', async (context) => {
  const { client, server } = await httpClient(
    context,
    (received, response) =>
      ['tools/call', 'notifications/cancelled'].includes(received.message?.method ?? '')
        ? undefined
        : session(received, response),
    { maxConnections: 1 },
  );
  await client.initialize();
  await client.listTools();
  expect(await errorOf(client.callTool('echo', {}, { timeoutMs: 100 }))).toMatchObject({ code: 'MCP_TIMEOUT' });
  // The place is free again a second later, though nobody has taken the cancellation yet.
  expect(await errorOf(client.callTool('echo', {}, { timeoutMs: 2_500 }))).toMatchObject({ code: 'MCP_TIMEOUT' });
  expect(asked(server).filter((method) => method === 'tools/call').length).toBe(2);
});

verifies('E-05', 'a modern server is asked by POST alone, each with the headers of its era', async (context) => {
  const tool = {
    name: 'caf\u00e9',
    inputSchema: { type: 'object', properties: { region: { type: 'string', 'x-mcp-header': 'Region' } } },
  };
  const list = { resultType: 'complete', tools: [tool], ttlMs: 0, cacheScope: 'private' };
  const usual = answerBy({ ...modernHttp, 'tools/list': () => list });
  const answer: Answer = (received, response) => {
    response.setHeader('Mcp-Session-Id', 'nothing-of-this-era');
    return usual(received, response);
  };
  const { client, server } = await httpClient(context, answer, { headers: { 'X-Key': 'k' } });
  expect(await client.initialize()).toMatchObject({ era: 'modern', protocolVersion: '2026-07-28' });
  expect(client.stats()).toMatchObject({ state: 'ready', hasSession: false });
  await client.callTool('caf\u00e9', { region: ' north' });
  const names = ['mcp-protocol-version', 'mcp-method', 'mcp-name', 'mcp-param-region', 'x-key', 'mcp-session-id'];
  expect(server.requests.map(({ method, headers }) => [method, ...names.map((name) => headers[name])])).toEqual([
    ['POST', '2026-07-28', 'server/discover', undefined, undefined, 'k', undefined],
    ['POST', '2026-07-28', 'tools/list', undefined, undefined, 'k', undefined],
    ['POST', '2026-07-28', 'tools/call', '=?base64?Y2Fmw6k=?=', '=?base64?IG5vcnRo?=', 'k', undefined],
  ]);
});

verifies(
  'E-05',
  'a legacy server has a session: its id and revision go with everything, and it is ended',
  async (context) => {
    const { client, server } = await httpClient(context, session);
    expect(await client.initialize()).toMatchObject({ era: 'legacy', protocolVersion: '2025-11-25' });
    expect(client.stats()).toMatchObject({ hasSession: true });
    expect(await client.callTool('echo')).toMatchObject({ content: [{ text: 'echoed' }] });
    expect(await client.close()).toEqual({ survivors: [] });
    const names = ['mcp-session-id', 'mcp-protocol-version'];
    expect(
      server.requests.map(({ method, message, headers }) => [
        message?.method ?? method,
        ...names.map((name) => headers[name]),
      ]),
    ).toEqual([
      ['server/discover', undefined, '2026-07-28'],
      ['initialize', undefined, undefined],
      ['notifications/initialized', 'session-1', '2025-11-25'],
      ['GET', 'session-1', '2025-11-25'],
      ['tools/list', 'session-1', '2025-11-25'],
      ['tools/call', 'session-1', '2025-11-25'],
      ['DELETE', 'session-1', '2025-11-25'],
    ]);
  },
);

verifies('E-05', 'no request goes out before the server has taken that we are ready', async (context) => {
  const { client, server } = await httpClient(context, (received, response) =>
    received.message?.method === 'notifications/initialized' ? undefined : session(received, response),
  );
  await client.initialize();
  await vi.waitFor(() => expect(asked(server).at(-1)).toBe('notifications/initialized'), 5_000);
  expect(await errorOf(client.listTools({ timeoutMs: 100 }))).toMatchObject({ code: 'MCP_TIMEOUT' });
  expect(asked(server)).toEqual(['server/discover', 'initialize', 'notifications/initialized']);
});

verifies(
  'E-05',
  'a legacy call that was taken back before it was sent was never there: neither it nor its end is sent',
  async (context) => {
    let isFirst = true;
    const { client, server } = await httpClient(
      context,
      (received, response) => {
        if (received.message?.method !== 'tools/call' || !isFirst) return session(received, response);
        return void (isFirst = false);
      },
      { maxConnections: 1 },
    );
    await client.initialize();
    await client.listTools();
    const life = new AbortController();
    const one = errorOf(client.callTool('echo', {}, { signal: life.signal }));
    await vi.waitFor(() => expect(isFirst).toBe(false), 5_000);
    const stop = new AbortController();
    const two = errorOf(client.callTool('echo', {}, { signal: stop.signal }));
    await turn(); // it waits for the place of the first one now, and no more in the queue of the client
    stop.abort();
    expect(await two).toMatchObject({ code: 'MCP_ABORTED' });
    // The first one was sent: of that alone the end is told, and then its place is free.
    life.abort();
    expect(await one).toMatchObject({ code: 'MCP_ABORTED' });
    expect(await client.callTool('echo')).toMatchObject({ content: [{ text: 'echoed' }] });
    expect(asked(server).slice(-3)).toEqual(['tools/call', 'notifications/cancelled', 'tools/call']);
  },
);
