import { describe, expect } from 'vitest';
import { InboundRefusal } from '../../src/rpc/inbound-handlers.ts';
import { asks, bay, calling } from '../support/input-rounds.ts';
import { verifies } from './verifies.ts';

describe('a tool that needs input', () => {
  verifies('C-12', 'fails when it asks again and again', async () => {
    const { call, calls } = await calling(Array(20).fill(asks({ bay })), { 'elicitation/create': () => ({}) });
    const ended = await call();
    expect(ended()).toMatchObject({ code: 'MCP_INVALID_RESULT', message: expect.stringContaining('10 rounds') });
    expect(calls()).toHaveLength(11);
  });

  verifies('C-13', 'is over for its caller when that takes it back, also while somebody is asked', async () => {
    const controller = new AbortController();
    const signals: AbortSignal[] = [];
    const { call, calls, clock, client } = await calling([asks({ bay })], {
      'elicitation/create': (_, { signal }) => (signals.push(signal), new Promise(() => {})),
    });
    const ended = await call({}, { signal: controller.signal });
    expect([ended(), signals[0]?.aborted]).toEqual(['waits', false]);
    controller.abort(new Error('enough'));
    await clock.settle();
    expect(ended()).toMatchObject({ code: 'MCP_ABORTED', abortReason: 'enough', outcome: 'unknown' });
    expect([signals[0]?.aborted, calls().length, clock.timers, client.pendingCount]).toEqual([true, 1, 0, 0]);
  });

  verifies('C-14', 'ends with the time in all, which counts over all rounds', async () => {
    const { call, clock } = await calling([asks({ bay })], { 'elicitation/create': () => new Promise(() => {}) });
    const ended = await call({}, { maxTotalTimeoutMs: 5_000 });
    await clock.advance(4_999);
    expect(ended()).toBe('waits');
    await clock.advance(1);
    expect(ended()).toMatchObject({ code: 'MCP_TIMEOUT', timeout: 'total', timeoutMs: 5_000, outcome: 'unknown' });
    expect(clock.timers).toBe(0);

    const second = await calling([asks({ bay })], {
      'elicitation/create': () => new Promise((resolve) => void second.clock.setTimer(3_000, () => resolve({}))),
    });
    const late = await second.call({}, { maxTotalTimeoutMs: 5_000 });
    await second.clock.advance(3_000);
    expect(second.calls()).toHaveLength(2);
    await second.clock.advance(2_000);
    expect(late()).toMatchObject({ code: 'MCP_TIMEOUT', timeout: 'total' });
  });

  verifies('C-32', 'ends with the connection, and whoever is asked is told to stop', async () => {
    for (const how of ['exit', 'close'] as const) {
      const signals: AbortSignal[] = [];
      const { call, clock, transport, client } = await calling([asks({ bay })], {
        'elicitation/create': (_, { signal }) => (signals.push(signal), new Promise(() => {})),
      });
      const ended = await call();
      if (how === 'exit') transport.end();
      else void client.close();
      await clock.settle();
      expect(ended()).toMatchObject({
        code: how === 'exit' ? 'MCP_PROCESS_EXIT' : 'CLIENT_CLOSED',
        outcome: 'unknown',
      });
      expect([signals[0]?.aborted, clock.timers]).toEqual([true, 0]);
    }
  });

  verifies(
    'C-18',
    'fails when a handler does, with its error as the cause, and the others are told to stop',
    async () => {
      const causes = [new Error('of the host'), new InboundRefusal({ code: -1, message: 'the user says no' })];
      for (const cause of causes) {
        const signals: AbortSignal[] = [];
        const { call, calls, client, clock } = await calling([asks({ bay, more: { method: 'roots/list' } })], {
          'elicitation/create': () => Promise.reject(cause),
          'roots/list': (_, { signal }) => (signals.push(signal), new Promise(() => {})),
        });
        const ended = await call();
        expect(ended()).toMatchObject({ code: 'MCP_ABORTED', abortedBy: 'user', outcome: 'unknown', cause });
        expect([signals[0]?.aborted, calls().length, client.state, clock.timers]).toEqual([true, 1, 'ready', 0]);
      }
    },
  );

  verifies(
    'C-13',
    'is cancelled in the round that waits, and not at all while nothing waits at the server',
    async () => {
      const whileAsked = new AbortController();
      const asking = await calling([asks({ bay })], { 'elicitation/create': () => new Promise(() => {}) });
      await asking.call({}, { signal: whileAsked.signal });
      whileAsked.abort();
      await asking.clock.settle();
      expect(asking.transport.sentWith('notifications/cancelled')).toEqual([]);

      const inRound = new AbortController();
      const waiting = await calling([asks({ bay })], { 'elicitation/create': () => ({}) });
      await waiting.call({}, { signal: inRound.signal });
      inRound.abort();
      await waiting.clock.settle();
      const [, second] = waiting.calls();
      const cancelled = waiting.transport
        .sentWith('notifications/cancelled')
        .map(({ params }) => params?.['requestId']);
      expect(cancelled).toEqual([second?.id]);
    },
  );

  verifies('C-12', 'asks nobody when the end or the abort came in one piece with its question', async () => {
    const ends = [asks({ bay }), asks(undefined, 'later')];
    for (const how of ['close', 'abort'] as const) {
      for (const result of ends) {
        let asked = 0;
        const { client, call, clock, transport } = await calling([], {
          'elicitation/create': () => ((asked += 1), new Promise(() => {})),
        });
        const controller = new AbortController();
        transport.onSent = ({ id, method }) => {
          if (method !== 'tools/call') return;
          transport.answer(id, result);
          if (how === 'close') void client.close();
          else controller.abort();
        };
        const ended = await call({}, { signal: controller.signal });
        expect(ended()).toMatchObject({
          code: how === 'close' ? 'CLIENT_CLOSED' : 'MCP_ABORTED',
          outcome: 'unknown',
        });
        expect([asked, clock.timers]).toEqual([0, 0]);
      }
    }
  });
});
