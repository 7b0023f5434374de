import { describe, expect, vi } from 'vitest';
import { LineDecoder } from '../../src/wire/line-decoder.ts';
import { peerBench } from '../support/peer.ts';
import { readToolResult } from '../../src/protocol/tool-result.ts';
import { verifies } from './verifies.ts';

function decode(
  chunks: readonly (string | Buffer)[],
  maxLineBytes = 1_000,
): { lines: [string, number][]; ok: boolean } {
  const lines: [string, number][] = [];
  const decoder = new LineDecoder({ maxLineBytes, onLine: (line, bytes) => lines.push([line, bytes]) });
  const ok = chunks.every((chunk) => decoder.push(Buffer.from(chunk)));
  return { lines, ok };
}

describe('lines', () => {
  verifies('C-20', 'U+2028, U+2029, U+0085 and CR end no line; 0x0A does', () => {
    const text = 'a\u2028b\u2029c\u0085d\re';
    expect(decode([`${text}\n\nf\n`]).lines.map(([line]) => line)).toEqual([text, '', 'f']);
  });

  verifies('C-20', 'a character may come in pieces, and a line in many chunks, at every size of a piece', () => {
    const bytes = Buffer.from('工具 🧰 é\nsecond\n');
    for (let size = 1; size <= bytes.length; size += 1) {
      const chunks = [];
      for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size));
      expect(decode(chunks).lines).toEqual([
        ['工具 🧰 é', 14],
        ['second', 6],
      ]);
    }
  });

  verifies(
    'C-20',
    'a line of the limit passes; one byte more ends the decoding as soon as it is seen, newline or not',
    () => {
      expect(decode(['x'.repeat(10), '\n'], 10).ok).toBe(true);
      for (const chunks of [
        ['x'.repeat(11)],
        ['x'.repeat(10), 'x'],
        ['x'.repeat(11), '\n'],
        ['x'.repeat(11) + '\nnext\n'],
        ['xxxx', 'x'.repeat(7) + '\n'],
      ]) {
        const { lines, ok } = decode(chunks, 10);
        expect([ok, lines]).toEqual([false, []]);
      }
      expect(decode(['工'.repeat(4)], 11).ok).toBe(false); // bytes, not characters
    },
  );

  verifies(
    'C-20',
    'a long line costs as much for each byte as a short one: pieces are not copied again and again',
    () => {
      const copy = vi.spyOn(Buffer.prototype, 'copy');
      const concat = vi.spyOn(Buffer, 'concat');
      const decoder = new LineDecoder({ maxLineBytes: 2 ** 26, onLine: () => {} });
      const piece = Buffer.alloc(1_000, 'x');
      for (let index = 0; index < 8_000; index += 1) decoder.push(piece);
      const copied = copy.mock.results.reduce((sum, { value }) => sum + Number(value), 0);
      vi.restoreAllMocks();
      expect(concat).not.toHaveBeenCalled();
      expect(copied).toBe(8_000_000);
      expect(decoder.pendingBytes).toBe(8_000_000);
    },
  );
});

describe('bytes that are no UTF-8', () => {
  verifies('C-20', 'they are replaced and reported; the character U+FFFD itself is a character', async () => {
    for (const policy of ['tolerant', 'strict'] as const) {
      const lines: [string, number][] = [];
      const decoder = new LineDecoder({ maxLineBytes: 1_000, onLine: (line, bytes) => lines.push([line, bytes]) });
      decoder.push(Buffer.from('{"jsonrpc":"2.0","id":1,"result":{"is":"\ufffd"}}\n'));
      decoder.push(
        Buffer.concat([
          Buffer.from('{"jsonrpc":"2.0","id":2,"result":{"was":"'),
          Buffer.from([0xff]),
          Buffer.from('"}}\n'),
        ]),
      );
      const { peer, transport, ask, clock, diagnostics } = peerBench({ stdout: policy });
      const calls = [await ask(), await ask()];
      for (const [line, bytes] of lines) transport.receive(line, bytes);
      await clock.settle();
      expect(calls[0]?.ended()).toEqual({ is: '\ufffd' });
      expect(diagnostics.map(({ kind }) => kind)).toEqual(['invalid-utf8']);
      if (policy === 'tolerant') expect(calls[1]?.ended()).toEqual({ was: '\ufffd' });
      else expect(calls[1]?.ended()).toMatchObject({ code: 'MCP_PROTOCOL_ERROR' });
      expect(peer.counters.invalidUtf8).toBe(1);
    }
  });
});

