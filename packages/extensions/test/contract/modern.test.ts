import { describe, expect } from 'vitest';
import type { McpClientOptions } from '../../src/mcp-client.ts';
import {
  clientBench,
  type ClientBench,
  discovered,
  readyBench,
  Refusal,
  type Script,
  watch,
} from '../support/memory-client.ts';
import { MemoryTransport, type SentMessage } from '../support/memory-transport.ts';
import { verifies } from './verifies.ts';

const versionKey = 'io.modelcontextprotocol/protocolVersion';
const infoKey = 'io.modelcontextprotocol/clientInfo';
const capabilitiesKey = 'io.modelcontextprotocol/clientCapabilities';

/** A client that talks to a modern server. */
async function modern(script: Script = {}, options: Partial<McpClientOptions> = {}) {
  const capabilities = { tools: {} };
  const bench = await readyBench(
    { 'server/discover': () => ({ ...discovered, capabilities }), ...script },
    { era: 'modern', allowUnlistedTools: true, ...options },
  );
  return { ...bench, transport: transportOf(bench) };
}

function transportOf({ transports }: ClientBench): MemoryTransport {
  return transports[0] ?? new MemoryTransport();
}

const metaOf = (message: SentMessage | undefined): unknown => message?.params?.['_meta'];

describe('every request', () => {
  verifies('C-08', 'says of which revision it is, who asks, and what that one can do', async () => {
    const clientInfo = { name: 'wirt-ü-主', version: '1' };
    const capabilities = { elicitation: { form: {} } };
    const { client, transport, clock } = await modern(
      { 'tools/list': () => ({ tools: [] }), 'tools/call': () => ({ content: [] }) },
      { clientInfo, capabilities },
    );
    const about = { [versionKey]: '2026-07-28', [infoKey]: clientInfo, [capabilitiesKey]: capabilities };
    const all = [
      client.listTools(),
      client.callTool('a'),
      client.callTool('a', { long: 'ü'.repeat(70_000) }),
      client.callTool('a', {}, { onProgress: () => {} }),
      client.ping(),
    ];
    await clock.settle();
    await Promise.all(all);
    const sent = transport.sent;
    expect(sent.map(({ method }) => method)).toEqual([
      'server/discover',
      'tools/list',
      'tools/call',
      'tools/call',
      'tools/call',
      'server/discover', // there is no ping
    ]);
    for (const message of sent) expect(metaOf(message)).toMatchObject(about);
    expect(sent[1]?.params).toEqual({ _meta: about });
    expect(sent[2]?.params).toEqual({ name: 'a', arguments: {}, _meta: about });
    expect(sent[3]?.params?.['arguments']).toEqual({ long: 'ü'.repeat(70_000) });
    expect(metaOf(sent[4])).toEqual({ ...about, progressToken: expect.any(Number) });
    expect(transport.sentWith('notifications/initialized')).toEqual([]);
  });

  verifies('C-08', 'of a legacy connection says nothing of that', async () => {
    const { client, clock, transports } = clientBench(undefined, { era: 'legacy' });
    const ready = client.initialize();
    await clock.settle();
    await ready;
    const list = client.listTools();
    await clock.settle();
    await list;
    expect(transports[0]?.sent.some((message) => metaOf(message) !== undefined)).toBe(false);
  });
});

