import { describe, expect } from 'vitest';
import type { McpClientOptions } from '../../src/mcp-client.ts';
import { clientBench, discovered, Refusal, watch, type ClientBench, type Script } from '../support/memory-client.ts';
import { MemoryTransport, type SentMessage } from '../support/memory-transport.ts';
import { verifies } from './verifies.ts';

const versionKey = 'io.modelcontextprotocol/protocolVersion';
const infoKey = 'io.modelcontextprotocol/clientInfo';
const capabilitiesKey = 'io.modelcontextprotocol/clientCapabilities';

/** A client that talks to a modern server. */
async function modern(script: Script = {}, options: Partial<McpClientOptions> = {}) {
  const capabilities = { tools: {} };
  const bench = clientBench(
    { 'server/discover': () => ({ ...discovered, capabilities }), ...script },
    { era: 'modern', allowUnlistedTools: true, ...options },
  );
  const ready = bench.client.initialize();
  await bench.clock.settle();
  await ready;
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
});
