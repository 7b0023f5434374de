import { inspect } from 'node:util';
import { expect, test, vi } from 'vitest';
import { statusFailure } from '../../src/http/http-failure.ts';
import { answerBy, httpClient, legacyHttp, modernHttp, type HttpClientBench } from '../support/http-client.ts';
import { events, json, type Answer } from '../support/http-server.ts';
import { errorOf } from '../support/peer.ts';

type CallAnswer = (id: number, ...rest: Parameters<Answer>) => unknown;

/** A client that has begun with a server whose answer to a call is the test's. */
async function calling(
  context: Parameters<typeof httpClient>[0],
  answer: CallAnswer,
  script = modernHttp,
  options: Parameters<typeof httpClient>[2] = {},
): Promise<HttpClientBench> {
  const usual = answerBy(script, script === legacyHttp ? 'session-1' : undefined);
  const bench = await httpClient(
    context,
    (received, response) => {
      if (received.message?.method !== 'tools/call') return usual(received, response);
      return answer(Number(received.message.id), received, response);
    },
    options,
  );
  await bench.client.initialize();
  await bench.client.listTools();
  return bench;
}

const result = { resultType: 'complete', content: [{ type: 'text', text: 'mine' }] };

test('an answer to another request is believed in no form: spoiled, hidden, in an array', async (context) => {
  const other = (id: number): unknown[] => [
    { jsonrpc: '2.0', id: id - 1, result, error: { code: 1, message: 'both' } },
    { jsonrpc: '2.0', id: String(id - 1), result },
    `log: ${JSON.stringify({ jsonrpc: '2.0', id: id - 1, result })}`,
    [{ jsonrpc: '2.0', id: id - 1, result }],
  ];
  const waiting: ((text: string) => void)[] = [];
  const { client, diagnostics } = await calling(context, (id, _received, response) => {
    if (waiting.length === 0) {
      return waiting.push(() => json(response, { jsonrpc: '2.0', id, result }));
    }
    const send = events(response);
    for (const message of other(id)) send(message);
    send({ jsonrpc: '2.0', id, result: { resultType: 'complete', content: [{ type: 'text', text: 'second' }] } });
    return response.end();
  });
  const first = client.callTool('echo');
  await vi.waitFor(() => expect(waiting.length).toBe(1));
  expect(await client.callTool('echo')).toMatchObject({ content: [{ text: 'second' }] });
  expect(client.pendingCount).toBe(1);
  expect(diagnostics.map(({ kind }) => kind)).toEqual(['malformed', 'malformed', 'noise', 'malformed']);
  waiting[0]?.('');
  expect(await first).toMatchObject({ content: [{ text: 'mine' }] });
});

test('no answer is believed on the stream of what the server says unasked', async (context) => {
  let stream: ReturnType<typeof events> | undefined;
  const usual = answerBy(legacyHttp, 'session-1');
  const { client, diagnostics } = await httpClient(context, (received, response) => {
    if (received.method === 'GET') return (stream = events(response));
    if (received.message?.method !== 'tools/call') return usual(received, response);
    const { id } = received.message;
    stream?.({ jsonrpc: '2.0', id, result });
    stream?.({ jsonrpc: '2.0', id, result: 'spoiled' });
    return vi.waitFor(() => expect(diagnostics.length).toBe(2)).then(() => usual(received, response));
  });
  await client.initialize();
  expect(await client.callTool('echo')).toMatchObject({ content: [{ text: 'echoed' }] });
});

test('a second answer to a request counts as late, and changes nothing', async (context) => {
  const { client, diagnostics } = await calling(context, (id, _received, response) => {
    const send = events(response);
    send({ jsonrpc: '2.0', id, result });
    send({ jsonrpc: '2.0', id, error: { code: 1, message: 'no' } });
    response.end();
  });
  expect(await client.callTool('echo')).toMatchObject({ content: [{ text: 'mine' }] });
  await vi.waitFor(() => expect(diagnostics).toMatchObject([{ kind: 'unknown-answer' }]));
  expect(client.stats().lateAnswers).toBe(1);
});

test('a server that takes a call back by a notification and ends the stream has not answered', async (context) => {
  const { client } = await calling(context, (id, _received, response) => {
    events(response)({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } });
    response.end();
  });
  expect(await errorOf(client.callTool('echo'))).toMatchObject({ code: 'MCP_CONNECTION_FAILED', outcome: 'unknown' });
});

test('a server that never ends its streams holds no connection: a second after the answer we end them', async (context) => {
  const { client, server } = await calling(context, (id, _received, response) => {
    events(response)({ jsonrpc: '2.0', id, result });
  });
  await Promise.all(Array.from({ length: 20 }, () => client.callTool('echo')));
  await vi.waitFor(() => expect(server.sockets.size).toBeLessThan(3), 10_000);
  expect(client.state).toBe('ready');
});

