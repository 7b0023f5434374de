import { describe, expect } from 'vitest';
import type { McpClientError } from '../../src/errors.ts';
import { legacyRevisions } from '../../src/protocol/revisions.ts';
import { clientBench, friendly, initialized, readyBench, watch } from '../support/memory-client.ts';
import { verifies } from './verifies.ts';

describe('negotiation', () => {
  verifies(
    'C-07',
    'the newest legacy revision is offered with the product alone, and every published one is accepted',
    async () => {
      for (const protocolVersion of legacyRevisions) {
        const { client, clock, transports } = clientBench({ initialize: () => ({ ...initialized, protocolVersion }) });
        const ready = client.initialize();
        await clock.settle();
        await expect(ready).resolves.toMatchObject({ protocolVersion });
        expect(transports[0]?.sent[0]?.params).toEqual({
          protocolVersion: '2025-11-25',
          capabilities: {},
          clientInfo: { name: '@coding-agent/extensions', version: expect.any(String) },
        });
      }
    },
  );

  verifies(
    'C-07',
    'a revision that is not in the list is refused, and the error names both sides and nothing else',
    async () => {
      for (const protocolVersion of ['2026-07-28', '1999-01-01', 'latest', '']) {
        const answer = { ...initialized, protocolVersion, instructions: 'private words' };
        const { client, clock, transports } = clientBench({ initialize: () => answer });
        const ready = watch(client.initialize());
        await clock.settle();
        const error = ready() as McpClientError;
        expect(error).toMatchObject({
          code: 'MCP_UNSUPPORTED_VERSION',
          serverVersions: [protocolVersion],
          clientVersions: [...legacyRevisions],
        });
        expect(error.message).toContain(protocolVersion);
        expect(error.message).not.toContain('private');
        expect([client.state, transports[0]?.closed]).toEqual(['closed', 1]);
        expect(transports[0]?.sentWith('notifications/initialized')).toEqual([]);
      }
    },
  );

  verifies(
    'C-07',
    'a server that refuses with its list is an unsupported version; any other refusal is a refusal',
    async () => {
      const refuse = async (error: unknown): Promise<unknown> => {
        const { client, clock, transports } = clientBench({});
        const ready = watch(client.initialize());
        await clock.settle();
        transports[0]?.receive({ jsonrpc: '2.0', id: 1, error });
        await clock.settle();
        return ready();
      };
      const listed = { code: -32_602, message: 'Unsupported', data: { supported: ['2020-01-01', 7], requested: 'x' } };
      expect(await refuse(listed)).toMatchObject({ code: 'MCP_UNSUPPORTED_VERSION', serverVersions: ['2020-01-01'] });
      expect(await refuse({ code: -32_000, message: 'go away' })).toMatchObject({
        code: 'MCP_HANDSHAKE_FAILED',
        reason: 'refused',
        cause: expect.objectContaining({ code: 'MCP_ERROR', remoteCode: -32_000 }),
      });
    },
  );

  verifies(
    'C-05',
    'a handshake that times out, dies or is malformed says which, and closes what was started',
    async () => {
      const timeout = clientBench({});
      const late = watch(timeout.client.initialize({ timeoutMs: 50 }));
      await timeout.clock.advance(50);
      expect(late()).toMatchObject({
        code: 'MCP_HANDSHAKE_FAILED',
        reason: 'timeout',
        phase: 'initialize',
        timeoutMs: 50,
        stderrTail: 'its last words',
      });

      const exit = clientBench({});
      const dead = watch(exit.client.initialize());
      await exit.clock.settle();
      exit.transports[0]?.end({ exitCode: 7, signal: null, stderrTail: 'cannot find module' });
      await exit.clock.settle();
      expect(dead()).toMatchObject({
        code: 'MCP_HANDSHAKE_FAILED',
        reason: 'exited',
        exitCode: 7,
        stderrTail: 'cannot find module',
      });

      for (const answer of [
        {},
        { protocolVersion: 7 },
        { ...initialized, capabilities: [] },
        { ...initialized, serverInfo: 'x' },
      ]) {
        const bench = clientBench({ initialize: () => answer });
        const malformed = watch(bench.client.initialize());
        await bench.clock.settle();
        expect(malformed()).toMatchObject({ code: 'MCP_HANDSHAKE_FAILED', reason: 'malformed' });
        expect([bench.client.state, bench.transports[0]?.closed]).toEqual(['closed', 1]);
      }
      for (const { client, clock, transports } of [timeout, exit]) {
        expect([client.state, transports[0]?.closed, clock.timers]).toEqual(['closed', 1, 0]);
        await expect(client.initialize()).rejects.toMatchObject({
          code: expect.stringMatching(/CLIENT_CLOSED|MCP_PROCESS_EXIT/),
        });
      }
    },
  );
});

describe('capabilities', () => {
  verifies('C-09', 'a request that needs what the server does not offer is refused here, unsent', async () => {
    const { client, clock, transports } = clientBench({
      initialize: () => ({ ...initialized, capabilities: { prompts: {} } }),
    });
    const ready = client.initialize();
    await clock.settle();
    await ready;
    for (const call of [client.listTools(), client.callTool('echo')]) {
      await expect(call).rejects.toMatchObject({ code: 'MCP_CAPABILITY_MISSING', outcome: 'not-sent' });
    }
    expect(transports[0]?.sent.slice(2)).toEqual([]);
  });

  verifies('C-09', 'a notification that was not negotiated is not believed, nor handed on', async () => {
    for (const listChanged of [true, false]) {
      const seen: string[] = [];
      const capabilities = { tools: { listChanged } };
      const { client, clock, transports, diagnostics } = clientBench(
        { ...friendly, initialize: () => ({ ...initialized, capabilities }) },
        { onNotification: (method) => seen.push(method) },
      );
      const ready = client.initialize();
      await clock.settle();
      await ready;
      transports[0]?.receive({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
      await clock.settle();
      expect(seen).toEqual(listChanged ? ['notifications/tools/list_changed'] : []);
      expect(diagnostics.map(({ kind }) => kind)).toEqual(listChanged ? [] : ['not-negotiated']);
    }
  });

  verifies(
    'C-09',
    'each notification needs its own capability; progress and what nobody gates needs none',
    async () => {
      const gates: [string, object][] = [
        ['notifications/tools/list_changed', { tools: { listChanged: true } }],
        ['notifications/prompts/list_changed', { prompts: { listChanged: true } }],
        ['notifications/resources/list_changed', { resources: { listChanged: true } }],
        ['notifications/resources/updated', { resources: { subscribe: true } }],
        ['notifications/message', { logging: {} }],
      ];
      const none = ['notifications/elsewhere'];
      for (const [method, capabilities] of [...gates, ['', {}] as const]) {
        const seen: string[] = [];
        const { transports, clock } = await readyBench(
          { initialize: () => ({ ...initialized, capabilities }) },
          { onNotification: (name) => seen.push(name) },
        );
        for (const name of [...gates.map(([gated]) => gated), ...none]) {
          transports[0]?.receive({ jsonrpc: '2.0', method: name });
        }
        await clock.settle();
        expect(seen).toEqual(method === '' ? none : [method, ...none]);
      }
    },
  );
});
