import { describe, expect } from 'vitest';
import { legacyRevisions } from '../../src/protocol/revisions.ts';
import { initialized, readyBench, watch } from '../support/memory-client.ts';
import { peerBench } from '../support/peer.ts';
import { verifies } from './verifies.ts';

describe('malformed messages', () => {
  const answers: [string, Record<string, unknown>][] = [
    ['both', { jsonrpc: '2.0', id: 1, result: {}, error: { code: 1, message: 'm' } }],
    ['neither', { jsonrpc: '2.0', id: 1 }],
    ['a wrong version', { jsonrpc: '1.0', id: 1, result: {} }],
    ['no version', { id: 1, result: {} }],
    ['an error that is text', { jsonrpc: '2.0', id: 1, error: 'failed' }],
    ['an error without a code', { jsonrpc: '2.0', id: 1, error: { message: 'm' } }],
    ['a result that is text', { jsonrpc: '2.0', id: 1, result: 'text' }],
    ['a result that is an array', { jsonrpc: '2.0', id: 1, result: [] }],
  ];

  verifies('C-22', 'tolerant: a malformed answer ends its call at once, and no other', async () => {
    for (const [what, answer] of answers) {
      const { transport, ask, clock, peer } = peerBench();
      const call = await ask();
      const other = await ask();
      transport.receive(answer);
      await clock.settle();
      expect(call.ended(), what).toMatchObject({ code: 'MCP_PROTOCOL_ERROR', requestId: 1 });
      expect(other.ended(), what).toBe('waits');
      expect(peer.end, what).toBeUndefined();
    }
  });

  verifies('C-22', 'strict: a malformed answer ends the connection, with every call', async () => {
    for (const [what, answer] of answers) {
      const { transport, ask, clock } = peerBench({ stdout: 'strict' });
      const calls = [await ask(), await ask()];
      transport.receive(answer);
      await clock.settle();
      for (const call of calls) expect(call.ended(), what).toMatchObject({ code: 'MCP_PROTOCOL_ERROR' });
    }
  });

  verifies(
    'C-22',
    'scalars, empty arrays, id null, ids of other kinds: reported, and matched with nobody',
    async () => {
      const strange = [
        '42',
        'null',
        '"text"',
        '[]',
        '{}',
        '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"parse"}}',
        '{"jsonrpc":"2.0","id":1.5,"result":{}}',
        '{"jsonrpc":"2.0","id":[1],"result":{}}',
        '{"jsonrpc":"2.0","id":{"a":1},"result":{}}',
      ];
      for (const line of strange) {
        const { transport, ask, clock, diagnostics } = peerBench();
        const call = await ask();
        transport.receive(line);
        await clock.advance(200);
        expect(call.ended(), line).toBe('waits');
        expect(diagnostics.length, line).toBe(1);
      }
    },
  );

  verifies('C-22', 'unknown members are ignored, and a member that is null is none', async () => {
    const { transport, ask } = peerBench();
    const call = await ask();
    transport.receive({ jsonrpc: '2.0', id: 1, result: { fine: true }, error: null, extra: 1 });
    await expect(call.answer).resolves.toMatchObject({ result: { fine: true } });
  });

  verifies('C-08', 'an array of messages is taken apart under 2025-03-26, and malformed everywhere else', async () => {
    const spoiled = expect.objectContaining({ code: 'MCP_PROTOCOL_ERROR' });
    for (const accepts of [true, false]) {
      const { peer, transport, ask, clock } = peerBench();
      peer.acceptsBatches = accepts;
      const calls = [await ask(), await ask()];
      transport.receive([1, 2].map((id) => ({ jsonrpc: '2.0', id, result: { of: id } })));
      await clock.settle();
      expect(calls.map((call) => call.ended())).toEqual(accepts ? [{ of: 1 }, { of: 2 }] : [spoiled, spoiled]);
    }
  });

  verifies('C-22', 'whose answer is in an array where there may be none is told, however it is spoiled', async () => {
    const spoiled = [
      { jsonrpc: '2.0', id: 1, result: {} },
      { jsonrpc: '2.0', id: 1, error: { code: 1, message: 'm' } },
      { jsonrpc: '2.0', id: '1', result: {} },
      { jsonrpc: '1.0', id: 1, result: {} },
      { jsonrpc: '2.0', id: 1 },
      { jsonrpc: '2.0', id: 1, result: 'text' },
    ];
    for (const answer of spoiled) {
      const { transport, ask, clock } = peerBench();
      const calls = [await ask(), await ask()];
      transport.receive([42, answer, { jsonrpc: '2.0', id: 2, method: 'ping' }]);
      await clock.advance(200);
      expect(calls.map((call) => call.ended())).toMatchObject([{ code: 'MCP_PROTOCOL_ERROR' }, 'waits']);
    }
  });

  verifies('C-22', 'an array of more than a thousand messages is malformed, whatever the revision', async () => {
    const { peer, transport, ask, clock, diagnostics } = peerBench();
    peer.acceptsBatches = true;
    const call = await ask();
    transport.receive([{ jsonrpc: '2.0', id: 1, result: {} }, ...Array.from({ length: 1_000 }, () => 1)]);
    await clock.settle();
    expect(call.ended()).toMatchObject({ code: 'MCP_PROTOCOL_ERROR' });
    expect(diagnostics).toHaveLength(1);
  });

  verifies('C-08', 'whether arrays are taken apart is what the handshake agreed on', async () => {
    for (const protocolVersion of legacyRevisions) {
      const { client, clock, transports } = await readyBench({
        initialize: () => ({ ...initialized, protocolVersion }),
      });
      const ends = [watch(client.ping()), watch(client.ping())];
      await clock.settle();
      const sent = transports[0]?.sent ?? [];
      expect(sent.map(({ method }) => method)).toEqual(['initialize', 'notifications/initialized', 'ping', 'ping']);
      transports[0]?.receive(sent.slice(2).map(({ id }) => ({ jsonrpc: '2.0', id, result: {} })));
      await clock.settle();
      const end =
        protocolVersion === '2025-03-26' ? undefined : expect.objectContaining({ code: 'MCP_PROTOCOL_ERROR' });
      expect(
        ends.map((ended) => ended()),
        protocolVersion,
      ).toEqual([end, end]);
    }
  });

  verifies('C-22', 'what was not sent yet has no answer, whatever comes with its id', async () => {
    for (const answer of [
      { jsonrpc: '2.0', id: 2, result: {} },
      { jsonrpc: '2.0', id: 2, error: { code: -1, message: 'guessed' } },
      { jsonrpc: '2.0', id: 2 },
      { jsonrpc: '2.0', id: '2', result: {} },
      [{ jsonrpc: '2.0', id: 2, result: {} }],
    ]) {
      const { transport, ask, clock } = peerBench();
      transport.full = true;
      await ask();
      const waiting = await ask();
      transport.receive(answer);
      await clock.advance(200);
      expect(waiting.ended(), JSON.stringify(answer)).toBe('waits');
      transport.full = false;
      transport.drain();
      await clock.settle();
      transport.answer(2, { mine: true });
      await expect(waiting.answer).resolves.toMatchObject({ result: { mine: true } });
    }
  });
});
