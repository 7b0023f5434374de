import type { ServerResponse } from 'node:http';
import { expect, vi } from 'vitest';
import { answerBy, httpClient, legacyHttp, modernHttp } from '../support/http-client.ts';
import { asked, events, type Answer, type ReceivedRequest } from '../support/http-server.ts';
import { initialized } from '../support/memory-client.ts';
import { errorOf } from '../support/peer.ts';
import { verifies } from './verifies.ts';

const session = answerBy(legacyHttp, 'session-1');

/** Ends the stream of each call at once, as a server does that lets its clients poll: the id of the call is where to go on. */
const polled: Answer = (received, response) => {
  const { message } = received;
  if (message?.method !== 'tools/call') return session(received, response);
  events(response);
  return response.end(primed(Number(message.id)));
};

/** An event that says nothing but from where to go on, and when. */
const primed = (call: number): string => `retry: 1\nid: ${call}\ndata:\n\n`;

/** Of the call whose stream is gone on with; undefined: it is none. */
const resumed = ({ method, headers }: ReceivedRequest): number | undefined =>
  method === 'GET' && headers['last-event-id'] !== undefined ? Number(headers['last-event-id']) : undefined;

const echoed = (id: number | undefined): unknown => ({
  jsonrpc: '2.0',
  id,
  result: { content: [{ type: 'text', text: 'echoed' }] },
});

verifies('E-05', 'GET answered by 404, as by a server that knows POST alone, ends nothing', async (context) => {
  const { client, server, diagnostics } = await httpClient(context, (received, response) =>
    received.method === 'GET' ? response.writeHead(404).end('Cannot GET /mcp') : session(received, response),
  );
  await client.initialize();
  expect(await client.callTool('echo')).toMatchObject({ content: [{ text: 'echoed' }] });
  expect(asked(server)).toContain('GET');
  expect(diagnostics).toMatchObject([
    { kind: 'not-negotiated', message: expect.stringContaining('HTTP 404') as string },
  ]);
});

for (const status of [408, 425, 429, 503]) {
  verifies('E-05', `a stream of what the server says unasked is asked for again after ${status}`, async (context) => {
    const { client, server } = await httpClient(context, (received, response) => {
      if (received.method !== 'GET') return session(received, response);
      const isFirst = asked(server).filter((method) => method === 'GET').length === 1;
      return isFirst ? response.writeHead(status).end() : events(response);
    });
    await client.initialize();
    await vi.waitFor(() => expect(asked(server).filter((method) => method === 'GET')).toHaveLength(2), 20_000);
  });
}

verifies(
  'E-05',
  'the server may ask before it knows that we are ready, while it answers initialize: a ping is answered',
  async (context) => {
    let opened: ServerResponse | undefined;
    const { client, server } = await httpClient(context, (received, response) => {
      const { message } = received;
      if (message?.method === 'initialize') {
        opened = response;
        const send = events(response, { 'Mcp-Session-Id': 'session-1' });
        return send({ jsonrpc: '2.0', id: 'before', method: 'ping' });
      }
      return session(received, response);
    });
    const begun = client.initialize();
    await vi.waitFor(() => expect(asked(server)).toContain('an answer'), 5_000);
    const answer = server.requests.find(({ message }) => message !== undefined && message.method === undefined);
    expect(answer?.message).toMatchObject({ id: 'before', result: {} });
    expect(answer?.headers['mcp-session-id']).toBe('session-1');
    opened?.end(`data: ${JSON.stringify({ jsonrpc: '2.0', id: 2, result: initialized })}\n\n`);
    expect(await begun).toMatchObject({ era: 'legacy' });
  },
);

verifies(
  'E-05',
  'what the server asks while a call is under way is answered, on the stream of the call and on its own',
  async (context) => {
    let unasked: ReturnType<typeof events> | undefined;
    let call: { readonly id: number; readonly response: ServerResponse } | undefined;
    const answers: unknown[] = [];
    const answer: Answer = (received, response) => {
      const { method, message } = received;
      if (method === 'GET') return (unasked = events(response));
      if (message?.method === 'tools/call') {
        call = { id: Number(message.id), response };
        events(response)({ jsonrpc: '2.0', id: 'on the call', method: 'ping' });
        return unasked?.({ jsonrpc: '2.0', id: 'unasked', method: 'roots/list' });
      }
      if (message !== undefined && message.method === undefined) {
        answers.push([message.id, message.error?.code]);
        if (answers.length === 2) {
          const result = { content: [{ type: 'text', text: 'after both' }] };
          call?.response.end(`data: ${JSON.stringify({ jsonrpc: '2.0', id: call.id, result })}\n\n`);
        }
      }
      return session(received, response);
    };
    const { client } = await httpClient(context, answer);
    await client.initialize();
    expect(await client.callTool('echo')).toMatchObject({ content: [{ text: 'after both' }] });
    expect(answers).toEqual(
      expect.arrayContaining([
        ['on the call', undefined],
        ['unasked', -32_601],
      ]),
    );
  },
);

