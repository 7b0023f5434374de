import { expect } from 'vitest';
import { discovered, initialized, Refusal } from '../../../support/memory-client.ts';
import { errorOf } from '../../../support/peer.ts';
import type { ContractCase } from '../contract-case.ts';

/** The beginning, the end, and what lies outside of them. */
export const lifeCases: readonly ContractCase[] = [
  {
    id: 'C-04',
    title: 'a client shakes hands once, whoever asks for it and how often',
    async run(stage) {
      const { client, server } = await stage.open();
      const [first, second] = await Promise.all([client.initialize(), client.initialize()]);
      expect(second).toBe(first);
      expect(await client.initialize()).toBe(first);
      expect(first).toMatchObject({ era: stage.era, serverInfo: { name: 'memory', version: '1.2.3' } });
      expect(server.sent(stage.opening)).toHaveLength(1);
      expect([client.state, client.server]).toEqual(['ready', first]);
    },
  },
  {
    id: 'C-06',
    title: 'nothing goes before the handshake',
    async run(stage) {
      const { client, server } = await stage.open();
      for (const request of [client.callTool('echo'), client.listTools(), client.ping()]) {
        expect(await errorOf(request)).toMatchObject({ code: 'MCP_NOT_INITIALIZED', outcome: 'not-sent' });
      }
      expect([client.state, server.received.entries]).toEqual(['idle', []]);
    },
  },
  {
    id: 'C-05',
    title: 'a handshake without an answer ends in time, and the client with it',
    async run(stage) {
      const { client, server, clock } = await stage.open({
        initialize: () => undefined,
        'server/discover': () => undefined,
      });
      const error = errorOf(client.initialize({ timeoutMs: 1_000 }));
      await server.asked(stage.opening);
      await clock.advance(1_000);
      expect(await error).toMatchObject({ code: 'MCP_HANDSHAKE_FAILED', reason: 'timeout', phase: stage.opening });
      await client.close();
      expect([client.state, client.pendingCount]).toEqual(['closed', 0]);
      expect(server.sent('notifications/cancelled')).toEqual([]); // no handshake is taken back
    },
  },
  {
    id: 'C-05',
    title: 'a handshake that the server refuses fails, and says why',
    async run(stage) {
      const refuse = (): Refusal => new Refusal(-32_000);
      const { client } = await stage.open({ initialize: refuse, 'server/discover': refuse });
      expect(await errorOf(client.initialize())).toMatchObject({
        code: 'MCP_HANDSHAKE_FAILED',
        reason: 'refused',
        phase: stage.opening,
        cause: expect.objectContaining({ code: 'MCP_ERROR', remoteCode: -32_000 }),
      });
      expect(await errorOf(client.ping())).toMatchObject({ outcome: 'not-sent' });
    },
  },
  {
    id: 'C-07',
    title: 'a server of no revision that is ours is refused, and both sides are named',
    async run(stage) {
      const { client, server } = await stage.open({
        initialize: () => ({ ...initialized, protocolVersion: '1999-01-01' }),
        'server/discover': () => ({ ...discovered, supportedVersions: ['1999-01-01'] }),
      });
      expect(await errorOf(client.initialize())).toMatchObject({
        code: 'MCP_UNSUPPORTED_VERSION',
        serverVersions: ['1999-01-01'],
        clientVersions: expect.arrayContaining([stage.modern('2026-07-28', '2025-11-25')]),
      });
      expect(server.sent('notifications/initialized')).toEqual([]);
    },
  },
  {
    id: 'C-13',
    title: 'a handshake that nobody waits for any more is given up',
    async run(stage) {
      const { client, server } = await stage.open({ initialize: () => undefined, 'server/discover': () => undefined });
      const [one, other] = [new AbortController(), new AbortController()];
      const errors = [one, other].map(({ signal }) => errorOf(client.initialize({ signal })));
      await server.asked(stage.opening);
      one.abort();
      expect(await errors[0]).toMatchObject({ code: 'MCP_ABORTED' });
      expect(client.state).toBe('initializing');
      other.abort();
      expect(await errors[1]).toMatchObject({ code: 'MCP_ABORTED' });
      await client.close();
      expect([client.state, client.pendingCount]).toEqual(['closed', 0]);
    },
  },
  {
    id: 'C-31',
    title: 'a close in the handshake ends it',
    async run(stage) {
      const { client, server } = await stage.open({ initialize: () => undefined, 'server/discover': () => undefined });
      const error = errorOf(client.initialize());
      await server.asked(stage.opening);
      await client.close();
      expect(await error).toMatchObject({ code: 'CLIENT_CLOSED' });
      expect(client.state).toBe('closed');
    },
  },
  {
    id: 'C-31',
    title: 'a close ends whatever waits, is one promise, and after it nothing is sent',
    async run(stage) {
      const ends: unknown[] = [];
      const { client, server } = await stage.ready({}, { onEnd: ({ code }) => ends.push(code) });
      await client.listTools();
      const waiting = [errorOf(client.callTool('never')), errorOf(client.callTool('echo'))];
      await server.asked('tools/call', 2);
      const [closed, again] = [client.close(), client.close()];
      expect(again).toBe(closed);
      for (const error of waiting) expect(await error).toMatchObject({ code: 'CLIENT_CLOSED', outcome: 'unknown' });
      expect(await closed).toMatchObject({ survivors: [] });
      const count = server.received.entries.length;
      for (const request of [client.ping(), client.listTools(), client.callTool('echo'), client.initialize()]) {
        expect(await errorOf(request)).toMatchObject({ code: 'CLIENT_CLOSED', outcome: 'not-sent' });
      }
      expect(server.received.entries).toHaveLength(count);
      expect([client.state, client.pendingCount, ends]).toEqual(['closed', 0, ['CLIENT_CLOSED']]);
    },
  },
  {
    id: 'C-30',
    title: 'a server that vanishes ends whatever waits, each request once',
    async run(stage) {
      const { client, server } = await stage.ready();
      await client.listTools();
      const calls = [1, 2, 3].map((n) => errorOf(client.callTool('never', { n })));
      await server.asked('tools/call', 3);
      server.vanish();
      for (const call of calls) expect(await call).toMatchObject({ code: stage.lost, outcome: 'unknown' });
      expect(client.pendingCount).toBe(0);
      expect(server.sent('tools/call')).toHaveLength(3); // nothing is sent again
    },
  },
  {
    id: 'C-30',
    title: 'a client whose server is gone is closed, and says so once',
    not: { http: 'there is no connection that could be over: the next request may find the server again' },
    async run(stage) {
      const ends: unknown[] = [];
      const { client, server } = await stage.ready({}, { onEnd: ({ code }) => ends.push(code) });
      const ping = client.ping();
      await ping;
      server.vanish();
      expect(await client.close()).toMatchObject({ survivors: [] });
      expect(await errorOf(client.ping())).toMatchObject({ outcome: 'not-sent' });
      expect([client.state, ends.length]).toEqual(['closed', 1]);
    },
  },
  {
    id: 'C-30',
    title: 'a request that is lost with its connection leaves the client as it was',
    not: {
      memory: 'the connection is the server here: with it the client is over',
      stdio: 'the connection is the server here: with it the client is over',
      'http+sse': 'the stream is the connection here: with it the client is over',
    },
    async run(stage) {
      const { client, server } = await stage.ready({
        'tools/call': ({ params }) => (params?.['name'] === 'echo' ? { content: [] } : undefined),
      });
      await client.listTools();
      const lost = errorOf(client.callTool('never'));
      await server.asked('tools/call');
      server.vanish();
      expect(await lost).toMatchObject({ code: 'MCP_CONNECTION_FAILED', outcome: 'unknown' });
      expect(await client.callTool('echo')).toEqual({ content: [], isError: false });
      expect(client.state).toBe('ready');
    },
  },
  {
    id: 'C-18',
    title: 'a ping is answered, or fails with what the server says',
    async run(stage) {
      const method = stage.modern('server/discover', 'ping');
      const { client, server } = await stage.ready();
      const before = server.sent(method).length;
      await client.ping();
      expect(server.sent(method)).toHaveLength(before + 1);
    },
  },
];
