import { describe, expect, test } from 'vitest';
import { handshake, request, servers, talkTo } from './support/raw-server.ts';
import { hasPython } from './support/transcripts.ts';

if (!hasPython) process.stderr.write('\nSKIPPED: there is no python3 here, so the server in Python is not tested.\n\n');

const all = Object.entries(servers).filter(([name]) => hasPython || name !== 'letters');

const badLines: readonly (string | Buffer)[] = [
  'not json',
  '{"jsonrpc":"2.0",',
  Buffer.from([0xff, 0xfe, 0x7b]),
  '['.repeat(200_000),
  '',
  '   ',
];
const noRequests: readonly object[] = [[], {}, { jsonrpc: '2.0' }, { jsonrpc: '2.0', method: 7, id: 1 }];

describe('E-01: the servers of the demos', () => {
  test.for(all)('%s answers lines that nobody can read, survives them, and ends with its stdin', async ([, server]) => {
    const { said, exitCode, err } = await talkTo(server, [
      ...badLines,
      '42',
      ...noRequests,
      request('last', 'no/such'),
    ]);
    const parse = { jsonrpc: '2.0', error: { code: -32700, message: expect.any(String) } };
    const invalid = { jsonrpc: '2.0', error: { code: -32600, message: expect.any(String) } };
    expect(said).toEqual([
      ...Array.from({ length: 4 }, () => parse),
      ...Array.from({ length: 5 }, () => invalid),
      { jsonrpc: '2.0', id: 'last', error: { code: -32601, message: 'unknown method no/such' } },
    ]);
    expect(exitCode).toBe(0);
    expect(err).toMatch(/^[^\n]+: ready\n$/);
  });

  test.for(all)('%s answers no notification, whatever it is called', async ([, server]) => {
    const notes = ['notifications/cancelled', 'no/such'].map((method) => ({ jsonrpc: '2.0', method }));
    expect(await talkTo(server, notes)).toMatchObject({ said: [], exitCode: 0 });
  });

  test('a character that is split between two chunks arrives whole', async () => {
    const { said } = await talkTo(servers.calculator, [...handshake, request(1, 'tools/call', { name: 'grüße 世界' })]);
    expect(said.at(-1)).toMatchObject({ error: { message: 'unknown tool "grüße 世界"' } });
  });
});

const call = (id: number, args: unknown, name = 'calculator'): object =>
  request(id, 'tools/call', { name, arguments: args });
const text = (value: string): object[] => [{ type: 'text', text: value }];

describe('E-01: the calculator', () => {
  test('agrees on a revision that it knows, and offers its newest for any other', async () => {
    for (const [asked, agreed] of [
      ['2025-11-25', '2025-11-25'],
      ['2025-06-18', '2025-06-18'],
      ['2025-03-26', '2025-11-25'],
      ['2099-01-01', '2025-11-25'],
    ]) {
      const { said } = await talkTo(servers.calculator, [request(0, 'initialize', { protocolVersion: asked })]);
      expect(said).toMatchObject([{ id: 0, result: { protocolVersion: agreed, capabilities: { tools: {} } } }]);
    }
  });

  test('serves no tool before initialize', async () => {
    const { said } = await talkTo(servers.calculator, [request(1, 'tools/list'), call(2, { a: 1, b: 2, op: 'add' })]);
    expect(said).toMatchObject([
      { id: 1, error: { code: -32600 } },
      { id: 2, error: { code: -32600 } },
    ]);
  });

  test.each([
    [{ a: 6, b: 7, op: 'add' }, '13', false],
    [{ a: 6, b: 7, op: 'sub' }, '-1', false],
    [{ a: 6, b: 7, op: 'mul' }, '42', false],
    [{ a: 6, b: 4, op: 'div' }, '1.5', false],
    [{ a: 0, b: 7, op: 'div' }, '0', false],
    [{ a: 6, b: 0, op: 'div' }, 'division by zero', true],
    [{ a: 6, b: -0, op: 'div' }, 'division by zero', true],
    [{ a: 1e308, b: 1e308, op: 'add' }, 'the result is too large', true],
    [{ a: '6', b: 7, op: 'add' }, 'a and b must be numbers', true],
    [{ op: 'add' }, 'a and b must be numbers', true],
    [{ a: 6, b: 7, op: 'pow' }, 'op must be one of add, sub, mul, div', true],
    [{ a: 6, b: 7, op: 'toString' }, 'op must be one of add, sub, mul, div', true],
    [undefined, 'a and b must be numbers', true],
  ])('calculates %j: %s', async (args, value, isError) => {
    const { said } = await talkTo(servers.calculator, [...handshake, call(1, args)]);
    const result = isError ? { content: text(value), isError } : { content: text(value) };
    expect(said.at(-1)).toEqual({ jsonrpc: '2.0', id: 1, result });
  });

  test('an unknown tool, an unknown method and arguments that are no object are JSON-RPC errors', async () => {
    const { said } = await talkTo(servers.calculator, [
      ...handshake,
      call(1, {}, 'abacus'),
      request(2, 'calculator/solve'),
      call(3, [6, 7]),
      request(4, 'ping'),
    ]);
    expect(said.slice(1)).toMatchObject([
      { id: 1, error: { code: -32602, message: 'unknown tool "abacus"' } },
      { id: 2, error: { code: -32601 } },
      { id: 3, error: { code: -32602 } },
      { id: 4, result: {} },
    ]);
  });

  test('tells of progress to who sent a token, before the answer, and to nobody else', async () => {
    const args = { a: 6, b: 7, op: 'add' };
    const meta = { name: 'calculator', arguments: args, _meta: { progressToken: 'mine' } };
    const { said } = await talkTo(servers.calculator, [...handshake, call(1, args), request(2, 'tools/call', meta)]);
    expect(said.slice(1)).toMatchObject([
      { id: 1 },
      { method: 'notifications/progress', params: { progressToken: 'mine', progress: 1, total: 1 } },
      { id: 2 },
    ]);
  });
});

