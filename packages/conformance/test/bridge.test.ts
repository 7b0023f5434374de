import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { Bridge } from '../src/bridge/bridge.ts';
import { eventsOf, linesOf } from '../src/bridge/lines.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

const modern = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };

async function startBridge(listener: (...exchange: Parameters<RequestListener>) => unknown): Promise<{
  bridge: Bridge;
  written: string[];
  failed: string[];
}> {
  const server = createServer((...exchange) => void listener(...exchange));
  servers.push(server);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const [written, failed]: [string[], string[]] = [[], []];
  const bridge = new Bridge({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    write: (message) => void written.push(message),
    complain: () => {},
    fail: (what) => void failed.push(what),
  });
  return { bridge, written, failed };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += String(chunk);
  return text;
}

async function* bytes(text: string): AsyncGenerator<Uint8Array> {
  for (const byte of Buffer.from(text)) yield Uint8Array.of(byte);
}

async function all(texts: AsyncIterable<string>): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const text of texts) found.push(text);
  return found;
}

it('carries bodies as they are, with the headers of the era', async () => {
  const seen: { body: string; method: unknown; name: unknown; revision: unknown }[] = [];
  const { bridge, written } = await startBridge(async (request, response) => {
    const { 'mcp-method': method, 'mcp-name': name, 'mcp-protocol-version': revision } = request.headers;
    seen.push({ body: await bodyOf(request), method, name, revision });
    response.setHeader('content-type', 'application/json').end('{"jsonrpc": "2.0",\n "id": 1, "result": {"n": 1.0}}');
  });
  const line = `{"id": 1,"method":"tools/call","params":{"name":"t","_meta":${JSON.stringify(modern)},"n":1e400}}`;
  bridge.send(line);
  await vi.waitFor(() => expect(written).toEqual(['{"jsonrpc": "2.0",  "id": 1, "result": {"n": 1.0}}']));
  expect(seen).toEqual([{ body: line, method: 'tools/call', name: 't', revision: '2026-07-28' }]);
});

it('keeps session and revision of a legacy server, and opens its stream before anything else is sent', async () => {
  const seen: string[] = [];
  const { bridge, written } = await startBridge(async (request, response) => {
    const { 'mcp-session-id': session = '-', 'mcp-protocol-version': revision = '-' } = request.headers;
    const body = await bodyOf(request);
    const { method = 'GET' } = (body === '' ? {} : JSON.parse(body)) as { method?: string };
    seen.push(`${method} ${String(session)} ${String(revision)}`);
    response.setHeader('mcp-session-id', 's1');
    if (method === 'notifications/initialized') response.writeHead(202).end();
    else if (method === 'GET') {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: {"method":"ping","id":7}\n\n');
    } else {
      response.setHeader('content-type', 'text/event-stream');
      response.end('event: message\r\ndata: {"id":1,"result":{"protocolVersion":"2025-11-25"}}\r\n\r\n');
    }
  });
  bridge.send('{"id":1,"method":"initialize"}');
  await vi.waitFor(() => expect(written).toHaveLength(1));
  bridge.send('{"method":"notifications/initialized"}');
  bridge.send('{"id":2,"method":"tools/list"}');
  await vi.waitFor(() => expect(written).toHaveLength(3));
  expect(seen).toEqual([
    'initialize - -',
    'notifications/initialized s1 2025-11-25',
    'GET s1 2025-11-25',
    'tools/list s1 2025-11-25',
  ]);
  await bridge.close();
});

it('delivers an error that came with a status, and fails where a request has no answer', async () => {
  const { bridge, written, failed } = await startBridge(async (request, response) => {
    const { id } = JSON.parse(await bodyOf(request)) as { id: number };
    if (id === 1) response.writeHead(400, { 'content-type': 'application/json' }).end('{"id":1,"error":{}}');
    else response.writeHead(502, { 'content-type': 'text/html' }).end('<p>no</p>');
  });
  bridge.send('{"id":1,"method":"tools/list"}');
  bridge.send('{"id":2,"method":"tools/list"}');
  await vi.waitFor(() => expect([written, failed].map(({ length }) => length)).toEqual([1, 1]));
  expect(written).toEqual(['{"id":1,"error":{}}']);
  expect(failed).toEqual(['tools/list: status 502 without a message']);
});

it('closes the response of a cancelled request of the modern era, and sends no message', async () => {
  let posts = 0;
  let isClosed = false;
  const { bridge, failed } = await startBridge((request, response) => {
    posts += 1;
    request.resume();
    response
      .on('close', () => (isClosed = true))
      .writeHead(200, { 'content-type': 'text/event-stream' })
      .flushHeaders();
  });
  bridge.send(`{"id":1,"method":"tools/call","params":{"_meta":${JSON.stringify(modern)}}}`);
  await vi.waitFor(() => expect(posts).toBe(1));
  bridge.send('{"method":"notifications/cancelled","params":{"requestId":1}}');
  await vi.waitFor(() => expect(isClosed).toBe(true));
  await bridge.close();
  expect([posts, failed]).toEqual([1, []]);
});

it('splits lines and events anywhere, and at line breaks only', async () => {
  expect(await all(linesOf(bytes('ä\u2028b\r\n\nlast')))).toEqual(['ä\u2028b', '', 'last']);
  const stream = ': hello\nid: 1\ndata:\n\ndata: {"a":\ndata: 1}\n\nevent: x\n\ndata: without an end';
  expect(await all(eventsOf(bytes(stream)))).toEqual(['', '{"a":\n1}']);
});
