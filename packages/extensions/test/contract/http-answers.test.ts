import { expect, vi } from 'vitest';
import { statusFailure } from '../../src/http/http-failure.ts';
import { ReconnectDelay } from '../../src/http/reconnect-delay.ts';
import { answerBy, httpClient, legacyHttp, modernHttp, type HttpClientBench } from '../support/http-client.ts';
import { events, json, type Answer } from '../support/http-server.ts';
import { errorOf } from '../support/peer.ts';
import { verifies } from './verifies.ts';

type CallAnswer = (id: number, ...rest: Parameters<Answer>) => unknown;

/** A client that has begun with a server whose answer to a call is the test's. */
async function calling(
  context: Parameters<typeof httpClient>[0],
  answer: CallAnswer,
  options: Parameters<typeof httpClient>[2] = {},
): Promise<HttpClientBench> {
  const usual = answerBy(modernHttp);
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

verifies(
  'E-05',
  'an answer to another request is believed in no form: plain, spoiled, hidden, in an array',
  async (context) => {
    const second = { resultType: 'complete', content: [{ type: 'text', text: 'second' }] };
    const aboutAnother = (id: number): unknown[] => [
      { jsonrpc: '2.0', id, result: second },
      { jsonrpc: '2.0', id, result, error: { code: 1, message: 'both' } },
      { jsonrpc: '2.0', id: String(id), result },
      `log: ${JSON.stringify({ jsonrpc: '2.0', id, result })}`,
      [{ jsonrpc: '2.0', id, result }],
    ];
    let answerFirst: (() => void) | undefined;
    const { client, diagnostics } = await calling(context, (id, _received, response) => {
      if (answerFirst === undefined) {
        answerFirst = () => json(response, { jsonrpc: '2.0', id, result });
        return undefined;
      }
      const send = events(response);
      for (const message of aboutAnother(id - 1)) send(message);
      send({ jsonrpc: '2.0', id, result: second });
      return response.end();
    });
    const first = client.callTool('echo');
    await vi.waitFor(() => expect(answerFirst).toBeDefined(), 5_000);
    expect(await client.callTool('echo')).toMatchObject({ content: [{ text: 'second' }] });
    expect(client.pendingCount).toBe(1);
    expect(diagnostics.map(({ kind }) => kind)).toEqual(['malformed', 'malformed', 'malformed', 'noise', 'malformed']);
    answerFirst?.();
    expect(await first).toMatchObject({ content: [{ text: 'mine' }] });
  },
);

verifies(
  'E-05',
  'a stream that ends with the answers of others alone has not answered: nobody knows what became of it',
  async (context) => {
    const { client } = await calling(context, (id, _received, response) => {
      events(response)({ jsonrpc: '2.0', id: id + 1, result });
      return response.end();
    });
    expect(await errorOf(client.callTool('echo'))).toMatchObject({ code: 'MCP_CONNECTION_FAILED', outcome: 'unknown' });
  },
);

verifies('E-05', 'no answer is believed on the stream of what the server says unasked', async (context) => {
  let stream: ReturnType<typeof events> | undefined;
  const usual = answerBy(legacyHttp, 'session-1');
  const { client, diagnostics } = await httpClient(context, (received, response) => {
    if (received.method === 'GET') return (stream = events(response));
    if (received.message?.method !== 'tools/call') return usual(received, response);
    const { id } = received.message;
    stream?.({ jsonrpc: '2.0', id, result });
    stream?.({ jsonrpc: '2.0', id, result: 'spoiled' });
    return vi.waitFor(() => expect(diagnostics.length).toBe(2), 5_000).then(() => usual(received, response));
  });
  await client.initialize();
  expect(await client.callTool('echo')).toMatchObject({ content: [{ text: 'echoed' }] });
});

verifies('E-05', 'a second answer to a request counts as late, and changes nothing', async (context) => {
  const { client, diagnostics } = await calling(context, (id, _received, response) => {
    const send = events(response);
    send({ jsonrpc: '2.0', id, result });
    send({ jsonrpc: '2.0', id, error: { code: 1, message: 'no' } });
    response.end();
  });
  expect(await client.callTool('echo')).toMatchObject({ content: [{ text: 'mine' }] });
  await vi.waitFor(() => expect(diagnostics).toMatchObject([{ kind: 'unknown-answer' }]), 5_000);
  expect(client.stats().lateAnswers).toBe(1);
});

verifies(
  'E-05',
  'a server that takes a call back by a notification, and ends the stream, has not answered',
  async (context) => {
    const { client } = await calling(context, (id, _received, response) => {
      events(response)({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } });
      response.end();
    });
    expect(await errorOf(client.callTool('echo'))).toMatchObject({ code: 'MCP_CONNECTION_FAILED', outcome: 'unknown' });
  },
);

