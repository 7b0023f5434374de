import { inspect } from 'node:util';
import { expect } from 'vitest';
import { answerBy, httpClient, legacyHttp, modernHttp } from '../support/http-client.ts';
import { json, type Answer } from '../support/http-server.ts';
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
