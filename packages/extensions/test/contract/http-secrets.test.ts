import { inspect } from 'node:util';
import { expect } from 'vitest';
import { answerBy, httpClient, legacyHttp, modernHttp } from '../support/http-client.ts';
import { json, type Answer } from '../support/http-server.ts';
import { initialized } from '../support/memory-client.ts';
import { errorOf } from '../support/peer.ts';
import { verifies } from './verifies.ts';

type CallAnswer = (id: number, ...rest: Parameters<Answer>) => unknown;

verifies('E-05', 'what the server says back of our secrets is in no error and no diagnostic', async (context) => {
  const shown: string[] = [];
  const key = ({ headers }: Parameters<Answer>[0]): string => String(headers['x-key']);
  const token = ({ headers }: Parameters<Answer>[0]): string => String(headers.authorization);
  const said: CallAnswer[] = [
    (_id, received, response) => response.writeHead(500).end(`<b>${key(received)}</b>`),
    (_id, received, response) => response.writeHead(500).end(`${'.'.repeat(150)}${token(received).slice(7)}`),
    (id, received, response) =>
      json(response, { jsonrpc: '2.0', id, error: { code: 1, message: `no ${token(received)}` } }),
    (_id, received, response) => response.writeHead(200, { 'Content-Type': `x/${key(received)}` }).end(),
    (_id, received, response) => response.writeHead(302, { Location: `/${key(received)}` }).end(),
    (_id, received, response) =>
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': key(received) }).end('{}'),
    (_id, received, response) => response.socket?.end(`HTTP/1.1 ${key(received)}\r\n\r\n`),
    (id, { headers }, response) =>
      json(response, { jsonrpc: '2.0', id, error: { code: 1, message: `of ${String(headers['mcp-session-id'])}` } }),
  ];
  const usual = answerBy(legacyHttp, 'session-0123456789');
  const { client, diagnostics } = await httpClient(
    context,
    (received, response) =>
      received.message?.method === 'tools/call'
        ? said.shift()?.(Number(received.message.id), received, response)
        : usual(received, response),
    { headers: { 'X-Key': 'top-secret-token-1' }, authorization: { header: () => 'Bearer other-secret-2' } },
  );
  await client.initialize();
  await client.listTools();
  while (said.length > 0) shown.push(inspect(await errorOf(client.callTool('echo')), { depth: 8 }));
  shown.push(JSON.stringify(diagnostics));
  expect(shown.length).toBe(9);
  for (const text of shown) expect(text).not.toMatch(/top-secret|other-secret|session-0123456789/);
});

/** Ways in which a server says something back beside a plain error: in what it sends instead of an answer, or around one. */
const otherSayings: Readonly<Record<string, (id: number, secret: string) => string>> = {
  'a line that is no protocol': (_id, secret) => `Authorization was ${secret}, was it not?`,
  'a secret where a sample ends': (_id, secret) => `${'.'.repeat(150)}${secret}`,
  'a message that is none': (_id, secret) => JSON.stringify({ jsonrpc: '1.0', said: secret }),
  'an answer that is spoiled': (id, secret) => JSON.stringify({ jsonrpc: '2.0', id, result: secret }),
  'an error that is none': (id, secret) =>
    JSON.stringify({ jsonrpc: '2.0', id, error: { code: 'x', message: secret } }),
  'an error in an array': (id, secret) =>
    JSON.stringify([{ jsonrpc: '2.0', id, error: { code: 1, message: `no ${secret}`, data: [secret] } }]),
  'data of an error': (id, secret) => errorWith(id, { said: [{ deep: { deeper: secret } }], [secret]: 1, why: secret }),
  'data that is a string': (id, secret) => errorWith(id, `no ${secret}`),
  'data that is deep': (id, secret) => {
    let data: unknown = secret;
    for (let depth = 0; depth < 60; depth += 1) data = depth % 2 === 0 ? { data } : [data];
    return errorWith(id, data);
  },
  'data that is too deep': (id, secret) =>
    errorWith(id, '?').replace('"?"', `${'['.repeat(50_000)}"${secret}"${']'.repeat(50_000)}`),
  'data that is too much': (id, secret) => errorWith(id, [secret, ...Array.from({ length: 40_000 }, () => 1), secret]),
  'the name of a request': (_id, secret) => JSON.stringify({ jsonrpc: '2.0', id: 1, method: `x/${secret}` }),
  'the name of a notification in an array': (_id, secret) =>
    JSON.stringify([{ jsonrpc: '2.0', method: `x/${secret}` }]),
};

function errorWith(id: number, data: unknown): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code: 1, message: 'no', data } });
}

for (const [what, saying] of Object.entries(otherSayings)) {
  for (const revision of ['2025-03-26', '2026-07-28']) {
    for (const type of ['text/event-stream', 'application/json']) {
      verifies('E-05', `a secret is told nowhere: ${what}, ${type}, ${revision}`, async (context) => {
        const isModern = revision === '2026-07-28';
        const older = { ...legacyHttp, initialize: () => ({ ...initialized, protocolVersion: revision }) };
        const usual = answerBy(isModern ? modernHttp : older);
        const { client, diagnostics } = await httpClient(
          context,
          (received, response) => {
            if (received.message?.method !== 'tools/call') return usual(received, response);
            const secret = String(received.headers.authorization);
            const text = saying(Number(received.message.id), secret);
            response.writeHead(200, { 'Content-Type': type });
            return response.end(type === 'application/json' ? text : `data: ${text}\n\n`);
          },
          { headers: { Authorization: 'Bearer tok-SECRET-0123456789' } },
        );
        await client.initialize();
        await client.listTools();
        const error = await errorOf(client.callTool('echo'));
        const told = inspect([error, diagnostics], { depth: 200, maxStringLength: null });
        expect(told).not.toContain('tok-SECRET');
        expect(told).not.toContain('Bearer t');
      });
    }
  }
}

verifies('E-05', 'data of an error is told as it is where no secret is in it', async (context) => {
  const data = { a: [1, true, null, 'word', { 'x y': '' }], ['__proto__']: { b: 2 } };
  const usual = answerBy(modernHttp);
  const { client } = await httpClient(
    context,
    (received, response) =>
      received.message?.method === 'tools/call'
        ? response
            .writeHead(200, { 'Content-Type': 'application/json' })
            .end(errorWith(Number(received.message.id), data))
        : usual(received, response),
    { headers: { Authorization: 'Bearer tok-SECRET-0123456789' } },
  );
  await client.initialize();
  await client.listTools();
  const error = await errorOf(client.callTool('echo'));
  expect(JSON.stringify('data' in error ? error.data : undefined)).toBe(JSON.stringify(data));
});

verifies(
  'E-05',
  'what whoever has the right to speak says of its failure is told without what it gave before',
  async (context) => {
    let isOver = false;
    const { client } = await httpClient(context, answerBy(modernHttp), {
      authorization: {
        header: () => {
          if (isOver) throw new Error('other-secret-2 is worth nothing any more');
          return 'Bearer other-secret-2';
        },
      },
    });
    await client.initialize();
    await client.listTools();
    isOver = true;
    const { code, message } = await errorOf(client.callTool('echo'));
    expect([code, message]).toEqual([
      'MCP_UNAUTHORIZED',
      'the authorization failed: [redacted] is worth nothing any more',
    ]);
  },
);
