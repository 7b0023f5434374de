import { fixtureServer, type FixtureOptions, type FixtureServer } from '@coding-agent/fixture-servers';
import { waitUntilGone } from '@coding-agent/fixture-servers/testing';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { MessageLayer } from '../calculator/client/message.ts';
import { StdioTransport } from '../calculator/client/transport.ts';
import { connect, eras, type Connection, type Era } from '../two-eras/client/connect.ts';
import { exchange, serverKinds, type Exchange } from '../two-eras/exchange.ts';
import { MemoryTransport } from './support/memory-transport.ts';

type Message = Readonly<Record<string, unknown>> & { readonly params?: { readonly _meta?: object } };

const required = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'three-layers', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

function sent({ wire }: Exchange): Message[] {
  return wire.filter(({ direction }) => direction === 'sent').map(({ line }) => JSON.parse(line) as Message);
}

const meet = (client: Era, server: (typeof serverKinds)[number]): Promise<Exchange> =>
  exchange(client, server, new AbortController().signal);

describe('E-02: what the client says', () => {
  test('legacy: a handshake of request and notification, and no metadata', async () => {
    const found = await meet('legacy', 'legacy');
    const all = sent(found);
    expect(all.map(({ id, method }) => [id, method])).toEqual([
      [1, 'initialize'],
      [undefined, 'notifications/initialized'],
      [2, 'tools/list'],
      [3, 'tools/call'],
    ]);
    expect(all[0]?.params).toEqual({
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'three-layers', version: '1.0.0' },
    });
    expect(JSON.stringify(all)).not.toContain('_meta');
    expect(found.outcome).toEqual({ kind: 'works', era: 'legacy', revision: '2025-11-25', sum: '13' });
  });

  test('modern: no handshake and no notification, and all metadata in every request', async () => {
    const found = await meet('modern', 'modern');
    const all = sent(found);
    expect(all.map(({ id, method }) => [id, method])).toEqual([
      [1, 'server/discover'],
      [2, 'tools/list'],
      [3, 'tools/call'],
    ]);
    for (const { params } of all) expect(params?._meta).toEqual(required);
    expect(found.outcome).toEqual({ kind: 'works', era: 'modern', revision: '2026-07-28', sum: '13' });
  });

  test.each(serverKinds)(
    'auto asks server/discover first, and then is what a client of the %s era is',
    async (server) => {
      const [first, ...rest] = sent(await meet('auto', server));
      expect(first).toMatchObject({ id: 1, method: 'server/discover', params: { _meta: required } });
      const own = sent(await meet(server, server)).map(({ method }) => method);
      expect(rest.map(({ method }) => method)).toEqual(server === 'modern' ? own.slice(1) : own);
    },
  );

  test('the wrong one fails with the answer of the server, and tries nothing more', async () => {
    const [legacy, modern] = await Promise.all([meet('legacy', 'modern'), meet('modern', 'legacy')]);
    expect(legacy.outcome).toMatchObject({
      kind: 'fails',
      error: { code: -32022, data: { supported: ['2026-07-28'] } },
    });
    expect(modern.outcome).toMatchObject({ kind: 'fails', error: { code: -32601 } });
    expect([legacy, modern].map(({ wire }) => wire.length)).toEqual([2, 2]);
  });

  test('every process ends with its stdin', async () => {
    for (const client of eras) {
      for (const server of serverKinds) {
        expect((await meet(client, server)).endings).toEqual([{ kind: 'exited', exitCode: 0, signal: null }]);
      }
    }
  });
});

interface Met {
  readonly server: FixtureServer;
  readonly connection: Promise<Connection>;
}

function meetFixture(era: Era, fixture: FixtureOptions): Met {
  const server = fixtureServer({ shape: 'mcp', ...fixture });
  const opened: MessageLayer[] = [];
  onTestFinished(async () => {
    await Promise.all(opened.map((messages) => messages.close()));
    await waitUntilGone(server.pids(), { deadlineMs: 20_000 });
    server.dispose();
  });
  const start = (): MessageLayer => {
    const messages = new MessageLayer(new StdioTransport(server), { timeoutMs: 20_000 });
    opened.push(messages);
    return messages;
  };
  // Only a server that stays silent is waited for so long.
  const probeMs = fixture.mode === 'probe-silent' ? 300 : 20_000;
  return { server, connection: connect({ era, start, probeMs }) };
}