verifies(
  'E-05',
  'a stream that breaks is gone on with after the last event, and the answer comes once',
  async (context) => {
    let call = 0;
    const { client, server } = await httpClient(context, (received, response) => {
      const { method, message, headers } = received;
      if (message?.method === 'tools/call') {
        call = Number(message.id);
        events(response);
        response.write('retry: 1\nid: first\ndata:\n\n');
        return response.end();
      }
      if (method !== 'GET' || headers['last-event-id'] === undefined) return session(received, response);
      const resumed = server.requests.filter((one) => one.headers['last-event-id'] !== undefined).length;
      if (resumed === 1) return response.writeHead(503).end();
      const send = events(response);
      send({ jsonrpc: '2.0', id: call, result: { content: [{ type: 'text', text: 'later' }] } }, 'second');
      return response.end();
    });
    await client.initialize();
    expect(await client.callTool('echo')).toMatchObject({ content: [{ text: 'later' }] });
    const from = server.requests.map(({ headers }) => headers['last-event-id']).filter((id) => id !== undefined);
    expect(from).toEqual(['first', 'first']);
  },
);

verifies(
  'E-05',
  'a stream that nobody can go on with is given up, long before the time of the call',
  async (context) => {
    const { client, server } = await httpClient(context, (received, response) => {
      const { method, message, headers } = received;
      if (message?.method === 'tools/call') {
        events(response)('', 'first');
        return response.end();
      }
      if (method === 'GET' && headers['last-event-id'] !== undefined) return response.writeHead(400).end();
      return session(received, response);
    });
    await client.initialize();
    await client.listTools();
    const error = await errorOf(client.callTool('echo', {}, { timeoutMs: 600_000 }));
    expect(error).toMatchObject({ code: 'MCP_HTTP_ERROR', httpStatus: 400, outcome: 'unknown' });
    expect(asked(server).filter((method) => method === 'tools/call').length).toBe(1);
  },
);

verifies(
  'E-05',
  'a wait of hours that the server wants is the time of the call, and close() ends it',
  async (context) => {
    const { client, server } = await httpClient(context, (received, response) => {
      if (received.message?.method !== 'tools/call') return session(received, response);
      events(response);
      return response.end('retry: 99999999999999999999\nid: first\ndata:\n\n');
    });
    await client.initialize();
    await client.listTools();
    const call = errorOf(client.callTool('echo'));
    await vi.waitFor(() => expect(asked(server).at(-1)).toBe('tools/call'), 5_000);
    expect(await client.close()).toEqual({ survivors: [] });
    expect(await call).toMatchObject({ code: 'CLIENT_CLOSED' });
  },
);

verifies(
  'E-05',
  'a stream of the modern era that breaks is not gone on with: the request is lost with it',
  async (context) => {
    const usual = answerBy(modernHttp);
    const { client, server } = await httpClient(context, (received, response) => {
      if (received.message?.method !== 'tools/call') return usual(received, response);
      events(response);
      return response.end('retry: 1\nid: first\ndata:\n\n');
    });
    await client.initialize();
    expect(await errorOf(client.callTool('echo'))).toMatchObject({ code: 'MCP_CONNECTION_FAILED', outcome: 'unknown' });
    expect(asked(server)).toEqual(['server/discover', 'tools/list', 'tools/call']);
  },
);

verifies(
  'E-05',
  'a stream that is gone on with is one of those that may be under way, and what the server asks on it still is answered',
  async (context) => {
    const open = new Map<number, ServerResponse>();
    let most = 0;
    const { client } = await httpClient(
      context,
      (received, response) => {
        const { message } = received;
        const call = resumed(received);
        if (call !== undefined) {
          open.set(call, response);
          most = Math.max(most, open.size);
          return events(response)({ jsonrpc: '2.0', id: call, method: 'ping' });
        }
        if (message !== undefined && message.method === undefined) {
          const id = Number(message.id);
          open.get(id)?.end(`data: ${JSON.stringify(echoed(id))}\n\n`);
          open.delete(id);
        }
        return polled(received, response);
      },
      { maxConnections: 2 },
    );
    await client.initialize();
    const results = await Promise.all(Array.from({ length: 30 }, () => client.callTool('echo')));
    expect(results.length).toBe(30);
    expect(most).toBeLessThanOrEqual(2);
  },
);

verifies('E-05', 'a server that lets its clients poll is asked as often as it wants, all the time', async (context) => {
  let polls = 0;
  const { client } = await httpClient(context, (received, response) => {
    const call = resumed(received);
    if (call === undefined) return polled(received, response);
    polls += 1;
    const send = events(response);
    if (polls === 7) send(echoed(call));
    return response.end(primed(call));
  });
  await client.initialize();
  // Waits that double would take a minute.
  expect(await client.callTool('echo', {}, { timeoutMs: 20_000 })).toMatchObject({ content: [{ text: 'echoed' }] });
});

verifies('E-05', 'and so is one that lets poll for what it says unasked', async (context) => {
  const from: unknown[] = [];
  const { client } = await httpClient(context, (received, response) => {
    if (received.method !== 'GET') return session(received, response);
    from.push(received.headers['last-event-id']);
    events(response);
    return response.end(primed(from.length));
  });
  await client.initialize();
  await vi.waitFor(() => expect(from.slice(0, 7)).toEqual([undefined, '1', '2', '3', '4', '5', '6']), 20_000);
});