test.for([
  ['202', 202, 'MCP_PROTOCOL_ERROR'],
  ['204', 204, 'MCP_PROTOCOL_ERROR'],
  ['200 without a type', 200, 'MCP_PROTOCOL_ERROR'],
  ['304', 304, 'MCP_HTTP_ERROR'],
  ['400', 400, 'MCP_HTTP_ERROR'],
  ['503', 503, 'MCP_HTTP_ERROR'],
] as const)('a call that is answered by %s alone fails at once', async ([, status, code], context) => {
  const { client } = await calling(context, (_id, _received, response) => response.writeHead(status).end());
  expect(await errorOf(client.callTool('echo'))).toMatchObject({ code });
  expect(client.state).toBe('ready');
});

test.each([
  ['0', 0],
  ['120', 120_000],
  ['99999999999999999999', 2 ** 31 - 1],
  ['Fri, 31 Dec 9999 23:59:59 GMT', 2 ** 31 - 1],
  ['Wed, 21 Oct 2015 07:28:00 GMT', 0],
  ['Wednesday, 21-Oct-15 07:28:00 GMT', 0],
  ['Wed Oct 21 07:28:00 2015', 0],
  ['-5', undefined],
  ['1.5', undefined],
  ['soon', undefined],
])('Retry-After %s is %s milliseconds', (value, expected) => {
  const { failure } = statusFailure({ status: 503, headers: { 'retry-after': value } }, '', []);
  expect(failure.retryAfterMs).toBe(expected);
});

test('what the server says back of our secrets is in no error and no diagnostic', async (context) => {
  const token = 'top-secret-token-1';
  const shown: string[] = [];
  const said: CallAnswer[] = [
    (_id, { headers }, response) => response.writeHead(500).end(`<b>${headers['x-key'] as string}</b>`),
    (_id, { headers }, response) =>
      response.writeHead(500).end(`${'.'.repeat(150)}${String(headers.authorization).slice(7)}`),
    (id, { headers }, response) =>
      json(response, { jsonrpc: '2.0', id, error: { code: 1, message: `no ${String(headers.authorization)}` } }),
    (_id, { headers }, response) =>
      response.writeHead(200, { 'Content-Type': `x/${headers['x-key'] as string}` }).end(),
    (_id, { headers }, response) => response.writeHead(302, { Location: `/${headers['x-key'] as string}` }).end(),
    (_id, { headers }, response) =>
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': headers['x-key'] }).end('{}'),
    (_id, { headers }, response) => response.socket?.end(`HTTP/1.1 ${headers['x-key'] as string}\r\n\r\n`),
    (id, { headers }, response) =>
      json(response, {
        jsonrpc: '2.0',
        id,
        error: { code: 1, message: `session ${headers['mcp-session-id'] as string}` },
      }),
  ];
  const usual = answerBy(legacyHttp, 'session-0123456789');
  const { client, diagnostics } = await httpClient(
    context,
    (received, response) =>
      received.message?.method === 'tools/call'
        ? said.shift()?.(Number(received.message.id), received, response)
        : usual(received, response),
    { headers: { 'X-Key': token }, authorization: { header: () => 'Bearer other-secret-2' } },
  );
  await client.initialize();
  await client.listTools();
  while (said.length > 0) {
    const error = await errorOf(client.callTool('echo'));
    shown.push(inspect(error, { depth: 8 }));
  }
  shown.push(JSON.stringify(diagnostics));
  expect(shown.length).toBe(9);
  for (const text of shown) expect(text).not.toMatch(/top-secret|other-secret|session-0123456789/);
});

test('an authorization whose value no header can hold is an error that does not show it', async (context) => {
  const { client, server } = await httpClient(context, answerBy(modernHttp), {
    authorization: { header: () => 'Bearer secret-1\r\nX-Other: 1' },
  });
  const error = await errorOf(client.initialize());
  expect(error).toMatchObject({ code: 'MCP_UNAUTHORIZED', outcome: 'not-sent' });
  expect(error.message).not.toContain('secret-1');
  expect(server.requests).toEqual([]);
});

test('connections are used again, also after notifications and streams', async (context) => {
  const usual = answerBy(legacyHttp, 'session-1');
  let connections = 0;
  const { client, server } = await httpClient(context, (received, response) => {
    if (response.socket !== null && response.socket.listenerCount('counted') === 0) {
      connections += 1;
      response.socket.on('counted', () => {});
    }
    return usual(received, response);
  });
  await client.initialize();
  for (let call = 0; call < 10; call += 1) await client.callTool('echo');
  expect(server.requests.length).toBeGreaterThan(14);
  expect(connections).toBeLessThanOrEqual(3);
});
