import { describe, expect, vi } from 'vitest';
import { LineDecoder } from '../../src/wire/line-decoder.ts';
import { peerBench } from '../support/peer.ts';
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

  verifies('C-20', 'so are those in an array of messages, where there may be one', async () => {
    const { peer, transport, ask, clock } = peerBench({ stdout: 'strict' });
    peer.acceptsBatches = true;
    const call = await ask();
    const line = '[{"jsonrpc":"2.0","id":1,"result":{"was":"\ufffd"}}]';
    transport.receive(line, Buffer.byteLength(line) - 2);
    await clock.settle();
    expect(call.ended()).toMatchObject({ code: 'MCP_PROTOCOL_ERROR' });
    expect(peer.counters.invalidUtf8).toBe(1);
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

  verifies('C-20', 'a byte order mark before a message does no harm', async () => {
    const { transport, ask } = peerBench();
    const call = await ask();
    transport.receive('\ufeff{"jsonrpc":"2.0","id":1,"result":{"fine":true}}');
    await expect(call.answer).resolves.toMatchObject({ result: { fine: true } });
  });
});