for (const [name, status, code] of [
  ['202', 202, 'MCP_PROTOCOL_ERROR'],
  ['204', 204, 'MCP_PROTOCOL_ERROR'],
  ['200 without a type', 200, 'MCP_PROTOCOL_ERROR'],
  ['304', 304, 'MCP_HTTP_ERROR'],
  ['400', 400, 'MCP_HTTP_ERROR'],
  ['503', 503, 'MCP_HTTP_ERROR'],
] as const) {
  verifies('E-05', `a call that is answered by ${name} alone fails at once`, async (context) => {
    const { client } = await calling(context, (_id, _received, response) => response.writeHead(status).end());
    expect(await errorOf(client.callTool('echo'))).toMatchObject({ code, outcome: 'unknown' });
    expect(client.state).toBe('ready');
  });
}

verifies(
  'E-05',
  'an answer without an end is left as soon as it is larger than one may be: a body, a line, an event of many',
  async (context) => {
    const kinds = [
      ['application/json', '{"jsonrpc":"', 'x'.repeat(65_536)],
      ['text/event-stream', 'data: {"jsonrpc":"', 'x'.repeat(65_536)],
      ['text/event-stream', '', 'data: x\n'.repeat(8_192)],
    ] as const;
    let call = 0;
    const cut: Promise<unknown>[] = [];
    const { client, server } = await calling(
      context,
      (_id, _received, response) => {
        const [type, begin, rest] = kinds[call] ?? ['text/plain', '', ''];
        response.writeHead(200, { 'Content-Type': type }).write(begin);
        cut.push(new Promise((resolve) => response.once('close', resolve)));
        const more = (): void => {
          while (!response.destroyed && response.write(rest));
          if (!response.destroyed) response.once('drain', more);
        };
        return more();
      },
      { limits: { maxLineBytes: 1024 * 1024 } },
    );
    for (; call < kinds.length; call += 1) {
      const error = await errorOf(client.callTool('echo'));
      expect(error).toMatchObject({ code: 'MCP_MESSAGE_TOO_LARGE', outcome: 'unknown' });
      expect(error.message).toContain('larger than 1048576 bytes');
    }
    await Promise.all(cut);
    expect(client.state).toBe('ready');
    expect(server.requests.length).toBe(5);
  },
);

verifies(
  'E-05',
  'answers that come at once have one limit together: one of them fails, and the others go on',
  async (context) => {
    const mebibyte = 1024 * 1024;
    const open: (() => void)[] = [];
    let isFound = false; // what is too much: the others need not wait any longer
    const { client } = await calling(
      context,
      (id, _received, response) => {
        const text = JSON.stringify({ jsonrpc: '2.0', id, result: { ...result, pad: 'x'.repeat(0.9 * mebibyte) } });
        response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': text.length });
        response.write(text.slice(0, -1));
        const end = (): void => void response.end(text.slice(-1));
        if (isFound) end();
        else open.push(end);
      },
      { limits: { maxLineBytes: mebibyte } },
    );
    const calls = Array.from({ length: 6 }, () =>
      client.callTool('echo').then(
        () => 'answered',
        ({ code }: { code: string }) => {
          isFound = true;
          for (const end of open.splice(0)) end();
          return code;
        },
      ),
    );
    const ends = await Promise.all(calls);
    expect(ends).toContain('MCP_MESSAGE_TOO_LARGE');
    expect(ends).toContain('answered');
    expect(new Set(ends).size).toBe(2);
  },
);

verifies('E-05', 'nothing packed is asked for, and what is packed all the same is not unpacked', async (context) => {
  const { client, server } = await calling(context, (_id, _received, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' });
    response.end('a gigabyte, packed');
  });
  const error = await errorOf(client.callTool('echo'));
  expect(error).toMatchObject({ code: 'MCP_PROTOCOL_ERROR' });
  expect(error.message).toMatch(/packed/);
  expect(new Set(server.requests.map(({ headers }) => headers['accept-encoding']))).toEqual(new Set(['identity']));
});

verifies(
  'E-05',
  'a server that never ends its streams holds no connection: soon after the answer we end them',
  async (context) => {
    const { client, server } = await calling(context, (id, _received, response) => {
      events(response)({ jsonrpc: '2.0', id, result });
    });
    await Promise.all(Array.from({ length: 20 }, () => client.callTool('echo')));
    await vi.waitFor(() => expect(server.sockets.size).toBeLessThan(3), 6_000);
    expect(client.state).toBe('ready');
  },
);

for (const [value, expected] of [
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
] as const) {
  verifies('E-05', `Retry-After: ${value} is ${expected} milliseconds`, () => {
    const url = new URL('https://mcp.example.com/mcp');
    const { failure } = statusFailure({ statusCode: 503, headers: { 'retry-after': value } }, '', { url, secrets: [] });
    expect(failure.retryAfterMs).toBe(expected);
  });
}

verifies('E-05', 'a server is never asked sooner than it wants, nor more often than ten times a second', () => {
  const delay = new ReconnectDelay();
  delay.asked(0);
  expect(delay.next()).toBe(100);
  delay.asked(30_000);
  expect([delay.next(), delay.next()]).toEqual([30_000, 30_000]);
  delay.asked(Number.POSITIVE_INFINITY);
  expect(delay.next()).toBe(2 ** 31 - 1);
});
