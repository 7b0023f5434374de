import { abortListeners } from '@coding-agent/fixture-servers/testing';
import { describe, expect } from 'vitest';
import { type McpClientError, McpProtocolError } from '../../src/errors.ts';
import { errorOf, peerBench } from '../support/peer.ts';
import { verifies } from './verifies.ts';

const lastWrite = (writes: readonly (readonly unknown[])[]): unknown => JSON.parse(String(writes.flat().at(-1)));

describe('ids', () => {
  verifies('C-10', 'ids go up by one and are never used twice, whatever became of their requests', async () => {
    const { transport, ask, clock } = peerBench();
    await ask({ timeoutMs: 10 });
    await clock.advance(10); // a timeout, and its cancellation
    const second = await ask();
    transport.answer(2);
    await second.answer;
    await ask();
    expect(transport.sentWith('tools/call').map((message) => message.id)).toEqual([1, 2, 3]);
  });

  verifies('C-10', 'the string "1" is not 1: it answers nothing, and the call that it spoils is told', async () => {
    const { transport, ask, clock } = peerBench();
    const call = await ask();
    transport.answer('1', { value: 'of nobody' });
    await clock.settle();
    expect(call.ended()).toBe('waits');
    await clock.advance(100);
    expect(call.ended()).toMatchObject({ code: 'MCP_PROTOCOL_ERROR', outcome: 'unknown' });
  });

  verifies('C-10', 'an answer in order may still come after one with a string as its id', async () => {
    const { transport, ask, clock } = peerBench();
    const call = await ask();
    transport.answer('1', { value: 'of nobody' });
    transport.answer(1, { value: 'mine' });
    await clock.advance(100);
    expect(call.ended()).toEqual({ value: 'mine' });
  });
});

describe('order of a request', () => {
  verifies('C-11', 'parameters that are no JSON are refused by name, with nothing sent and no id used', async () => {
    const { peer, transport, ask, clock } = peerBench({ some: { maxDepth: 8, maxSentBytes: 1_000 } });
    const circle: Record<string, unknown> = {};
    circle['self'] = circle;
    const deep = JSON.parse(`${'['.repeat(9)}${']'.repeat(9)}`) as unknown;
    const bad: [unknown, RegExp][] = [
      [{ when: 1n }, /params\.when is a bigint/],
      [{ items: [0, { at: new Date(0) }] }, /params\.items\[1\]\.at is a Date/],
      [{ 'a b': Number.NaN }, /params\["a b"\] is NaN/],
      [{ run: () => {} }, /params\.run is a function/],
      [circle, /params\.self.* contains itself/],
      [{ deep }, /nested deeper than 8 levels/],
      [{ text: 'x'.repeat(1_000) }, /more than 1000 bytes/],
      [{ hole: [undefined] }, /params\.hole\[0\] is undefined/],
    ];
    for (const [params, words] of bad) {
      const error = await errorOf(peer.request({ method: 'tools/call', params: params as object, timeoutMs: 1_000 }));
      expect(error).toMatchObject({
        code: 'MCP_INVALID_PARAMS',
        outcome: 'not-sent',
        message: expect.stringMatching(words),
      });
    }
    await clock.settle();
    expect([transport.writes.length, peer.pendingCount, clock.timers]).toEqual([0, 0, 0]);
    await ask();
    expect(transport.sent.map((message) => message.id)).toEqual([1]);
  });

  verifies('C-11', 'the entry is there before the write: an answer may be faster', async () => {
    const { transport, ask } = peerBench();
    transport.onSent = ({ id }) => transport.answer(id, { early: true });
    const call = await ask();
    await expect(call.answer).resolves.toMatchObject({ result: { early: true } });
  });

  verifies('C-11', 'an abort that came first is seen first, before bad parameters', async () => {
    const { peer } = peerBench();
    const request = { method: 'tools/call', params: { big: 1n }, timeoutMs: 1_000, signal: AbortSignal.abort() };
    expect(await errorOf(peer.request(request))).toMatchObject({ code: 'MCP_ABORTED' });
  });
});

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
});

