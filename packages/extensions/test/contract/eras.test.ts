import { describe, expect } from 'vitest';
import { legacyRevisions, modernRevisions } from '../../src/protocol/revisions.ts';
import { clientBench, discovered, initialized, Refusal, watch } from '../support/memory-client.ts';
import { auto, begun, methods } from '../support/begun.ts';
import { verifies } from './verifies.ts';

describe('auto', () => {
  verifies(
    'C-08',
    'the first message is server/discover, and a modern server hears nothing of initialize',
    async () => {
      const { ended, transports, client } = await begun({ 'server/discover': () => discovered });
      expect(ended()).toEqual({
        era: 'modern',
        protocolVersion: '2026-07-28',
        capabilities: { tools: {} },
        serverInfo: { name: 'memory', version: '1.2.3' },
      });
      expect(transports).toHaveLength(1);
      expect(transports[0]?.sent).toEqual([
        {
          jsonrpc: '2.0',
          id: 1,
          method: 'server/discover',
          params: {
            _meta: {
              'io.modelcontextprotocol/protocolVersion': '2026-07-28',
              'io.modelcontextprotocol/clientInfo': { name: '@coding-agent/extensions', version: expect.any(String) },
              'io.modelcontextprotocol/clientCapabilities': {},
            },
          },
        },
      ]);
      expect([client.state, client.server?.era]).toEqual(['ready', 'modern']);
    },
  );

  for (const code of [-32601, -32602, -32600, -32603, -32700, -32000, -32001, -32002, -32022, 0, 7]) {
    verifies('C-08', `a refusal with ${code} means legacy, on the same process`, async () => {
      const script = { 'server/discover': () => new Refusal(code), initialize: () => initialized };
      const { ended, transports } = await begun(script);
      expect(ended()).toMatchObject({ era: 'legacy', protocolVersion: '2025-11-25' });
      expect(transports.map(methods)).toEqual([['server/discover', 'initialize', 'notifications/initialized']]);
    });
  }

  const malformed: [string, unknown][] = [
    ['no versions', {}],
    ['versions that are no list', { ...discovered, supportedVersions: '2026-07-28' }],
    ['versions that are no strings', { ...discovered, supportedVersions: [20260728] }],
    ['another result type', { ...discovered, resultType: 'task' }],
    ['capabilities that are no object', { ...discovered, capabilities: 'all' }],
  ];
  for (const [what, result] of malformed) {
    verifies('C-08', `an answer to server/discover with ${what} is none: legacy`, async () => {
      const { ended, transports } = await begun({ 'server/discover': () => result, initialize: () => initialized });
      expect(ended()).toMatchObject({ era: 'legacy' });
      expect(transports).toHaveLength(1);
    });
  }

  verifies('C-08', 'an error without an id is probably about the probe: legacy, after a moment', async () => {
    for (const id of [null, undefined]) {
      const { ended, transports, clock } = await begun({ initialize: () => initialized });
      transports[0]?.receive({ jsonrpc: '2.0', id, error: { code: -32600, message: 'initialize first' } });
      await clock.advance(99);
      expect(ended()).toBe('waits');
      await clock.advance(1);
      expect(ended()).toMatchObject({ era: 'legacy' });
      expect(transports).toHaveLength(1);
      // Of any other request it says nothing.
      const list = clientBench();
      const ready = list.client.initialize();
      await list.clock.settle();
      await ready;
      const never = watch(list.client.ping());
      list.transports[0]?.receive({ jsonrpc: '2.0', id, error: { code: -32600, message: 'no' } });
      await list.clock.advance(4_000);
      expect(never()).toBe('waits');
    }
  });

  verifies('C-08', 'silence means legacy after the time of the probe, and not before', async () => {
    const { ended, transports, clock, client } = await begun({ initialize: () => initialized });
    await clock.advance(4_999);
    expect([ended(), transports.map(methods)]).toEqual(['waits', [['server/discover']]]);
    await clock.advance(1);
    expect(ended()).toMatchObject({ era: 'legacy' });
    expect(transports.map(methods)).toEqual([['server/discover', 'initialize', 'notifications/initialized']]);
    expect([client.pendingCount, clock.timers]).toEqual([0, 0]);
  });

  verifies('C-08', 'the probe takes half of the time at most, and the time may be set', async () => {
    for (const timeouts of [{ handshakeMs: 2_000 }, { probeMs: 1_000 }]) {
      const { ended, clock } = await begun({ initialize: () => initialized }, { ...auto, timeouts });
      await clock.advance(1_000);
      expect(ended(), JSON.stringify(timeouts)).toMatchObject({ era: 'legacy' });
    }
  });

  verifies('C-08', 'a modern answer that comes late wins over an initialize without an answer', async () => {
    const { ended, transports, clock, client } = await begun({});
    await clock.advance(5_000);
    transports[0]?.answer(1, discovered);
    await clock.settle();
    expect(ended()).toMatchObject({ era: 'modern' });
    // What initialize is answered now belongs to nobody.
    transports[0]?.answer(2, initialized);
    await clock.settle();
    expect(client.stats()).toMatchObject({ state: 'ready', lateAnswers: 1, pending: 0 });
    expect(methods(transports[0])).toEqual(['server/discover', 'initialize']);
    expect(clock.timers).toBe(0);
  });

  verifies('C-08', 'of two answers in one piece the first is believed', async () => {
    for (const modernFirst of [true, false]) {
      const { ended, transports, clock } = await begun({});
      await clock.advance(5_000);
      const answers: [number, unknown][] = [
        [1, discovered],
        [2, initialized],
      ];
      for (const [id, result] of modernFirst ? answers : answers.toReversed()) transports[0]?.answer(id, result);
      await clock.settle();
      expect(ended()).toMatchObject({ era: modernFirst ? 'modern' : 'legacy' });
      expect(transports[0]?.sentWith('notifications/initialized')).toHaveLength(modernFirst ? 0 : 1);
    }
  });

  verifies('C-08', 'a refusal of the probe that comes late decides nothing', async () => {
    const { ended, transports, clock } = await begun({});
    await clock.advance(5_000);
    transports[0]?.receive({ jsonrpc: '2.0', id: 1, error: { code: -32601, message: 'no' } });
    await clock.settle();
    expect(ended()).toBe('waits');
    transports[0]?.answer(2, initialized);
    await clock.settle();
    expect(ended()).toMatchObject({ era: 'legacy' });
  });

  verifies('C-08', 'a server that ends on the probe is started once more, and asked by initialize alone', async () => {
    const { ended, transports, clock, client } = await begun({ initialize: () => initialized });
    transports[0]?.end();
    await clock.settle();
    expect(ended()).toMatchObject({ era: 'legacy' });
    expect(transports.map(methods)).toEqual([['server/discover'], ['initialize', 'notifications/initialized']]);
    expect([transports[0]?.closed, transports[1]?.closed, client.state]).toEqual([1, 0, 'ready']);
  });

  verifies('C-08', 'the same for one that ends on the initialize after it', async () => {
    for (const probed of [() => new Refusal(-32601), () => undefined]) {
      const { ended, transports, clock } = await begun({ 'server/discover': probed });
      await clock.advance(5_000);
      expect(methods(transports[0])).toEqual(['server/discover', 'initialize']);
      transports[0]?.end();
      await clock.settle();
      expect([ended(), methods(transports[1])]).toEqual(['waits', ['initialize']]);
      transports[1]?.answer(1, initialized);
      await clock.settle();
      expect(ended()).toMatchObject({ era: 'legacy' });
    }
  });

  verifies('C-08', 'a server that ends twice is not started a third time', async () => {
    const { ended, transports, clock, client } = await begun({});
    for (const index of [0, 1]) {
      transports[index]?.end();
      await clock.settle();
    }
    expect(ended()).toMatchObject({ code: 'MCP_HANDSHAKE_FAILED', reason: 'exited', exitCode: 3, phase: 'initialize' });
    expect([transports.length, client.state]).toEqual([2, 'closed']);
  });

  verifies('C-08', 'a modern server that only knows legacy revisions is started anew', async () => {
    const supported = ['2025-11-25', '2025-06-18'];
    for (const answer of [{ ...discovered, supportedVersions: supported }, new Refusal(-32022, { supported })]) {
      const { ended, transports } = await begun({ 'server/discover': () => answer, initialize: () => initialized });
      expect(ended()).toMatchObject({ era: 'legacy' });
      expect(transports.map(methods)).toEqual([['server/discover'], ['initialize', 'notifications/initialized']]);
      expect(transports[0]?.closed).toBe(1);
    }
  });

  verifies('C-07', 'a modern server without a revision of ours is refused with the names of both sides', async () => {
    const supported = ['2027-02-01'];
    for (const answer of [{ ...discovered, supportedVersions: supported }, new Refusal(-32022, { supported })]) {
      const { ended, transports } = await begun({ 'server/discover': () => answer, initialize: () => initialized });
      expect(ended()).toMatchObject({
        code: 'MCP_UNSUPPORTED_VERSION',
        serverVersions: supported,
        clientVersions: [...modernRevisions, ...legacyRevisions],
        phase: 'server/discover',
      });
      expect(transports.map(methods)).toEqual([['server/discover']]);
    }
  });

  verifies('C-08', 'the revision that a refusal names is asked for, once', async () => {
    let refusals = 1;
    const refuse = new Refusal(-32022, { supported: ['2026-07-28'] });
    const script = { 'server/discover': () => ((refusals -= 1) >= 0 ? refuse : discovered) };
    const once = await begun(script);
    expect(once.ended()).toMatchObject({ era: 'modern' });
    expect(once.transports[0]?.sent.map(({ id }) => id)).toEqual([1, 2]);
    refusals = 10;
    const again = await begun(script);
    expect(again.ended()).toMatchObject({ code: 'MCP_UNSUPPORTED_VERSION' });
    expect(methods(again.transports[0])).toEqual(['server/discover', 'server/discover']);
  });

  verifies('C-08', 'a code that only modern servers have is no reason to fall back', async () => {
    for (const code of [-32020, -32021]) {
      const script = { 'server/discover': () => new Refusal(code), initialize: () => initialized };
      const { ended, transports } = await begun(script);
      expect(ended()).toMatchObject({ code: 'MCP_HANDSHAKE_FAILED', reason: 'refused', phase: 'server/discover' });
      expect(transports.map(methods)).toEqual([['server/discover']]);
    }
  });

  verifies('C-08', 'a silent server that refuses initialize as a modern one does is asked again', async () => {
    let asked = 0;
    const { ended, transports, clock } = await begun({
      'server/discover': () => ((asked += 1) === 1 ? undefined : discovered),
      initialize: () => new Refusal(-32022, { supported: ['2026-07-28'] }),
    });
    await clock.advance(5_000);
    expect(ended()).toMatchObject({ era: 'modern' });
    expect(transports.map(methods)).toEqual([['server/discover', 'initialize', 'server/discover']]);
  });

  verifies('C-05', 'a server that answers neither is given up when the whole time is over', async () => {
    const { ended, transports, clock, client } = await begun({});
    await clock.advance(30_000);
    expect(ended()).toMatchObject({ code: 'MCP_HANDSHAKE_FAILED', reason: 'timeout', timeoutMs: 30_000 });
    expect([transports.length, client.state, clock.timers]).toEqual([1, 'closed', 0]);
  });

  verifies('C-06', 'an abort and a close end the probe, and start nothing anew', async () => {
    for (const how of ['abort', 'close'] as const) {
      const controller = new AbortController();
      const { client, clock, transports } = clientBench({}, auto);
      const ended = watch(client.initialize({ signal: controller.signal }));
      await clock.settle();
      if (how === 'abort') controller.abort();
      else void client.close();
      await clock.settle();
      expect(ended()).toMatchObject({ code: how === 'abort' ? 'MCP_ABORTED' : 'CLIENT_CLOSED' });
      expect([client.state, transports.length, transports[0]?.closed, clock.timers]).toEqual(['closed', 1, 1, 0]);
    }
  });

  verifies(
    'C-32',
    'a close while the first process ends starts no second one, and reports what the first left',
    async () => {
      const { client, clock, transports } = clientBench({}, auto);
      const ended = watch(client.initialize());
      await clock.settle();
      const [first] = transports;
      let finish: () => void = () => {};
      const survivors = [{ pid: 77, command: 'left' }];
      if (first) first.close = () => new Promise((resolve) => (finish = () => resolve({ survivors })));
      first?.end();
      await clock.settle();
      const closed = client.close();
      finish();
      await expect(closed).resolves.toEqual({ survivors });
      expect(ended()).toMatchObject({ code: 'CLIENT_CLOSED' });
      expect(transports).toHaveLength(1);
    },
  );

  verifies('C-13', 'who gives up while the first process ends has no second one started', async () => {
    const controller = new AbortController();
    const { client, clock, transports } = clientBench({}, auto);
    const ended = watch(client.initialize({ signal: controller.signal }));
    await clock.settle();
    const [first] = transports;
    let finish: () => void = () => {};
    if (first) first.close = () => new Promise((resolve) => (finish = () => resolve({ survivors: [] })));
    first?.end();
    await clock.settle();
    controller.abort();
    finish();
    await clock.settle();
    expect(ended()).toMatchObject({ code: 'MCP_ABORTED' });
    expect([transports.length, client.state, clock.timers]).toEqual([1, 'closed', 0]);
  });
});
