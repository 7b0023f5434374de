/**
 * Has a tool for each oddity that an answer can have: the tool's name says what is written instead of, before or around
 * the answer. The connection is not the worse for it, so that one server serves many tests.
 *
 * Serves C-21, C-22, C-25, Q-01.
 */

/** @import { Answer } from '../types.ts' */

/** Levels of nesting that a recursive reader does not survive. */
const depth = 100_000;

/**
 * What is written, given the answer as an object (`good`) and as a line without its newline (`line`).
 *
 * @type {Record<string, (good: Answer, line: string) => string | Buffer>}
 */
const oddities = {
  'no-jsonrpc': (good) => json({ ...good, jsonrpc: undefined }),
  'null-result': ({ id }) => `{"jsonrpc":"2.0","id":${id},"result":null}\n`,
  'string-result': ({ id }) => reply(id, { result: 'done' }),
  'bad-content': ({ id }) => reply(id, { result: { content: [{ type: 'text', text: 7 }] } }),
  'error-is-string': ({ id }) => reply(id, { error: 'it broke' }),
  'error-no-message': ({ id }) => reply(id, { error: { code: -32000 } }),
  'error-code-string': ({ id }) => reply(id, { error: { code: 'EFAIL', message: 'it broke' } }),
  'error-id-null': () => `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}\n`,
  'null-error': (good) => json({ ...good, error: null }),
  'fraction-id': (good, line) => `${json({ ...good, id: Number(good.id) + 0.5 })}${line}\n`,
  'extra-members': (good) =>
    json({ ...good, trace: { a: [1] }, result: { .../** @type {any} */ (good).result, _meta: { own: 1 }, extra: 2 } }),
  'prototype-keys': ({ id }) =>
    `{"jsonrpc":"2.0","id":${id},"__proto__":{"polluted":1},"result":{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"content":[{"type":"text","text":"prototype-keys","__proto__":{"polluted":1}}]}}\n`,
  'log-lines': (_, line) => `{"level":30,"msg":"listening"}\n["ready"]\n${line}\n`,
  'terminal-codes': (_, line) => `\u001b[2J\u001b[31mstarting\u001b[0m\n${line}\n`,
  'nul-bytes': (_, line) => `\0\0\0\n${line}\n`,
  'byte-order-mark': (_, line) => `\ufeff${line}\n`,
  'glued-banner': (_, line) => `Loading model... ${line}\n`,
  'half-then-newline': (_, line) => `${line.slice(0, line.length / 2)}\n`,
  'invalid-utf8': (_, line) => {
    const [before = '', after = ''] = line.split('invalid-utf8');
    return Buffer.concat([Buffer.from(before), Buffer.from([0x61, 0xff, 0xc3, 0x62]), Buffer.from(`${after}\n`)]);
  },
  'deep-result': ({ id }) =>
    `{"jsonrpc":"2.0","id":${id},"result":{"content":[{"type":"text","text":"deep-result"}],"structuredContent":{"deep":${nested()}}}}\n`,
  'deep-noise': (_, line) => `${'['.repeat(depth)}\n${line}\n`,
  'deep-error-data': ({ id }) =>
    `{"jsonrpc":"2.0","id":${id},"error":{"code":-32000,"message":"deep","data":${nested()}}}\n`,
  'huge-error-data': ({ id }) => reply(id, { error: { code: -32000, message: 'data', data: 'd'.repeat(8 * 2 ** 20) } }),
  'huge-error-message': ({ id }) => reply(id, { error: { code: -32000, message: 'm'.repeat(4 * 2 ** 20) } }),
  'big-answer': ({ id }) => reply(id, { result: { content: [{ type: 'text', text: 'b'.repeat(8_000_000) }] } }),
  'array-of-numbers': (_, line) => `[${'1,'.repeat(2 ** 20)}1]\n${line}\n`,
  'millions-of-objects': ({ id }) =>
    `{"jsonrpc":"2.0","id":${id},"result":{"content":[],"structuredContent":{"all":[${'{},'.repeat(4 * 2 ** 20)}0]}}}\n`,
  'answers-for-nobody': (good, line) => `${json({ ...good, id: 1_000_000_007 }).repeat(10_000)}${line}\n`,
};

/** @type {import('../types.ts').CreateMode} */
export function createMode(server) {
  const inputSchema = { type: 'object' };
  return {
    tools: Object.keys(oddities).map((name) => ({ name, description: 'Answers oddly.', inputSchema, call: () => {} })),
    receive({ id, method, params }) {
      const name = String(params?.['name']);
      const odd = method === 'tools/call' && Object.hasOwn(oddities, name) ? oddities[name] : undefined;
      if (odd === undefined || id === undefined || id === null) return false;
      const good = server.textAnswer(id, name);
      const written = odd(good, JSON.stringify(good));
      void server.write(written);
      server.journal({ event: 'sent', id });
      return true;
    },
  };
}

/** @param {object} message */
function json(message) {
  return `${JSON.stringify(message)}\n`;
}

/**
 * @param {number | string} id
 * @param {object} rest
 */
function reply(id, rest) {
  return json({ jsonrpc: '2.0', id, ...rest });
}

function nested() {
  return `${'['.repeat(depth)}${']'.repeat(depth)}`;
}
