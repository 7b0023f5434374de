import { describe, expect } from 'vitest';
import { peerBench } from '../support/peer.ts';
import { verifies } from './verifies.ts';

describe('noise', () => {
  verifies('C-21', 'tolerant: noise is counted and sampled, printable and short, and calls go on', async () => {
    const { peer, transport, ask, diagnostics } = peerBench();
    const call = await ask();
    transport.receive('Server listening on \u001b[32mstdio');
    transport.receive(`log ${'x'.repeat(5_000)}`);
    transport.answer(1, { fine: true });
    await expect(call.answer).resolves.toMatchObject({ result: { fine: true } });
    expect(peer.counters.noiseLines).toBe(2);
    expect(diagnostics.map(({ kind }) => kind)).toEqual(['noise', 'noise']);
    expect(diagnostics[0]?.sample).toBe('Server listening on \\u001b[32mstdio');
    expect(diagnostics[1]?.sample?.length).toBeLessThan(250);
  });

  verifies(
    'C-21',
    'tolerant: whatever is no protocol is told once, with a sample, and its bytes are counted',
    async () => {
      const lines = [
        'listening',
        '42',
        '[]',
        '["a", "list"]',
        '[{"jsonrpc":"2.0","method":"notifications/message"}]',
        '{"level":30,"msg":"started"}',
        '{"jsonrpc":"2.0","id":null}',
      ];
      for (const line of lines) {
        const { peer, transport, diagnostics } = peerBench();
        transport.receive(line);
        expect(diagnostics.map(({ sample }) => sample)).toEqual([line]);
        expect(peer.counters.receivedBytes, line).toBe(line.length);
      }
    },
  );

  verifies('C-21', 'tolerant has an end: too many lines, or too many bytes, end the connection', async () => {
    for (const some of [{ maxNoiseLines: 5 }, { maxNoiseBytes: 100 }]) {
      const { peer, transport, ask } = peerBench({ some });
      const call = await ask();
      for (let index = 0; index < 7; index += 1) transport.receive('noise that goes on and on');
      expect(peer.end).toMatchObject({ code: 'MCP_PROTOCOL_ERROR' });
      await expect(call.answer).rejects.toMatchObject({ code: 'MCP_PROTOCOL_ERROR' });
      expect(transport.closed).toBe(1);
    }
  });

  verifies('C-21', 'strict: the first line that is no protocol ends the connection for everybody', async () => {
    const { peer, transport, ask } = peerBench({ stdout: 'strict' });
    const call = await ask();
    transport.receive('hello');
    await expect(call.answer).rejects.toMatchObject({ code: 'MCP_PROTOCOL_ERROR' });
    expect([peer.end?.code, transport.closed]).toEqual(['MCP_PROTOCOL_ERROR', 1]);
  });

  verifies(
    'C-21',
    'an answer behind a banner is not believed, and its call does not wait for the timeout',
    async () => {
      const { transport, ask, clock } = peerBench();
      const call = await ask({ timeoutMs: 60_000 });
      transport.receive('Loading… {"jsonrpc":"2.0","id":1,"result":{"forged":true}}');
      await clock.settle();
      expect(call.ended()).toBe('waits');
      await clock.advance(100);
      expect(call.ended()).toMatchObject({ code: 'MCP_PROTOCOL_ERROR', outcome: 'unknown' });
    },
  );

  verifies('C-21', 'a stream whose end was spoiled is over too, also when nothing else is under way', async () => {
    const { transport, ask, clock } = peerBench();
    const stream = await ask({ method: 'subscriptions/listen', timeoutMs: Infinity });
    const call = await ask();
    transport.receive('{"jsonrpc":"2.0","id":1,"result":{"cut');
    transport.answer(2);
    await expect(call.answer).resolves.toBeDefined();
    await clock.advance(100);
    expect(stream.ended()).toMatchObject({ code: 'MCP_PROTOCOL_ERROR' });
    expect(clock.timers).toBe(0);
  });
});
