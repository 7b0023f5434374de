import { abortListeners } from '@coding-agent/fixture-servers/testing';
import { describe, expect } from 'vitest';
import { errorOf, peerBench } from '../support/peer.ts';
import { verifies } from './verifies.ts';

describe('abort', () => {
  verifies('C-13', 'a signal that was aborted before: nothing is written, and the code says abort', async () => {
    const { peer, transport, clock } = peerBench();
    const signal = AbortSignal.abort(new Error('changed my mind'));
    const error = await errorOf(peer.request({ method: 'tools/call', params: {}, timeoutMs: 1_000, signal }));
    expect(error).toMatchObject({ code: 'MCP_ABORTED', outcome: 'not-sent', abortReason: 'changed my mind' });
    await clock.settle();
    expect(transport.writes).toEqual([]);
  });

  verifies('C-13', 'an abort tells the server in neutral words, once; the reason stays with the caller', async () => {
    const { transport, ask, clock } = peerBench();
    const caller = new AbortController();
    const call = await ask({ signal: caller.signal });
    caller.abort('my secret reason');
    await clock.settle();
    expect(call.ended()).toMatchObject({ code: 'MCP_ABORTED', abortedBy: 'caller', abortReason: 'my secret reason' });
    const [cancel, ...more] = transport.sentWith('notifications/cancelled');
    expect(more).toEqual([]);
    expect(cancel?.params).toMatchObject({ requestId: 1 });
    expect(JSON.stringify(cancel)).not.toContain('secret');
    expect(abortListeners(caller.signal)).toBe(0);
  });

  verifies('C-13', 'a reason that throws when it is read is a reason like any other', async () => {
    const { ask, clock } = peerBench();
    const caller = new AbortController();
    const call = await ask({ signal: caller.signal });
    caller.abort(Object.create(null));
    await clock.settle();
    expect(call.ended()).toMatchObject({ code: 'MCP_ABORTED', abortReason: 'a reason that cannot be shown' });
  });

  verifies('C-13', 'a hundred calls on one signal are one listener, and none when they have ended', async () => {
    const { transport, ask } = peerBench();
    const { signal } = new AbortController();
    const calls = [];
    for (let index = 0; index < 100; index += 1) calls.push(await ask({ signal }));
    expect(abortListeners(signal)).toBe(1);
    for (const { id } of calls) transport.answer(id);
    await Promise.all(calls.map(({ answer }) => answer));
    expect(abortListeners(signal)).toBe(0);
  });

  verifies('C-13', 'a request that has ended is not cancelled, whatever its end was', async () => {
    const error = { code: 7, message: 'no' };
    const ends: ((bench: ReturnType<typeof peerBench>) => unknown)[] = [
      ({ transport }) => transport.answer(1),
      ({ transport }) => transport.receive({ jsonrpc: '2.0', id: 1, error }),
      ({ transport }) => transport.receive({ jsonrpc: '2.0', id: 1 }),
      ({ transport }) => transport.end(),
    ];
    for (const end of ends) {
      const bench = peerBench();
      const caller = new AbortController();
      const call = await bench.ask({ signal: caller.signal });
      end(bench);
      await bench.clock.settle();
      expect(call.ended()).not.toBe('waits');
      caller.abort();
      await bench.clock.advance(10_000);
      expect(bench.transport.sent.map(({ method }) => method)).toEqual(['tools/call']);
    }
  });

  verifies('C-13', 'an answer that comes after the cancellation is dropped, and the next request goes on', async () => {
    const { transport, ask, clock, peer } = peerBench();
    const caller = new AbortController();
    const call = await ask({ signal: caller.signal });
    caller.abort();
    await clock.settle();
    transport.answer(1, { late: true });
    transport.receive({ jsonrpc: '2.0', id: 1, error: { code: -32_800, message: 'cancelled' } });
    expect(call.ended()).toMatchObject({ code: 'MCP_ABORTED' });
    const next = await ask();
    transport.answer(2, { fine: true });
    await expect(next.answer).resolves.toMatchObject({ result: { fine: true } });
    expect([peer.counters.lateAnswers, peer.end]).toEqual([2, undefined]);
  });
});
