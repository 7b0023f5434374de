import { abortListeners } from '@coding-agent/fixture-servers/testing';
import { describe, expect } from 'vitest';
import { McpProtocolError } from '../../src/errors.ts';
import { errorOf, peerBench } from '../support/peer.ts';
import { verifies } from './verifies.ts';

describe('completion', () => {
  verifies('C-12', 'the first end of a request is its only one, and gives back timer, listener and entry', async () => {
    const ends: ((bench: ReturnType<typeof peerBench>, caller: AbortController) => unknown)[] = [
      ({ transport }) => transport.answer(1, { end: 'answer' }),
      ({ transport }) => transport.receive({ jsonrpc: '2.0', id: 1, error: { code: 7, message: 'no' } }),
      ({ clock }) => clock.advance(1_000),
      (_, caller) => caller.abort(),
      ({ transport }) => transport.end(),
      ({ peer }) => peer.close(),
      ({ transport }) => transport.receive({ jsonrpc: '2.0', id: 1, result: {}, error: { code: 1, message: '' } }),
    ];
    for (const [index, first] of ends.entries()) {
      for (const second of ends) {
        const bench = peerBench();
        const caller = new AbortController();
        const call = await bench.ask({ signal: caller.signal });
        await first(bench, caller);
        await bench.clock.settle();
        const ended = call.ended();
        expect(ended, `end ${index} settles`).not.toBe('waits');
        expect([bench.peer.pendingCount, bench.clock.timers, abortListeners(caller.signal)]).toEqual([0, 0, 0]);
        await second(bench, caller);
        await bench.clock.settle();
        expect(call.ended()).toBe(ended);
        expect(bench.peer.pendingCount).toBe(0);
      }
    }
  });

  verifies('C-12', 'answers in any order each reach their own request', async () => {
    const { transport, ask } = peerBench();
    const calls = [await ask(), await ask(), await ask()];
    for (const id of [3, 1, 2]) transport.answer(id, { of: id });
    for (const call of calls) await expect(call.answer).resolves.toMatchObject({ result: { of: call.id } });
  });

  verifies('C-12', 'an answer that comes twice, or to nobody, is counted and dropped', async () => {
    const { peer, transport, ask, diagnostics } = peerBench();
    const call = await ask();
    const other = await ask();
    transport.answer(1, { first: true });
    transport.answer(1, { first: false });
    transport.answer(77);
    await expect(call.answer).resolves.toMatchObject({ result: { first: true } });
    expect(other.ended()).toBe('waits');
    expect(peer.counters).toMatchObject({ lateAnswers: 1, unknownAnswers: 1 });
    expect(diagnostics.map(({ kind }) => kind)).toEqual(['unknown-answer', 'unknown-answer']);
  });
});

describe('what the server says', () => {
  verifies('C-15', 'a JSON-RPC error has its code and bounded data, and its message holds neither', async () => {
    const { transport, ask } = peerBench();
    const call = await ask();
    const error = { code: -32_602, message: 'no such \u001b[31mtool', data: { stack: 'at secret.js' } };
    transport.receive({ jsonrpc: '2.0', id: 1, error });
    const thrown = await errorOf(call.answer);
    expect(thrown).toBeInstanceOf(McpProtocolError);
    expect(thrown).toMatchObject({
      code: 'MCP_ERROR',
      remoteCode: -32_602,
      data: { stack: 'at secret.js' },
      requestId: 1,
    });
    expect(thrown.message).toBe('no such \\u001b[31mtool');
    expect(thrown.outcome).toBeUndefined(); // the server says what became of it

    const big = await ask();
    transport.receive({ jsonrpc: '2.0', id: 2, error: { code: 1, message: '', data: 'x'.repeat(100_000) } });
    expect(await errorOf(big.answer)).toMatchObject({ code: 'MCP_ERROR', message: 'error 1', data: undefined });
    const deep = await ask();
    const levels = 100_000;
    const data = `${'['.repeat(levels)}${']'.repeat(levels)}`;
    transport.receive(`{"jsonrpc":"2.0","id":3,"error":{"code":1,"message":"deep","data":${data}}}`);
    expect(await errorOf(deep.answer)).toMatchObject({ code: 'MCP_ERROR', message: 'deep', data: undefined });
    const after = await ask();
    transport.answer(4);
    await expect(after.answer).resolves.toBeDefined();
  });

  verifies(
    'C-16',
    'a request that was never written says so; one that may have arrived says that nobody knows',
    async () => {
      const { transport, ask, peer } = peerBench();
      transport.full = true;
      const sent = await ask();
      const queued = await ask();
      transport.end();
      expect(await errorOf(sent.answer)).toMatchObject({ code: 'MCP_PROCESS_EXIT', outcome: 'unknown' });
      expect(await errorOf(queued.answer)).toMatchObject({ code: 'MCP_PROCESS_EXIT', outcome: 'not-sent' });
      const later = errorOf(peer.request({ method: 'tools/call', params: {}, timeoutMs: 1_000 }));
      expect(await later).toMatchObject({ code: 'MCP_PROCESS_EXIT', outcome: 'not-sent' });
      expect(transport.sentWith('tools/call')).toHaveLength(1);
    },
  );
});