describe('what a line becomes', () => {
  verifies(
    'C-20',
    'a message of more values than the limit is not even parsed, and its call need not wait',
    async () => {
      const { transport, ask, clock } = peerBench();
      transport.maxMessageValues = 10_000;
      const many = '{},'.repeat(12_000);
      const calls = [await ask(), await ask(), await ask()];
      transport.receive(`{"jsonrpc":"2.0","id":1,"result":{"a":[${many}0]}}`);
      transport.receive(`{"result":{"a":[${many}0]},"jsonrpc":"2.0","id":2}`);
      // As many of these characters in a text are no values, and nor is a quote that is escaped the end of a text.
      const text = '\\"{},[]\\\\'.repeat(12_000);
      transport.receive({ jsonrpc: '2.0', id: 3, result: { text } });
      await clock.settle();
      expect(calls[2]?.ended()).toEqual({ text });
      await clock.advance(100);
      for (const call of calls.slice(0, 2)) {
        expect(call.ended()).toMatchObject({ code: 'MCP_PROTOCOL_ERROR', message: expect.stringContaining('values') });
      }
    },
  );

  verifies('C-22', 'an array of more than a thousand messages is malformed, whatever the revision', async () => {
    const { peer, transport, ask, clock, diagnostics } = peerBench();
    peer.acceptsBatches = true;
    const call = await ask();
    transport.receive([{ jsonrpc: '2.0', id: 1, result: {} }, ...Array.from({ length: 1_000 }, () => 1)]);
    await clock.settle();
    expect(call.ended()).toMatchObject({ code: 'MCP_PROTOCOL_ERROR' });
    expect(diagnostics).toHaveLength(1);
  });

  verifies('C-20', 'a byte order mark before a message does no harm', async () => {
    const { transport, ask } = peerBench();
    const call = await ask();
    transport.receive('\ufeff{"jsonrpc":"2.0","id":1,"result":{"fine":true}}');
    await expect(call.answer).resolves.toMatchObject({ result: { fine: true } });
  });
});

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
});

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
});

describe('notifications', () => {
  verifies(
    'C-23',
    'a notification ends no request; an unknown one is handed on, and a bad handler breaks nothing',
    async () => {
      const seen: string[] = [];
      const onNotification = (method: string): unknown => {
        seen.push(method);
        if (seen.length === 1) throw new Error('of the host');
        return Promise.reject(new Error('of the host, later'));
      };
      const { transport, ask, clock, diagnostics } = peerBench({ onNotification });
      const call = await ask();
      transport.receive({ jsonrpc: '2.0', method: 'notifications/one', params: { id: 1 } });
      transport.receive({ jsonrpc: '2.0', method: 'notifications/two' });
      transport.receive({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 1 } });
      await clock.settle();
      expect(seen).toEqual(['notifications/one', 'notifications/two']);
      expect(diagnostics.map(({ kind }) => kind)).toEqual(['handler-failed', 'handler-failed']);
      expect(call.ended()).toBe('waits');
      transport.answer(1);
      await expect(call.answer).resolves.toBeDefined();
    },
  );

  verifies('C-23', 'answers that nobody waits for are a flood like any other', async () => {
    const { peer, transport } = peerBench({ some: { maxNotificationsPerSecond: 100 } });
    for (let id = 1_000; id < 1_200; id += 1) transport.answer(id);
    expect(peer.end).toMatchObject({ code: 'MCP_PROTOCOL_ERROR', message: expect.stringContaining('flood') });
  });

  verifies('C-23', 'a flood ends the server: by count, or by bytes, in a second', async () => {
    for (const some of [{ maxNotificationsPerSecond: 100 }, { maxNotificationBytesPerSecond: 5_000 }]) {
      const { peer, transport, clock } = peerBench({ some });
      const flood = (count: number): void => {
        for (let index = 0; index < count; index += 1) {
          transport.receive({ jsonrpc: '2.0', method: 'notifications/fixture' });
        }
      };
      flood(60);
      await clock.advance(1_000);
      flood(60); // no flood: it is another second
      expect(peer.end).toBeUndefined();
      flood(60);
      expect(peer.end).toMatchObject({ code: 'MCP_PROTOCOL_ERROR', message: expect.stringContaining('flood') });
    }
  });
});

describe('tool results', () => {
  verifies('C-25', 'content blocks of the specification are checked one by one; unknown kinds are kept as such', () => {
    const fine = [
      { type: 'text', text: '' },
      { type: 'image', data: 'AAAA', mimeType: 'image/png' },
      { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' },
      { type: 'resource_link', uri: 'file:///a', name: 'a' },
      { type: 'resource', resource: { uri: 'file:///a', text: 't' } },
      { type: 'resource', resource: { uri: 'file:///a', blob: 'AAAA' } },
    ];
    expect(readToolResult({ content: [...fine, { type: 'video', x: 1 }] })).toEqual({
      value: { content: [...fine, { type: 'unknown', kind: 'video', block: { type: 'video', x: 1 } }], isError: false },
    });
    const bad = [
      null,
      'text',
      {},
      { type: 'text' },
      { type: 'image', data: 'AAAA' },
      { type: 'resource', resource: { uri: 'u' } },
      { type: 'resource' },
      { type: 'resource_link', uri: 'u' },
    ];
    for (const block of bad) {
      expect(readToolResult({ content: [{ type: 'text', text: '' }, block] }), JSON.stringify(block)).toMatchObject({
        problem: expect.stringContaining('content[1]'),
      });
    }
    for (const result of [
      {},
      { content: 'text' },
      { content: [], isError: 'yes' },
      { content: [], structuredContent: [] },
    ]) {
      expect(readToolResult(result)).toMatchObject({ problem: expect.any(String) });
    }
    expect(readToolResult({ structuredContent: { a: 1 } })).toMatchObject({
      value: { content: [], structuredContent: { a: 1 } },
    });
  });

  verifies('C-25', 'a key __proto__ in a result is a key, and changes no prototype', async () => {
    const { transport, ask } = peerBench();
    const call = await ask();
    transport.receive(
      '{"jsonrpc":"2.0","id":1,"result":{"content":[],"structuredContent":{"__proto__":{"polluted":1}},"__proto__":{"isError":true}}}',
    );
    const { result } = await call.answer;
    expect(readToolResult(result)).toMatchObject({ value: { isError: false } });
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});
