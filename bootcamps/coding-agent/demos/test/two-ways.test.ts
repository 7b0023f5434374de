import { McpClient } from '@coding-agent/extensions';
import { descendantsOf } from '@coding-agent/fixture-servers/testing';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { calculate, takeBack } from '../two-ways/client/calculate.ts';
import { connect } from '../two-ways/client/over-http.ts';
import { clientFiles, differingLines } from '../two-ways/differing-line.ts';
import { readRecord } from '../two-ways/record.ts';
import { expectGone } from './support/fixture.ts';
import {
  callMessage,
  exchangeRaw,
  httpServer,
  listMessage,
  meta,
  startHttpServer,
  type HttpServer,
} from './support/raw-http.ts';
import { talkTo, servers } from './support/raw-server.ts';
import { startDemo } from './support/run-demo.ts';

describe('E-05: one client, two ways', () => {
  test('its two files differ in one line: the way', () => {
    expect(differingLines()).toEqual([
      [expect.stringMatching(/^ {2}const way = \{ executable: /), expect.stringMatching(/^ {2}const way = \{ url: /)],
    ]);
  });

  test('the client knows the package by its name, and its work knows no way', () => {
    for (const name of clientFiles) {
      const text = readFileSync(new URL(`../two-ways/client/${name}`, import.meta.url), 'utf8');
      expect(text).toMatch(/^import \{ McpClient \} from '@coding-agent\/extensions';$/m);
    }
    const work = readFileSync(new URL('../two-ways/client/calculate.ts', import.meta.url), 'utf8');
    expect(work).not.toMatch(/stdio|http|url|executable/i);
  });

  test('the production client finds nothing to complain of at the server over HTTP', async () => {
    const { url, key } = await httpServer();
    const complaints: unknown[] = [];
    const client = new McpClient({
      url,
      headers: { Authorization: `Bearer ${key}` },
      onDiagnostic: (one) => complaints.push(one),
    });
    onTestFinished(() => void client.close());
    expect(await client.initialize()).toMatchObject({ era: 'modern' });
    expect(await calculate(client)).toEqual({
      sum: '13',
      progress: ['6 + 7'],
      quotient: { text: 'division by zero', isError: true },
    });
    expect(await takeBack(client)).toMatchObject({ code: 'MCP_ABORTED' });
    await client.close();
    expect(complaints).toEqual([]);
  });

  test('a wrong key is an error of its own', async () => {
    const { url } = await httpServer();
    const client = connect({ args: [], url, key: 'another' });
    onTestFinished(() => void client.close());
    await expect(client.initialize()).rejects.toMatchObject({ code: 'MCP_UNAUTHORIZED', httpStatus: 401 });
  });
});

describe('E-05: what the server over HTTP lets in', () => {
  // One for all: it survives whatever is said to it.
  let server: HttpServer;
  beforeAll(async () => {
    server = await startHttpServer();
  });
  afterAll(() => void server.child.kill('SIGKILL'));

  test.each([
    ['another name in Host (DNS rebinding)', { headers: { Host: 'rebound.example:80' } }, 403],
    ['another port in Host', { headers: { Host: '127.0.0.1:1' } }, 403],
    ['a page of another origin', { headers: { Origin: 'https://example.com' } }, 403],
    ['a page without an origin', { headers: { Origin: 'null' } }, 403],
    ['another path', { path: '/' }, 404],
    ['GET', { method: 'GET' }, 405],
    ['DELETE', { method: 'DELETE' }, 405],
    ['who brings no key', { headers: { Authorization: '' } }, 401],
    ['a wrong key', { headers: { Authorization: 'Bearer wrong' } }, 401],
    ['a body that says it is a form', { headers: { 'Content-Type': 'text/plain' } }, 415],
    ['who takes no stream', { headers: { Accept: 'application/json' } }, 406],
    ['a body that is too large', { body: JSON.stringify({ ...listMessage, pad: 'x'.repeat(70_000) }) }, 413],
    ['what is no JSON', { body: '{"jsonrpc":' }, 400, -32700],
    ['a batch', { body: JSON.stringify([listMessage]) }, 400, -32600],
    ['another version in the header', { headers: { 'MCP-Protocol-Version': '2025-11-25' } }, 400, -32020],
    ['another method in the header', { headers: { 'Mcp-Method': 'tools/call' } }, 400, -32020],
    ['a header without the method', { headers: { 'Mcp-Method': undefined } }, 400, -32020],
    ['an unknown method', { message: { ...listMessage, method: 'no/such' } }, 404, -32601],
    ['an old handshake', { message: { ...listMessage, method: 'initialize' } }, 400, -32022],
    ['a message without metadata', { message: { ...listMessage, params: {} } }, 400, -32602],
  ] as const)('refuses %s', async (_, request, status, code = -32600) => {
    const answer = await exchangeRaw(server, request);
    expect(answer).toMatchObject({ status, body: { jsonrpc: '2.0', error: { code, message: expect.any(String) } } });
    if (status === 405) expect(answer.headers).toMatchObject({ allow: 'POST' });
    if (status === 401) expect(answer.headers).toMatchObject({ 'www-authenticate': 'Bearer' });
  });

  test.each([
    ['localhost', (port: string) => ({ Host: `localhost:${port}`, Origin: `http://localhost:${port}` })],
    [
      'parameters of types',
      () => ({ 'Content-Type': 'application/json; charset=utf-8', Accept: 'Text/Event-Stream;q=1, application/json' }),
    ],
  ])('takes %s', async (_, headers) => {
    expect(await exchangeRaw(server, { headers: headers(new URL(server.url).port) })).toMatchObject({ status: 200 });
  });

  test('a name that no header can hold comes as base64', async () => {
    const message = { ...callMessage({}), params: { name: 'rechner für zwei', arguments: {}, _meta: meta } };
    const encoded = `=?base64?${Buffer.from('rechner für zwei').toString('base64')}?=`;
    expect(await exchangeRaw(server, { message, headers: { 'Mcp-Name': encoded } })).toMatchObject({
      status: 400,
      body: { error: { code: -32602, message: 'unknown tool "rechner für zwei"' } },
    });
  });

  test('answers by one message, and by a stream of events when progress is asked for', async () => {
    const one = await exchangeRaw(server, { message: callMessage({}) });
    expect(one).toMatchObject({ status: 200, headers: { 'content-type': 'application/json' }, body: { id: 1 } });
    const more = await exchangeRaw(server, { message: callMessage({ progressToken: 'mine' }) });
    expect(more).toMatchObject({ status: 200, headers: { 'content-type': 'text/event-stream' } });
    expect(more.text.split('\n\n').map((event) => event.replace(/^event: message\ndata: /, ''))).toEqual([
      expect.stringContaining('"notifications/progress"'),
      expect.stringContaining('"text":"13"'),
      '',
    ]);
  });

  test('a notification is taken, and answered by nobody', async () => {
    const message = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
    expect(await exchangeRaw(server, { message })).toMatchObject({ status: 202, text: '' });
  });

  test('survives who goes in the middle of a body, or of an answer', async () => {
    const { port } = new URL(server.url);
    for (const { body, length } of [
      { body: JSON.stringify(listMessage).slice(0, 20), length: 1000 },
      { body: JSON.stringify(callMessage({ progressToken: 1 })), length: undefined },
    ]) {
      const text = [
        'POST /mcp HTTP/1.1',
        `Host: 127.0.0.1:${port}`,
        `Authorization: Bearer ${server.key}`,
        'Content-Type: application/json',
        'Accept: application/json, text/event-stream',
        'MCP-Protocol-Version: 2026-07-28',
        'Mcp-Method: tools/call',
        'Mcp-Name: calculator',
        `Content-Length: ${length ?? Buffer.byteLength(body)}`,
        '',
        body,
      ].join('\r\n');
      const socket = createConnection(Number(port), '127.0.0.1').on('error', () => {});
      await new Promise((resolve) => socket.write(text, resolve));
      socket.resetAndDestroy();
      await once(socket, 'close');
    }
    expect(await exchangeRaw(server, {})).toMatchObject({ status: 200 });
  });

  test('writes down what it hears, and not the key', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'two-ways-')), 'record');
    onTestFinished(() => rmSync(dirname(file), { recursive: true }));
    await exchangeRaw(await httpServer(['--record', file]), {});
    const [first] = readRecord(file);
    expect(first).toMatchObject({ kind: 'request', headers: { authorization: 'Bearer …' } });
    expect(readFileSync(file, 'utf8')).not.toContain(server.key);
  });

  test('ends with its stdin, though a call is under way; and without a key it does not begin', async () => {
    const ending = await httpServer();
    const waiting = exchangeRaw(ending, { message: { ...callMessage({}), params: { name: 'wait', _meta: meta } } });
    const lost = waiting.catch((error: unknown) => error);
    ending.child.stdin?.end();
    expect(await once(ending.child, 'close')).toEqual([0, null]);
    expect(await lost).toMatchObject({ code: 'ECONNRESET' });
    for (const script of ['http', 'stdio']) {
      const [stdio = ''] = servers.ways.args;
      const args = [stdio.replace('stdio.mjs', `${script}.mjs`)];
      const { exitCode, err } = await talkTo({ ...servers.ways, args, env: { CALCULATOR_KEY: '' } }, []);
      expect({ exitCode, err }).toEqual({ exitCode: 1, err: 'calculator: CALCULATOR_KEY is not set\n' });
    }
  });
});

describe('E-05: nothing is left of the demo', () => {
  const isServer = ({ command }: { readonly command: string }): boolean => command.includes('two-ways/server/http.mjs');

  test.each(['SIGINT', 'SIGKILL'] as const)('%s while the server over HTTP runs ends it', async (signal) => {
    const { child, end } = startDemo(['two-ways']);
    const found = await vi.waitUntil(() => descendantsOf(child.pid ?? 0).find(isServer), {
      timeout: 40_000,
      interval: 5,
    });
    child.kill(signal);
    const { exitCode } = await end;
    expect(exitCode).toBe(signal === 'SIGINT' ? 130 : null);
    await expectGone([found.pid]);
  });
});
