import { describe, expect } from 'vitest';
import { readyBench } from '../support/memory-client.ts';
import { peerBench } from '../support/peer.ts';
import { verifies } from './verifies.ts';

describe('notifications', () => {
  verifies(
    'C-23',
    'a notification ends no request; an unknown one is handed on, and a bad handler breaks nothing',
    async () => {
      const seen: string[] = [];
      const onNotification = (method: string): unknown => {
        seen.push(method);
        if (seen.length === 1) throw new Error('of the host');
        return Promise.reject(new Error('of the host, later'));
      };
      const { transport, ask, clock, diagnostics } = peerBench({ onNotification });
      const call = await ask();
      transport.receive({ jsonrpc: '2.0', method: 'notifications/one', params: { id: 1 } });
      transport.receive({ jsonrpc: '2.0', method: 'notifications/two' });
      transport.receive({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 1 } });
      await clock.settle();
      expect(seen).toEqual(['notifications/one', 'notifications/two']);
      expect(diagnostics.map(({ kind }) => kind)).toEqual(['handler-failed', 'handler-failed']);
      expect(call.ended()).toBe('waits');
      transport.answer(1);
      await expect(call.answer).resolves.toBeDefined();
    },
  );

  verifies('C-23', 'answers that nobody waits for are a flood like any other', async () => {
    const { peer, transport } = peerBench({ some: { maxNotificationsPerSecond: 100 } });
    for (let id = 1_000; id < 1_200; id += 1) transport.answer(id);
    expect(peer.end).toMatchObject({ code: 'MCP_PROTOCOL_ERROR', message: expect.stringContaining('flood') });
  });

  verifies('C-23', 'a flood ends the server: by count, or by bytes, in a second', async () => {
    for (const some of [{ maxNotificationsPerSecond: 100 }, { maxNotificationBytesPerSecond: 5_000 }]) {
      const { peer, transport, clock } = peerBench({ some });
      const flood = (count: number): void => {
        for (let index = 0; index < count; index += 1) {
          transport.receive({ jsonrpc: '2.0', method: 'notifications/fixture' });
        }
      };
      flood(60);
      await clock.advance(1_000);
      flood(60); // no flood: it is another second
      expect(peer.end).toBeUndefined();
      flood(60);
      expect(peer.end).toMatchObject({ code: 'MCP_PROTOCOL_ERROR', message: expect.stringContaining('flood') });
    }
  });

  verifies(
    'C-23',
    'a handler that takes itself away and adds itself again hears of each notification once',
    async () => {
      const { client, transports } = await readyBench({});
      const changed = { jsonrpc: '2.0', method: 'notifications/tools/list_changed' };
      let heard = 0;
      let off: () => void = () => {};
      const again = (): void => {
        heard += 1;
        off();
        if (heard < 100) off = client.onNotification(again);
      };
      off = client.onNotification(again);
      transports[0]?.receive(changed);
      transports[0]?.receive(changed);
      expect(heard).toBe(2);
    },
  );

  verifies(
    'C-23',
    'one function that is added twice is taken away once each, and not while others still hear',
    async () => {
      const { client, transports } = await readyBench({});
      const heard: string[] = [];
      const handler = (method: string): unknown => heard.push(method);
      const offs = [client.onNotification(handler), client.onNotification(handler)];
      for (const off of offs) {
        transports[0]?.receive({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
        off();
      }
      transports[0]?.receive({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
      expect(heard).toHaveLength(3);
    },
  );
});
