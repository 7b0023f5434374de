import { describe, expect } from 'vitest';
import { peerBench } from '../support/peer.ts';
import { verifies } from './verifies.ts';

describe('a full pipe', () => {
  verifies('C-17', 'nothing is written until the pipe drains, and then in order', async () => {
    const { transport, ask, clock } = peerBench();
    transport.full = true;
    for (let index = 0; index < 3; index += 1) await ask();
    expect(transport.sent.map(({ id }) => id)).toEqual([1]);
    transport.full = false;
    transport.drain();
    await clock.settle();
    expect(transport.sent.map(({ id }) => id)).toEqual([1, 2, 3]);
    expect(transport.writes).toHaveLength(2);
  });

  verifies('C-17', 'a request that ends while it waits is never written, nor cancelled', async () => {
    const { peer, transport, ask, clock } = peerBench();
    transport.full = true;
    await ask();
    const caller = new AbortController();
    const aborted = await ask({ signal: caller.signal });
    const late = await ask({ timeoutMs: 50 });
    await ask();
    caller.abort();
    await clock.advance(50);
    expect(aborted.ended()).toMatchObject({ code: 'MCP_ABORTED', outcome: 'not-sent' });
    expect(late.ended()).toMatchObject({ code: 'MCP_TIMEOUT', outcome: 'not-sent' });
    transport.full = false;
    transport.drain();
    await clock.settle();
    expect(transport.sent.map(({ id, method }) => id ?? method)).toEqual([1, 4]);
    expect(peer.queuedBytes).toBe(0);
  });

  verifies(
    'C-17',
    'what waits is bounded by count and by bytes; over it MCP_BUSY comes at once, without a timer',
    async () => {
      const { peer, transport, ask, clock } = peerBench({ some: { maxPending: 3, maxQueuedBytes: 200 } });
      transport.full = true;
      await ask();
      await ask({ params: { text: 'x'.repeat(100) } });
      const bytes = await ask({ params: { text: 'x'.repeat(100) } });
      expect(bytes.ended()).toMatchObject({ code: 'MCP_BUSY', outcome: 'not-sent' });
      await ask();
      const count = await ask();
      expect(count.ended()).toMatchObject({ code: 'MCP_BUSY', outcome: 'not-sent' });
      expect([peer.pendingCount, clock.timers, peer.counters.busy]).toEqual([3, 1, 2]);
    },
  );

  verifies(
    'C-14',
    'a cancellation that has no room is dropped: a timeout ends its own request and no other',
    async () => {
      const { peer, transport, ask, clock } = peerBench({ some: { maxQueuedMessages: 1, maxPending: 10 } });
      const sent = await ask({ timeoutMs: 50 });
      transport.full = true;
      const writing = await ask({ timeoutMs: 5_000 });
      const waiting = await ask({ timeoutMs: 5_000 });
      await clock.advance(50);
      expect(sent.ended()).toMatchObject({ code: 'MCP_TIMEOUT' });
      expect([peer.end, writing.ended(), waiting.ended()]).toEqual([undefined, 'waits', 'waits']);
    },
  );

  verifies(
    'C-17',
    'what waits in a lane counts as what waits to be written, and characters are counted as bytes',
    async () => {
      const lane = { name: 'slow', limit: 1 };
      const { peer, ask } = peerBench({ some: { maxQueuedBytes: 1_000 } });
      const text = '工'.repeat(200); // 600 bytes
      await ask({ lane });
      const first = await ask({ lane, params: { text } });
      const second = await ask({ lane, params: { text } });
      expect([first.ended(), second.ended()]).toEqual(['waits', expect.objectContaining({ code: 'MCP_BUSY' })]);
      expect(peer.queuedBytes).toBeGreaterThan(600);
      expect(peer.queuedBytes).toBeLessThan(800);
    },
  );

  verifies('C-17', 'a write that fails ends the requests that were in it, and nobody else', async () => {
    const { transport, ask, clock } = peerBench();
    const before = await ask();
    transport.full = true;
    const failing = await ask();
    transport.drain(new Error('EPIPE'));
    await clock.settle();
    expect(failing.ended()).toMatchObject({ code: 'MCP_WRITE_FAILED', outcome: 'unknown' });
    expect(before.ended()).toBe('waits');
  });

  verifies('C-17', 'a tool that is served one call at a time gets one call at a time', async () => {
    const { transport, ask, clock } = peerBench();
    const lane = { name: 'slow', limit: 1 };
    await ask({ lane });
    const second = await ask({ lane, timeoutMs: 50 });
    await ask({ lane });
    await ask();
    expect(transport.sent.map(({ id }) => id)).toEqual([1, 4]);
    await clock.advance(50); // who waits keeps its deadline
    expect(second.ended()).toMatchObject({ code: 'MCP_TIMEOUT', outcome: 'not-sent' });
    transport.answer(1);
    await clock.settle();
    expect(transport.sent.map(({ id }) => id)).toEqual([1, 4, 3]);
  });

  verifies('C-17', 'a server that asks and never reads is not answered without bound', async () => {
    const { peer, transport, clock } = peerBench({ some: { maxQueuedBytes: 500 } });
    transport.full = true;
    for (let id = 1; id <= 50; id += 1) {
      transport.receive({ jsonrpc: '2.0', id, method: 'ping' });
      await clock.settle();
    }
    expect(peer.end).toMatchObject({ code: 'MCP_PROTOCOL_ERROR' });
    expect(peer.queuedBytes).toBe(0);
  });
});
