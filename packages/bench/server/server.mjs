/**
 * The server of the bench for machines without a C compiler: the same options and tools as server.c, and the same one write
 * for each read. Node is slower, so more of what is measured is the server.
 *
 *     node server.mjs [--framing newline|content-length] [--tools N] [--label TEXT]
 */
import { writeSync } from 'node:fs';
import { parseArgs } from 'node:util';

const { values: options } = parseArgs({
  options: {
    framing: { type: 'string', default: 'newline' },
    tools: { type: 'string', default: '0' },
    label: { type: 'string' },
  },
});
const pieceBytes = 64 * 1024;
const hasLength = options.framing === 'content-length';
const names = ['echo', 'big', 'hold', 'release', 'reads', 'notify'];
const hello = {
  protocolVersion: '2025-11-25',
  capabilities: { tools: {}, logging: {} },
  serverInfo: { name: 'bench', version: '1.0.0' },
};
const notification = {
  jsonrpc: '2.0',
  method: 'notifications/message',
  params: { level: 'info', data: 'nobody asked' },
};

/** @typedef {{ id?: unknown, method?: string, params?: { name?: string, arguments?: Record<string, unknown> } }} Message */

/** @type {unknown[]} */
let held = [];
let reads = 0;
/** @type {Buffer} */
let waiting = Buffer.alloc(0);
let out = '';
const list = makeList(Number(options.tools));

process.stdin.on('data', (/** @type {Buffer} */ chunk) => {
  reads += 1;
  waiting = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk]);
  for (let text = nextMessage(); text !== undefined; text = nextMessage()) {
    handle(/** @type {Message} */ (JSON.parse(text)));
  }
  flush();
});

/** Takes one whole message off the start of what waits; undefined when there is none yet. */
function nextMessage() {
  const end = hasLength ? waiting.indexOf('\r\n\r\n') : waiting.indexOf(10);
  if (end < 0) return undefined;
  const start = hasLength ? end + 4 : 0;
  const stop = hasLength ? start + Number(waiting.toString('latin1', 16, end)) : end;
  if (stop > waiting.length) return undefined;
  const text = waiting.toString('utf8', start, stop);
  waiting = waiting.subarray(hasLength ? stop : stop + 1);
  return text;
}

/** @param {Message} message */
function handle({ id, method, params = {} }) {
  if (id === undefined) return;
  if (method === 'tools/call') callTool(id, params.name, params.arguments ?? {});
  else if (method === 'tools/list') answer(id, list);
  else if (method === 'initialize') answer(id, hello);
  else if (method === 'ping') answer(id, {});
  else send({ jsonrpc: '2.0', id, error: { code: -32601, message: 'no such method' } });
}

/**
 * @param {unknown} id
 * @param {string | undefined} name
 * @param {Record<string, unknown>} given
 */
function callTool(id, name, given) {
  if (name === 'echo' && typeof given['value'] === 'string') answerText(id, given['value']);
  else if (name === 'big') answerBig(id, Number(given['bytes'] ?? 0));
  else if (name === 'hold') held.push(id);
  else if (name === 'release') answerText(id, String(releaseHeld()));
  else if (name === 'reads') answerText(id, String(reads));
  else if (name === 'notify') answerText(id, String(sendNotifications(Number(given['count'] ?? 0))));
  else send({ jsonrpc: '2.0', id, error: { code: -32602, message: 'no such tool, or not its arguments' } });
}

function releaseHeld() {
  const ids = held;
  held = [];
  for (const id of ids) answerText(id, 'released');
  return ids.length;
}

/** @param {number} count */
function sendNotifications(count) {
  for (let i = 0; i < count; i += 1) send(notification);
  return count;
}

/**
 * A text of so many bytes, in pieces.
 *
 * @param {unknown} id
 * @param {number} bytes
 */
function answerBig(id, bytes) {
  const [head = '', tail = ''] = JSON.stringify(textAnswer(id, '|')).split('|');
  if (hasLength) out += `Content-Length: ${head.length + bytes + tail.length}\r\n\r\n`;
  out += head;
  const piece = 'x'.repeat(pieceBytes);
  for (let left = bytes; left > 0; left -= pieceBytes) {
    out += left < pieceBytes ? piece.slice(0, left) : piece;
    flush();
  }
  out += hasLength ? tail : `${tail}\n`;
}

/**
 * @param {unknown} id
 * @param {string} text
 */
function textAnswer(id, text) {
  return { jsonrpc: '2.0', id, result: { content: [{ type: 'text', text }] } };
}

/**
 * @param {unknown} id
 * @param {string} text
 */
function answerText(id, text) {
  send(textAnswer(id, text));
}

/**
 * @param {unknown} id
 * @param {unknown} result
 */
function answer(id, result) {
  send({ jsonrpc: '2.0', id, result });
}

/** @param {unknown} message */
function send(message) {
  const text = JSON.stringify(message);
  out += hasLength ? `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}` : `${text}\n`;
  if (out.length >= pieceBytes) flush();
}

/** Waits until the client has taken it, as a write in C does: nothing piles up here. */
function flush() {
  const bytes = Buffer.from(out);
  out = '';
  for (let done = 0; done < bytes.length;) {
    try {
      done += writeSync(1, bytes, done);
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') continue;
      process.exit(0); // the client has left
    }
  }
}

/** @param {number} tools */
function makeList(tools) {
  const own = names.map((name) => ({ name, inputSchema: { type: 'object' } }));
  const more = Array.from({ length: Math.max(0, tools - own.length) }, (_, index) => {
    const number = index + own.length;
    return {
      name: `tool-${number}`,
      description: `Finds the records of table ${number}`,
      inputSchema: {
        type: 'object',
        properties: { query: { type: 'string' }, limit: { type: 'integer', minimum: 1 } },
        required: ['query'],
      },
      outputSchema: {
        type: 'object',
        properties: { [`table${number}`]: { type: 'string' }, rows: { type: 'array', items: rowSchema() } },
        required: ['rows'],
      },
    };
  });
  return { tools: [...own, ...more] };
}

function rowSchema() {
  return { type: 'object', properties: { id: { type: 'integer' }, name: { type: 'string' } }, required: ['id'] };
}
