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
});
