import { describe, expect } from 'vitest';
import { readToolResult } from '../../src/protocol/tool-result.ts';
import { peerBench } from '../support/peer.ts';
import { verifies } from './verifies.ts';

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
    expect(readToolResult({ content: [...fine, { type: 'video', x: 1 }] }, 'legacy')).toEqual({
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
      expect(
        readToolResult({ content: [{ type: 'text', text: '' }, block] }, 'legacy'),
        JSON.stringify(block),
      ).toMatchObject({
        problem: expect.stringContaining('content[1]'),
      });
    }
    for (const result of [
      {},
      { content: 'text' },
      { content: [], isError: 'yes' },
      { content: [], structuredContent: [] },
    ]) {
      expect(readToolResult(result, 'legacy')).toMatchObject({ problem: expect.any(String) });
    }
    expect(readToolResult({ structuredContent: { a: 1 } }, 'legacy')).toMatchObject({
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
    expect(readToolResult(result, 'legacy')).toMatchObject({ value: { isError: false } });
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});