describe('E-02: the server of the modern era', () => {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const serverInfo = { 'io.modelcontextprotocol/serverInfo': { name: 'calculator', version: '2.0.0' } };

  test('answers without a handshake; each result says its type, and lists how long they may be kept', async () => {
    const caching = { ttlMs: expect.any(Number), cacheScope: 'public' };
    const { said } = await talkTo(servers.modern, [
      request(1, 'tools/call', { name: 'calculator', arguments: { a: 6, b: 7, op: 'add' }, _meta }),
      request(2, 'tools/list', { _meta }),
      request(3, 'server/discover', { _meta }),
      request(4, 'tools/call', { name: 'calculator', arguments: { a: 6, b: 0, op: 'div' }, _meta }),
    ]);
    const complete = { resultType: 'complete', _meta: serverInfo };
    expect(said).toEqual([
      { jsonrpc: '2.0', id: 1, result: { ...complete, content: text('13') } },
      {
        jsonrpc: '2.0',
        id: 2,
        result: { ...complete, ...caching, tools: [expect.objectContaining({ name: 'calculator' })] },
      },
      {
        jsonrpc: '2.0',
        id: 3,
        result: { ...complete, ...caching, supportedVersions: ['2026-07-28'], capabilities: { tools: {} } },
      },
      { jsonrpc: '2.0', id: 4, result: { ...complete, content: text('division by zero'), isError: true } },
    ]);
  });

  test('refuses what the era does not allow, with the code that the era has for it', async () => {
    const other = { ..._meta, 'io.modelcontextprotocol/protocolVersion': '2027-01-01' };
    const { 'io.modelcontextprotocol/clientCapabilities': _, ...halfMeta } = _meta;
    const data = (requested: string): object => ({ supported: ['2026-07-28'], requested });
    const { said } = await talkTo(servers.modern, [
      ...handshake,
      request(1, 'tools/list'),
      request(2, 'tools/list', { _meta: halfMeta }),
      request(3, 'server/discover', { _meta: other }),
      request(4, 'ping', { _meta }),
      request(5, 'tools/call', { name: 'abacus', _meta }),
      request(6, 'toString', { _meta }),
    ]);
    expect(said).toMatchObject([
      { id: 0, error: { code: -32022, data: data('2025-11-25') } },
      { id: 1, error: { code: -32602 } },
      { id: 2, error: { code: -32602 } },
      { id: 3, error: { code: -32022, data: data('2027-01-01') } },
      { id: 4, error: { code: -32601 } },
      { id: 5, error: { code: -32602 } },
      { id: 6, error: { code: -32601 } },
    ]);
  });
});

test('E-05: a call that takes its time is taken back by a notification, and gets no answer', async () => {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const { said, exitCode, err } = await talkTo(servers.ways, [
    request(1, 'tools/call', { name: 'wait', _meta: { ..._meta, progressToken: 'mine' } }),
    { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } },
    request(2, 'tools/call', { name: 'calculator', arguments: { a: 6, b: 7, op: 'add' }, _meta }),
  ]);
  expect(said).toMatchObject([{ method: 'notifications/progress' }, { id: 2, result: { content: text('13') } }]);
  expect({ exitCode, err }).toEqual({ exitCode: 0, err: 'calculator over stdio: ready\n' });
});
