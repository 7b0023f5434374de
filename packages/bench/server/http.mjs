/**
 * The server of the bench over HTTP: the tools of server.mjs that a call needs, on a port of this machine; the first line on
 * stdout is its address. HTTP is read by hand, as far as the clients of the bench speak it, so that little of what is measured
 * is the server. It ends with its stdin.
 *
 *     node http.mjs [--answers json|sse]
 */
import { createServer } from 'node:net';
import { parseArgs } from 'node:util';

const { values: options } = parseArgs({
  options: { answers: { type: 'string', default: 'json' }, framing: { type: 'string' } },
});
const isSse = options.answers === 'sse';
const hello = {
  protocolVersion: '2025-11-25',
  capabilities: { tools: {} },
  serverInfo: { name: 'bench', version: '1.0.0' },
};
const list = { tools: ['echo', 'big', 'reads'].map((name) => ({ name, inputSchema: { type: 'object' } })) };
let requests = 0;

/** @typedef {{ id?: unknown, method?: string, params?: { name?: string, arguments?: Record<string, unknown> } }} Message */

/**
 * The result of a request; undefined when there is no such method.
 *
 * @param {Message} message
 */
function resultOf({ method, params = {} }) {
  const given = params.arguments ?? {};
  if (method === 'initialize') return hello;
  if (method === 'tools/list') return list;
  if (method !== 'tools/call') return undefined;
  const text =
    params.name === 'echo' ? given['value'] : params.name === 'reads' ? requests : 'x'.repeat(Number(given['bytes']));
  return { content: [{ type: 'text', text: String(text) }] };
}

/**
 * @param {string} verb
 * @param {string} body
 */
function answer(verb, body) {
  requests += 1;
  if (verb !== 'POST')
    return `HTTP/1.1 ${verb === 'GET' ? '405 Method Not Allowed' : '200 OK'}\r\nContent-Length: 0\r\n\r\n`;
  const message = /** @type {Message} */ (JSON.parse(body));
  if (message.id === undefined) return 'HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n';
  const result = resultOf(message);
  const error = { code: -32_601, message: 'no such method' };
  const text = JSON.stringify({ jsonrpc: '2.0', id: message.id, ...(result === undefined ? { error } : { result }) });
  if (!isSse) {
    return `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
  }
  const event = `event: message\ndata: ${text}\n\n`;
  const length = Buffer.byteLength(event).toString(16);
  return `HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n${length}\r\n${event}\r\n0\r\n\r\n`;
}

const server = createServer({ noDelay: true }, (socket) => {
  /** @type {Buffer} */
  let waiting = Buffer.alloc(0);
  socket.on('error', () => socket.destroy());
  socket.on('data', (/** @type {Buffer} */ chunk) => {
    waiting = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk]);
    for (;;) {
      const end = waiting.indexOf('\r\n\r\n');
      if (end === -1) return;
      const head = waiting.toString('latin1', 0, end);
      const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
      if (waiting.length < end + 4 + length) return;
      const body = waiting.toString('utf8', end + 4, end + 4 + length);
      waiting = waiting.subarray(end + 4 + length);
      socket.write(answer(head.slice(0, head.indexOf(' ')), body));
    }
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/mcp\n`);
});
process.stdin.on('end', () => process.exit(0)).resume();
