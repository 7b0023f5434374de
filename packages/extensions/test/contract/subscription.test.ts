import { describe, expect } from 'vitest';
import { clientBench, discovered, readyBench, Refusal } from '../support/memory-client.ts';
import { MemoryTransport } from '../support/memory-transport.ts';
import { verifies } from './verifies.ts';

const key = 'io.modelcontextprotocol/subscriptionId';
const changes = { tools: { listChanged: true }, prompts: { listChanged: true }, resources: {} };

/** A modern client whose server tells of changes; the stream is a request that the test answers. */
async function subscribed(capabilities: object = changes, listen: () => unknown = () => undefined) {
  const heard: string[] = [];
  const bench = await readyBench(
    {
      'server/discover': () => ({ ...discovered, capabilities }),
      'subscriptions/listen': listen,
      'tools/list': () => ({ tools: [{ name: 'a', inputSchema: {} }] }),
    },
    { era: 'modern', onNotification: (method) => heard.push(method) },
  );
  await bench.clock.settle();
  const transport = bench.transports[0] ?? new MemoryTransport();
  const say = (method: string, id: unknown, params: object = {}): void =>
    transport.receive({
      jsonrpc: '2.0',
      method: `notifications/${method}`,
      params: { ...params, _meta: { [key]: id } },
    });
  const acknowledge = (id: unknown, notifications: object = { toolsListChanged: true, promptsListChanged: true }) =>
    say('subscriptions/acknowledged', id, { notifications });
  const streams = (): unknown[] => transport.sentWith('subscriptions/listen').map(({ id }) => id);
  return { ...bench, transport, heard, say, acknowledge, streams };
}