describe('timeout', () => {
  verifies('C-14', 'a timeout ends its request, tells the server, and lets the others go on', async () => {
    const { transport, ask, clock } = peerBench();
    const short = await ask({ timeoutMs: 50 });
    const long = await ask({ timeoutMs: 5_000 });
    await clock.advance(49);
    expect(short.ended()).toBe('waits');
    await clock.advance(1);
    expect(short.ended()).toMatchObject({ code: 'MCP_TIMEOUT', timeout: 'idle', timeoutMs: 50, outcome: 'unknown' });
    expect(transport.sentWith('notifications/cancelled').map(({ params }) => params?.['requestId'])).toEqual([1]);
    transport.answer(2, { fine: true });
    await expect(long.answer).resolves.toMatchObject({ result: { fine: true } });
    expect(clock.timers).toBe(0);
  });

  verifies('C-14', 'a late answer is counted, dropped, and its body told to nobody', async () => {
    const { peer, transport, ask, clock, diagnostics } = peerBench();
    await ask({ timeoutMs: 50 });
    await clock.advance(50);
    transport.answer(1, { body: 'private' });
    expect(peer.counters.lateAnswers).toBe(1);
    expect(JSON.stringify(diagnostics)).not.toContain('private');
  });

  verifies('C-14', 'what may not be cancelled is not', async () => {
    const { transport, ask, clock } = peerBench();
    await ask({ method: 'initialize', cancellable: false, timeoutMs: 50 });
    await clock.advance(50);
    expect(transport.sent.map(({ method }) => method)).toEqual(['initialize']);
  });

  verifies('C-14', 'progress gives the time anew, up to a total, and needs no handler', async () => {
    const { transport, ask, clock } = peerBench();
    const call = await ask({ timeoutMs: 100, maxTotalTimeoutMs: 250, resetTimeoutOnProgress: true });
    const token = transport.progressToken;
    const progress = {
      jsonrpc: '2.0',
      method: 'notifications/progress',
      params: { progressToken: token, progress: 1 },
    };
    for (const ms of [90, 90]) {
      await clock.advance(ms);
      transport.receive(progress);
    }
    expect(call.ended()).toBe('waits');
    await clock.advance(69);
    expect(call.ended()).toBe('waits');
    await clock.advance(1);
    expect(call.ended()).toMatchObject({ code: 'MCP_TIMEOUT', timeout: 'total', timeoutMs: 250 });
  });

  verifies('C-14', 'progress changes no deadline unless that was agreed, and a total holds alone', async () => {
    const { transport, ask, clock } = peerBench();
    const seen: unknown[] = [];
    const call = await ask({ timeoutMs: 100, onProgress: (params) => seen.push(params['progress']) });
    const token = transport.progressToken;
    await clock.advance(90);
    transport.receive({
      jsonrpc: '2.0',
      method: 'notifications/progress',
      params: { progressToken: token, progress: 5 },
    });
    await clock.advance(10);
    expect(call.ended()).toMatchObject({ code: 'MCP_TIMEOUT', timeout: 'idle' });
    expect(seen).toEqual([5]);
  });

  verifies('C-14', 'a thousand timeouts at one moment all come, in slices', async () => {
    const { peer, ask, clock, transport } = peerBench();
    const calls = [];
    for (let index = 0; index < 1_000; index += 1) calls.push(ask({ timeoutMs: 50 }));
    const asked = await Promise.all(calls);
    await clock.advance(60);
    expect(asked.every((call) => (call.ended() as McpClientError).code === 'MCP_TIMEOUT')).toBe(true);
    expect([peer.pendingCount, clock.timers]).toEqual([0, 0]);
    expect(transport.sentWith('notifications/cancelled')).toHaveLength(1_000);
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

describe('requests of the server', () => {
  verifies(
    'C-18',
    'a request with the id of ours answers nothing: ping is answered, what is unknown refused',
    async () => {
      const { transport, ask, clock } = peerBench();
      const call = await ask();
      transport.receive({ jsonrpc: '2.0', id: 1, method: 'ping' });
      transport.receive({ jsonrpc: '2.0', id: 'a', method: '__proto__', params: {} });
      await clock.settle();
      expect(call.ended()).toBe('waits');
      expect(transport.sent.slice(1)).toEqual([
        { jsonrpc: '2.0', id: 1, result: {} },
        { jsonrpc: '2.0', id: 'a', error: { code: -32_601, message: expect.any(String) } },
      ]);
    },
  );

  verifies(
    'C-18',
    'a handler answers; one that throws says nothing of the host; a cancelled one says nothing at all',
    async () => {
      let aborted = false;
      const handlers = {
        'roots/list': () => ({ roots: [] }),
        'sampling/createMessage': () => {
          throw new Error('secret of the host');
        },
        'elicitation/create': async (_: unknown, { signal }: { signal: AbortSignal }) => {
          await new Promise((resolve) => signal.addEventListener('abort', resolve));
          aborted = true;
        },
      };
      const { transport, clock, diagnostics } = peerBench({ handlers });
      transport.receive({ jsonrpc: '2.0', id: 's1', method: 'roots/list' });
      await clock.settle();
      expect(lastWrite(transport.writes)).toEqual({ jsonrpc: '2.0', id: 's1', result: { roots: [] } });
      transport.receive({ jsonrpc: '2.0', id: 's2', method: 'sampling/createMessage', params: {} });
      await clock.settle();
      expect(lastWrite(transport.writes)).toMatchObject({ id: 's2', error: { code: -32_603 } });
      expect(JSON.stringify([transport.sent, diagnostics])).not.toContain('secret');
      transport.receive({ jsonrpc: '2.0', id: 's3', method: 'elicitation/create', params: {} });
      await clock.settle();
      transport.receive({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 's3' } });
      await clock.settle();
      expect([aborted, transport.sent.length]).toEqual([true, 2]);
    },
  );
});
