import { abortListeners } from '@coding-agent/fixture-servers/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { peerBench } from '../support/peer.ts';

test('any order of answers settles each request once, with its own value', async () => {
  const orders = fc.integer({ min: 1, max: 40 }).chain((count) => {
    const ids = Array.from({ length: count }, (_, index) => index + 1);
    return fc.shuffledSubarray(ids, { minLength: count, maxLength: count });
  });
  await fc.assert(
    fc.asyncProperty(orders, async (order) => {
      const { peer, transport, ask, clock } = peerBench();
      const calls = await Promise.all(order.map(() => ask()));
      for (const id of order) {
        transport.answer(id, { of: id });
        transport.answer(id, { of: 'somebody else' });
      }
      await clock.settle();
      expect(calls.map((call) => call.ended())).toEqual(calls.map((_, index) => ({ of: index + 1 })));
      expect([peer.pendingCount, clock.timers]).toEqual([0, 0]);
    }),
    { numRuns: 60 },
  );
});

/** One thing that can happen to a connection with up to eight requests on it. */
const step = fc.oneof(
  fc.record({
    do: fc.constant('ask' as const),
    timeoutMs: fc.integer({ min: 1, max: 50 }),
    signal: fc.integer({ min: 0, max: 2 }),
    lane: fc.boolean(),
  }),
  fc.record({
    do: fc.constantFrom('answer' as const, 'refuse' as const, 'spoil' as const, 'string-id' as const),
    id: fc.integer({ min: 0, max: 9 }),
  }),
  fc.record({ do: fc.constant('time' as const), ms: fc.integer({ min: 1, max: 120 }) }),
  fc.record({ do: fc.constant('abort' as const), signal: fc.integer({ min: 0, max: 2 }) }),
  fc.record({
    do: fc.constantFrom(
      'fill' as const,
      'drain' as const,
      'break' as const,
      'noise' as const,
      'settle' as const,
      'question' as const,
      'reply' as const,
    ),
  }),
);
const end = fc.constantFrom('exit' as const, 'close' as const, 'both' as const);

test('whatever happens in whatever order, each request ends once and everything is given back', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), end, async (steps, how) => {
      const replies: ((result: object) => void)[] = [];
      const handlers = { 'roots/list': () => new Promise<object>((resolve) => replies.push(resolve)) };
      const { peer, transport, clock } = peerBench({ handlers, maxStandstillMs: 100 });
      const callers = [new AbortController(), new AbortController(), new AbortController()];
      const settled: number[] = [];
      const all: Promise<void>[] = [];
      for (const happens of steps) {
        switch (happens.do) {
          case 'ask': {
            const index = all.length;
            const signal = callers[happens.signal]?.signal;
            const lane = happens.lane ? { name: 'tool', limit: 1 } : undefined;
            const request = { method: 'tools/call', params: {}, timeoutMs: happens.timeoutMs, signal, lane };
            const count = (): void => void (settled[index] = (settled[index] ?? 0) + 1);
            all.push(peer.request(request).then(count, count));
            break;
          }
          case 'answer':
            transport.answer(happens.id);
            break;
          case 'string-id':
            transport.answer(String(happens.id));
            break;
          case 'refuse':
            transport.receive({ jsonrpc: '2.0', id: happens.id, error: { code: 1, message: 'no' } });
            break;
          case 'spoil':
            transport.receive({ jsonrpc: '2.0', id: happens.id });
            break;
          case 'time':
            await clock.advance(happens.ms);
            break;
          case 'abort':
            callers[happens.signal]?.abort();
            break;
          case 'fill':
            transport.full = true;
            break;
          case 'drain':
            transport.full = false;
            transport.drain();
            break;
          case 'break':
            transport.drain(new Error('EPIPE'));
            break;
          case 'noise':
            transport.receive('noise');
            break;
          case 'question':
            transport.receive({ jsonrpc: '2.0', id: `question ${replies.length}`, method: 'roots/list' });
            break;
          case 'reply':
            replies.at(-1)?.({ roots: [] });
            break;
          case 'settle':
            await clock.settle();
            break;
        }
      }
      if (how !== 'close') transport.end();
      if (how !== 'exit') await peer.close();
      await clock.settle();
      await Promise.all(all);
      expect(settled).toEqual(all.map(() => 1));
      expect([peer.pendingCount, peer.queuedBytes, clock.timers]).toEqual([0, 0, 0]);
      expect(callers.map(({ signal }) => abortListeners(signal))).toEqual([0, 0, 0]);
      for (const { id } of transport.sentWith('tools/call')) expect(typeof id).toBe('number');
    }),
    { numRuns: 300 },
  );
});