describe('E-02: the client picks the era by what a server does', () => {
  test.each([
    ['normal', 'legacy', 1],
    ['probe-invalid', 'legacy', 1],
    ['probe-silent', 'legacy', 1],
    ['probe-exit', 'legacy', 2],
    ['discover-legacy', 'legacy', 2],
    ['modern', 'modern', 1],
    ['dual-era', 'modern', 1],
  ] as const)('auto at the server %s: %s, with %i process(es)', async (mode, era, processes) => {
    const { server, connection } = meetFixture('auto', { mode });
    const { era: found, methods } = await connection;
    expect(found).toBe(era);
    expect(await methods.callTool('echo', { value: 'grüße' })).toEqual({ text: 'grüße', isError: false });
    expect(server.pids()).toHaveLength(processes);
    expect(server.received('notifications/cancelled')).toEqual([]);
  });

  test.each([
    ['legacy', 'legacy'],
    ['modern', 'modern'],
  ] as const)('a client that is told %s stays %s at a server of both eras', async (era, found) => {
    const { server, connection } = meetFixture(era, { mode: 'dual-era' });
    expect((await connection).era).toBe(found);
    expect(server.received('initialize')).toHaveLength(era === 'legacy' ? 1 : 0);
    expect(server.received('server/discover')).toHaveLength(era === 'modern' ? 1 : 0);
  });

  test('a modern server of another revision is no reason for a handshake: both sides are named', async () => {
    const { server, connection } = meetFixture('auto', { mode: 'modern', revision: '2027-01-01' });
    await expect(connection).rejects.toMatchObject({ name: 'RevisionError', offered: ['2027-01-01'] });
    expect(server.received('initialize')).toEqual([]);
  });

  test('a legacy server of a revision that nobody knows is refused', async () => {
    const { connection } = meetFixture('auto', { mode: 'other-version' });
    await expect(connection).rejects.toMatchObject({ name: 'RevisionError', offered: ['1999-01-01'] });
  });

  test('an answer to the question that is no object is one of a legacy server', async () => {
    const transport = new MemoryTransport();
    const connection = connect({ era: 'auto', start: () => new MessageLayer(transport) });
    transport.say({ jsonrpc: '2.0', id: 1, result: null });
    await vi.waitFor(() => expect(transport.sent.at(-1)).toMatchObject({ id: 2, method: 'initialize' }));
    const serverInfo = { name: 'old', version: '1.0.0' };
    transport.say({ jsonrpc: '2.0', id: 2, result: { protocolVersion: '2025-11-25', capabilities: {}, serverInfo } });
    expect((await connection).era).toBe('legacy');
  });

  test('a program that cannot be started is not started twice', async () => {
    let starts = 0;
    const start = (): MessageLayer => {
      starts += 1;
      return new MessageLayer(new StdioTransport({ executable: 'no-such-program', args: [] }));
    };
    await expect(connect({ era: 'auto', start })).rejects.toMatchObject({ ending: { kind: 'not-started' } });
    expect(starts).toBe(1);
  });

  test.each([{}, { fresh: true }])('a list without an end is given up (%j)', async (more) => {
    const { connection } = meetFixture('legacy', { mode: 'stuck-cursor', ...more });
    await expect((await connection).methods.listTools()).rejects.toThrow('the list of tools has no end');
  });

  test.each([
    ['pages', 4],
    ['empty-cursor', 4],
  ] as const)('a list of pages is read to its end (%s)', async (mode, count) => {
    const { connection } = meetFixture('legacy', { mode });
    expect((await (await connection).methods.listTools()).length).toBeGreaterThanOrEqual(count);
  });
});
