/**
 * A server over HTTP with faults: each call names the one that it meets. Its argument is `modern` or `legacy`. It prints its
 * port, then a number for each line on its stdin: for the name of a fault, how many calls met it; for `connections`, how many
 * are open, as soon as there are none or after two seconds. It ends with its stdin.
 */
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';

const [, , era = 'modern'] = process.argv;
const sockets = new Set();
/** Requests that are not read. Who does not read does not see that a connection was closed, either. */
const unread = [];
const met = new Map();
/** At DELETE it says nothing. */
let isSilentAtTheEnd = false;

const tools = [{ name: 'echo', inputSchema: { type: 'object' } }];
const results =
  era === 'modern'
    ? {
        'server/discover': {
          resultType: 'complete',
          supportedVersions: ['2026-07-28'],
          capabilities: { tools: {} },
          ttlMs: 0,
          cacheScope: 'private',
        },
        'tools/list': { resultType: 'complete', tools, ttlMs: 0, cacheScope: 'private' },
      }
    : {
        initialize: {
          protocolVersion: '2025-11-25',
          capabilities: { tools: {} },
          serverInfo: { name: 'faulty', version: '1.0.0' },
        },
        'tools/list': { tools },
        ping: {},
      };

/** Writes without an end, as fast as it is read. */
function pour(response, text) {
  while (!response.destroyed && response.write(text));
  if (!response.destroyed) response.once('drain', () => pour(response, text));
}

function json(response, value, headers = {}) {
  response.writeHead(200, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(value));
}

const stream = { 'Content-Type': 'text/event-stream' };
const body = { 'Content-Type': 'application/json' };
const padding = 'x'.repeat(65_536);
const chunked = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n';

/** What becomes of a call. `answer`: the right one. */
const faults = {
  'reset-before-head': ({ socket }) => socket.resetAndDestroy(),
  'reset-in-body': ({ response, socket }) => {
    response.writeHead(200, { ...body, 'Content-Length': 1_000 });
    response.write('{"jsonrpc":', () => socket.resetAndDestroy());
  },
  'reset-in-event': ({ response, socket }) => {
    response.writeHead(200, stream);
    response.write('data: {"jsonrpc":', () => socket.resetAndDestroy());
  },
  'half-an-event': ({ response }) => response.writeHead(200, stream).write('data: {"jsonrpc":'),
  'half-a-head': ({ socket }) => socket.write('HTTP/1.1 200 OK\r\nContent-'),
  'endless-body': ({ response }) => pour(response.writeHead(200, body), padding),
  'endless-event': ({ response }) => {
    response.writeHead(200, stream).write('data: ');
    pour(response, padding);
  },
  'endless-lines': ({ response }) => pour(response.writeHead(200, stream), 'data: x\n'.repeat(8_000)),
  'endless-refusal': ({ response }) => pour(response.writeHead(500), padding),
  'endless-comments': ({ response }) => pour(response.writeHead(200, stream), ':\n'.repeat(8_000)),
  'endless-notifications': ({ response }) => {
    const notification = { jsonrpc: '2.0', method: 'notifications/message', params: {} };
    pour(response.writeHead(200, stream), `data: ${JSON.stringify(notification)}\n\n`.repeat(500));
  },
  'endless-head': ({ socket }) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    pour(socket, `X-Long: ${padding.slice(0, 1_000)}\r\n`);
  },
  packed: ({ response }) => response.writeHead(200, { ...body, 'Content-Encoding': 'gzip' }).end('packed'),
  busy: ({ response }) => response.writeHead(429, { 'Retry-After': '99999999999' }).end('later'),
  down: ({ response }) => response.writeHead(503, { 'Retry-After': 'Fri, 31 Dec 9999 23:59:59 GMT' }).end(),
  forgotten: ({ response }) => response.writeHead(404).end(),
  twice: ({ response, answer, id }) => {
    response.writeHead(200, stream).write(`data: ${JSON.stringify(answer)}\n\n`);
    response.end(`data: ${JSON.stringify({ jsonrpc: '2.0', id, error: { code: 1, message: 'no' } })}\n\n`);
  },
  'of-another': ({ response, answer, id }) =>
    response.writeHead(200, stream).end(`data: ${JSON.stringify({ ...answer, id: id + 1 })}\n\n`),
  'never-ended': ({ response, answer }) => response.writeHead(200, stream).write(`data: ${JSON.stringify(answer)}\n\n`),
  page: ({ response }) => response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Welcome</h1>'),
  taken: ({ response }) => response.writeHead(202).end(),
  'bad-chunk': ({ socket }) => socket.write(`${chunked}xyz\r\n`),
  'short-body': ({ socket, answer }) => {
    const text = JSON.stringify(answer);
    socket.end(
      `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${text.length + 1}\r\n\r\n${text}`,
    );
  },
  'http-1.0': ({ socket, answer }) =>
    socket.end(`HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n\r\n${JSON.stringify(answer)}`),
  'held-back': ({ response, answer }) => {
    // As a proxy does that collects a stream: all of it at once, at its end.
    const progress = { jsonrpc: '2.0', method: 'notifications/message', params: {} };
    response.writeHead(200, stream);
    response.end(`: 1\n\ndata: ${JSON.stringify(progress)}\n\ndata: ${JSON.stringify(answer)}\n\n`);
  },
  elsewhere: ({ response }) => response.writeHead(307, { Location: 'https://elsewhere.invalid/mcp' }).end(),
  silent: () => {},
  'silent-at-the-end': () => (isSilentAtTheEnd = true),
};

const server = createServer((request, response) => {
  const { method, headers } = request;
  // Before anything is read: so it never is.
  if (headers['x-fault'] === 'reads-nothing' && headers['mcp-method'] === 'tools/call')
    return void unread.push(request);
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    if (method === 'DELETE' && isSilentAtTheEnd) return;
    if (method !== 'POST') return void response.writeHead(method === 'DELETE' ? 200 : 405).end();
    const message = JSON.parse(Buffer.concat(chunks).toString());
    const { id, params } = message;
    if (id === undefined || message.method === undefined) return void response.writeHead(202).end();
    if (message.method !== 'tools/call') {
      const result = results[message.method];
      if (result !== undefined) {
        return json(
          response,
          { jsonrpc: '2.0', id, result },
          era === 'legacy' ? { 'Mcp-Session-Id': 'session-1' } : {},
        );
      }
      return json(response, { jsonrpc: '2.0', id, error: { code: -32_601, message: 'no such method' } });
    }
    const { fault, value = '' } = params.arguments ?? {};
    met.set(fault, (met.get(fault) ?? 0) + 1);
    const content = [{ type: 'text', text: value }];
    const result = era === 'modern' ? { resultType: 'complete', content } : { content };
    return faults[fault]({ id, response, socket: response.socket, answer: { jsonrpc: '2.0', id, result } });
  });
});

server.on('connection', (socket) => {
  sockets.add(socket);
  socket.on('error', () => {});
  socket.once('close', () => sockets.delete(socket));
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));

const lines = createInterface({ input: process.stdin });
lines.on('line', (question) => {
  for (const request of unread.splice(0)) request.on('error', () => {}).resume();
  const until = Date.now() + 2_000;
  const look = () => {
    if (sockets.size > 0 && Date.now() < until) return void setTimeout(look, 10);
    process.stdout.write(`${sockets.size}\n`);
  };
  if (question === 'connections') look();
  else process.stdout.write(`${met.get(question) ?? 0}\n`);
});
lines.on('close', () => process.exit(0));