describe('the subscription', () => {
  verifies(
    'C-08',
    'asks for the changes that the server offers, and is no request that anybody waits for',
    async () => {
      const { transport, client, streams, clock, acknowledge } = await subscribed();
      expect(transport.sentWith('subscriptions/listen')[0]?.params).toMatchObject({
        notifications: { toolsListChanged: true, promptsListChanged: true },
        _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' },
      });
      expect(streams()).toEqual([2]);
      acknowledge(2);
      await clock.advance(10_000_000);
      expect([client.pendingCount, client.stats().pending, clock.timers]).toEqual([0, 0, 0]);
    },
  );

  verifies('C-08', 'is not opened where the server offers none', async () => {
    const { streams, clock } = await subscribed({ tools: {} });
    expect([streams(), clock.timers]).toEqual([[], 0]);
  });

  verifies(
    'C-09',
    'carries what was acknowledged; what comes without its id, or for another, is not believed',
    async () => {
      const { heard, say, acknowledge, clock, diagnostics } = await subscribed();
      say('tools/list_changed', 2); // before it was acknowledged
      acknowledge(3); // of another stream
      say('tools/list_changed', 2);
      acknowledge(2, { toolsListChanged: true });
      say('tools/list_changed', '2');
      say('tools/list_changed', 9);
      say('tools/list_changed', undefined);
      say('prompts/list_changed', 2); // not granted
      await clock.settle();
      expect(heard).toEqual([]);
      say('tools/list_changed', 2);
      await clock.settle();
      expect(heard).toEqual(['notifications/tools/list_changed']);
      expect(diagnostics.some(({ message }) => message.includes('promptsListChanged'))).toBe(true);
    },
  );

  verifies('C-09', 'a change makes the list of tools stale', async () => {
    const { client, transport, acknowledge, say, clock } = await subscribed();
    acknowledge(2);
    const call = async (name: string): Promise<unknown> => {
      const ended = client.callTool(name).catch((error: unknown) => error);
      await clock.settle();
      return ended;
    };
    await call('b');
    await call('b');
    expect(transport.sentWith('tools/list')).toHaveLength(1);
    say('tools/list_changed', 2);
    await expect(call('b')).resolves.toMatchObject({ code: 'MCP_UNKNOWN_TOOL' });
    expect(transport.sentWith('tools/list')).toHaveLength(2);
  });

  verifies('C-09', 'so does the time without a stream, until the next one is acknowledged', async () => {
    const { client, transport, acknowledge, streams, clock } = await subscribed();
    acknowledge(2);
    const lists = async (): Promise<number> => {
      client.callTool('b').catch(() => {});
      await clock.settle();
      return transport.sentWith('tools/list').length;
    };
    expect([await lists(), await lists()]).toEqual([1, 1]);
    transport.answer(2);
    await clock.settle();
    expect([await lists(), await lists()]).toEqual([2, 2]);
    await clock.advance(1_000);
    expect(await lists()).toBe(2);
    acknowledge(streams()[1]); // nobody told of what changed since the last list
    await clock.settle();
    expect([await lists(), await lists()]).toEqual([3, 3]);
  });

  verifies('C-08', 'is opened again when the server ends it, in either way, later each time', async () => {
    const { transport, streams, clock, acknowledge } = await subscribed();
    acknowledge(2);
    transport.answer(2, { resultType: 'complete', _meta: { [key]: 2 } });
    await clock.advance(999);
    expect(streams()).toEqual([2]);
    await clock.advance(1);
    expect(streams()).toEqual([2, 3]);
    acknowledge(3);
    transport.receive({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 3 } });
    transport.answer(3, { _meta: { [key]: 3 } }); // both ways at once are one end
    await clock.advance(1_999);
    expect(streams()).toEqual([2, 3]);
    await clock.advance(1);
    expect(streams()).toEqual([2, 3, 4]);
    expect(transport.sentWith('notifications/cancelled')).toEqual([]);
  });

  verifies('C-08', 'waits a minute at most, and begins anew after one that lived for long', async () => {
    const { transport, streams, clock, acknowledge } = await subscribed();
    for (let id = 2; id < 12; id += 1) {
      transport.answer(id);
      await clock.advance(60_000);
    }
    expect(streams()).toHaveLength(11);
    acknowledge(12);
    await clock.advance(60_001);
    transport.answer(12);
    await clock.advance(1_000);
    expect(streams()).toHaveLength(12);
  });

  verifies('C-08', 'that is refused, or not acknowledged in time, is given up with a word', async () => {
    const refused = await subscribed(changes, () => new Refusal(-32601));
    await refused.clock.advance(1_000_000);
    expect([refused.streams(), refused.clock.timers]).toEqual([[2], 0]);
    expect(refused.diagnostics[0]).toMatchObject({
      kind: 'not-negotiated',
      message: expect.stringContaining('refused'),
    });

    const silent = await subscribed();
    await silent.clock.advance(60_000);
    expect(silent.transport.sentWith('notifications/cancelled')[0]?.params).toMatchObject({ requestId: 2 });
    await silent.clock.advance(1_000_000);
    expect([silent.streams(), silent.client.stats().pending, silent.clock.timers]).toEqual([[2], 0, 0]);
    expect(silent.diagnostics).toHaveLength(1);
  });

  verifies('C-09', 'so does a stream that is given up: from then on nobody tells of changes', async () => {
    const { client, transport, clock } = await subscribed();
    const lists = async (): Promise<number> => {
      client.callTool('b').catch(() => {});
      await clock.settle();
      return transport.sentWith('tools/list').length;
    };
    expect([await lists(), await lists()]).toEqual([1, 1]);
    await clock.advance(60_000); // never acknowledged
    expect(await lists()).toBe(2);
  });

  verifies('C-09', 'tells who listens to look again when it is back, or is given up, and they had looked', async () => {
    const { client, transport, acknowledge, streams, clock, diagnostics } = await subscribed();
    let missed = 0;
    client.onMissedChanges(() => Promise.reject(new Error('of the host')));
    const forget = client.onMissedChanges(() => void (missed += 1));
    const told = async (ms: number = 0): Promise<number> => (await clock.advance(ms), missed);
    acknowledge(2);
    expect(await told()).toBe(0); // nobody had listed anything
    void client.listTools();
    await clock.settle();
    transport.answer(2);
    expect(await told(999)).toBe(0); // what changes before the next stream would be missed again
    await clock.advance(1);
    acknowledge(streams()[1]);
    expect(await told()).toBe(1);
    expect(diagnostics).toEqual([expect.objectContaining({ kind: 'handler-failed' })]);
    transport.answer(Number(streams()[1]));
    expect(await told(2_000)).toBe(1);
    expect(await told(60_000)).toBe(2); // the third one was never acknowledged
    forget();

    const late = await subscribed();
    late.client.onMissedChanges(() => void (missed += 1));
    void late.client.listTools();
    await late.clock.settle();
    late.acknowledge(2);
    await late.clock.settle();
    expect(missed).toBe(3);
  });

  verifies('C-32', 'leaves nothing when the client is closed, or the server ends', async () => {
    for (const how of ['close', 'exit', 'close in the pause'] as const) {
      const { client, transport, clock, acknowledge, streams } = await subscribed();
      acknowledge(2);
      if (how === 'close in the pause') transport.answer(2);
      await clock.settle();
      if (how === 'exit') transport.end();
      else await client.close();
      await clock.advance(100_000);
      expect([client.state, clock.timers, streams()]).toEqual(['closed', 0, [2]]);
    }
  });

  verifies('C-13', 'that was never written is given up without a word to the server', async () => {
    const { client, clock, transports } = clientBench(
      { 'server/discover': () => ({ ...discovered, capabilities: changes }) },
      { era: 'modern' },
    );
    const ready = client.initialize();
    const [transport = new MemoryTransport()] = transports;
    transport.full = true; // from the first write on
    await clock.settle();
    await ready;
    await clock.advance(60_000);
    transport.full = false;
    transport.drain();
    await clock.settle();
    expect(transport.sent.map(({ method }) => method)).toEqual(['server/discover']);
    expect([client.state, client.stats().pending, clock.timers]).toEqual(['ready', 0, 0]);
  });
});
