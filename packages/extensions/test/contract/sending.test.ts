import { describe, expect } from 'vitest';
import { readyBench } from '../support/memory-client.ts';
import { errorOf, peerBench } from '../support/peer.ts';
import { verifies } from './verifies.ts';

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

/** An object that cannot be read. */
function throwing(what: unknown): object {
  return Object.defineProperty({}, 'member', {
    enumerable: true,
    get: () => {
      throw what;
    },
  });
}

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
      [{ list: Object.assign([1], { toJSON: () => undefined }) }, /params\.list has a toJSON/],
      [{ plain: { toJSON: () => 1 } }, /params\.plain has a toJSON/],
      [throwing(new Error('of the host')), /params cannot be read: of the host/],
      [throwing(Object.create(null)), /params cannot be read: /],
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

  verifies('C-11', 'an option that nobody knows is refused by name, with nothing sent', async () => {
    const { client, transports } = await readyBench({});
    const sent = transports[0]?.sent.length;
    const wrong: object = { timeout: 5_000 };
    for (const call of [
      () => client.callTool('echo', {}, wrong),
      () => client.listTools(wrong),
      () => client.ping(wrong),
      () => client.initialize(wrong),
    ]) {
      const error = await errorOf(call());
      expect(error).toMatchObject({ code: 'MCP_INVALID_PARAMS', outcome: 'not-sent' });
      expect(error.message).toMatch(/^the option timeout does not exist; there are signal, timeoutMs/);
    }
    expect(transports[0]?.sent.length).toBe(sent);
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