describe('what the server may say', () => {
  verifies('C-09', 'it asks nothing: a request of its is not answered, not even a ping', async () => {
    const { client, transport, clock, diagnostics } = await modern();
    const before = transport.sent.length;
    for (const method of ['ping', 'roots/list', 'sampling/createMessage']) {
      transport.receive({ jsonrpc: '2.0', id: 'of the server', method });
    }
    await clock.settle();
    expect(transport.sent.slice(before)).toEqual([]);
    expect(client.stats()).toMatchObject({ serverRequests: 3, malformed: 3, state: 'ready' });
    expect(diagnostics.map(({ kind }) => kind)).toEqual(['malformed', 'malformed', 'malformed']);
  });

  verifies('C-09', 'it tells nothing that was not subscribed to', async () => {
    const heard: string[] = [];
    const { transport, clock, diagnostics } = await modern({}, { onNotification: (method) => heard.push(method) });
    for (const method of ['tools/list_changed', 'message', 'resources/updated', 'elsewhere']) {
      transport.receive({ jsonrpc: '2.0', method: `notifications/${method}` });
    }
    await clock.settle();
    expect(heard).toEqual([]);
    expect(diagnostics.map(({ kind }) => kind)).toEqual(Array(4).fill('not-negotiated'));
  });

  verifies('C-25', 'a missing result type means complete; one that nobody knows is no result', async () => {
    const results: unknown[] = [
      { content: [] },
      { content: [], resultType: 'complete' },
      { content: [], resultType: 'task', taskId: '1' },
      { content: [], resultType: 7 },
    ];
    const { client, clock } = await modern({ 'tools/call': () => results.shift() });
    const ends = [0, 1, 2, 3].map(() => watch(client.callTool('a')));
    await clock.settle();
    const fine = { content: [], isError: false };
    const bad = { code: 'MCP_INVALID_RESULT', message: expect.stringContaining('resultType') };
    expect(ends.map((end) => end())).toEqual([fine, fine, expect.objectContaining(bad), expect.objectContaining(bad)]);
  });

  verifies('C-25', 'a list that wants input is no list', async () => {
    const { client, clock } = await modern({
      'tools/list': () => ({ resultType: 'input_required', requestState: 's', tools: [] }),
    });
    const end = watch(client.listTools());
    await clock.settle();
    expect(end()).toMatchObject({ code: 'MCP_INVALID_RESULT', method: 'tools/list' });
  });

  verifies('C-25', 'structured content may be any value', async () => {
    const values = [null, 0, false, '', [], { a: 1 }];
    const left = [...values];
    const { client, clock } = await modern({
      'tools/call': () => ({ content: [], structuredContent: left.shift() }),
    });
    for (const value of values) {
      const end = watch(client.callTool('a'));
      await clock.settle();
      expect(end()).toEqual({ content: [], isError: false, structuredContent: value });
    }
  });

  verifies('C-09', 'without the capability nothing is asked', async () => {
    const { client, transport } = await modern({ 'server/discover': () => ({ ...discovered, capabilities: {} }) });
    await expect(client.listTools()).rejects.toMatchObject({ code: 'MCP_CAPABILITY_MISSING', outcome: 'not-sent' });
    expect(transport.sent).toHaveLength(1);
  });

  verifies('C-08', 'a connection that is modern stays so, whatever comes', async () => {
    const { client, clock, transport } = await modern({ 'tools/call': () => new Refusal(-32022, { supported: [] }) });
    const end = watch(client.callTool('a'));
    await clock.settle();
    expect(end()).toMatchObject({ code: 'MCP_ERROR', remoteCode: -32022 });
    expect([client.state, transport.sentWith('initialize')]).toEqual(['ready', []]);
  });

  verifies('C-08', 'what it says of its name decides nothing, in either era', async () => {
    const names = [undefined, { name: 'x', version: '1' }, { name: 'evil\n', version: '', title: 't', admin: true }];
    for (const era of ['auto', 'legacy', 'modern'] as const) {
      const sent: unknown[] = [];
      for (const serverInfo of names) {
        const _meta = serverInfo && { 'io.modelcontextprotocol/serverInfo': serverInfo };
        const bench = clientBench(
          {
            'server/discover': () => ({ ...discovered, _meta }),
            initialize: () => ({ protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo }),
            'tools/list': () => ({ tools: [{ name: 'a' }], _meta }),
            'tools/call': () => ({ content: [], _meta }),
          },
          { era },
        );
        const all = watch(bench.client.initialize().then(() => bench.client.callTool('a')));
        await bench.clock.settle();
        expect(all()).toMatchObject({ content: [], isError: false });
        sent.push(transportOf(bench).sent);
      }
      expect(sent[0]).toHaveLength(era === 'legacy' ? 4 : 3);
      for (const other of sent) expect(other).toEqual(sent[0]);
    }
  });

  verifies('C-15', 'an error of any code is told as it came, and nothing follows from it', async () => {
    const codes = [
      -32_000, -32_001, -32_002, -32_003, -32_004, -32_019, -32_020, -32_021, -32_022, -32_042, -32_602, -1, 0, 7,
    ];
    for (const era of ['legacy', 'modern'] as const) {
      for (const code of codes) {
        const data = { uri: 'file:///a', supported: ['2026-07-28'], elicitations: [] };
        const bench = clientBench(
          {
            'server/discover': () => discovered,
            initialize: () => ({ protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: {} }),
            'tools/call': () => new Refusal(code, data),
          },
          { era, allowUnlistedTools: true },
        );
        const end = watch(bench.client.initialize().then(() => bench.client.callTool('a')));
        await bench.clock.advance(100_000);
        expect(end()).toMatchObject({ code: 'MCP_ERROR', remoteCode: code, data });
        expect([bench.client.state, transportOf(bench).sentWith('tools/call').length]).toEqual(['ready', 1]);
      }
    }
  });

  verifies('C-13', 'a request that is given up is cancelled by a notification, with its id', async () => {
    const { client, clock, transport } = await modern();
    const caller = new AbortController();
    void watch(client.callTool('a', {}, { signal: caller.signal }));
    void watch(client.listTools({ timeoutMs: 50 }));
    await clock.settle();
    caller.abort();
    await clock.advance(50);
    const cancelled = transport.sentWith('notifications/cancelled');
    expect(cancelled.map(({ params }) => params?.['requestId'])).toEqual([2, 3]);
    expect(cancelled.some((message) => 'id' in message)).toBe(false);
  });
});
