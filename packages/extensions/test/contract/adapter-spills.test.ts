import { describe, expect } from 'vitest';
import type { SpillContent } from '../../src/adapter/spill.ts';
import type { ContentBlock } from '../../src/protocol/tool-result.ts';
import { adapterBench, outcomeFor, textResult, tool } from '../support/tools.ts';
import { verifies } from './verifies.ts';

const mebibyte = 1024 * 1024;

describe('what is kept elsewhere', () => {
  const long = textResult(`${'a'.repeat(60_000)}\u{1f600}`);

  verifies('A-05', 'the whole of what is cut goes to the spill, and its place is named', async () => {
    const kept: SpillContent[] = [];
    const spill = async (content: SpillContent): Promise<string> => `/spill/${kept.push(content)}`;
    const image: ContentBlock = { type: 'image', data: 'A'.repeat(6 * mebibyte), mimeType: 'image/png' };
    const content = [...long.content, image];
    const outcome = await outcomeFor({ content, structuredContent: ['b'.repeat(60_000)], isError: false }, { spill });
    expect(kept.map(({ data, ...rest }) => [data.length, rest])).toEqual([
      [60_002, { serverName: 'files', toolName: 'a', what: 'text', encoding: 'utf8' }],
      [6 * mebibyte, { serverName: 'files', toolName: 'a', what: 'image', encoding: 'base64', mimeType: 'image/png' }],
      [
        60_004,
        {
          serverName: 'files',
          toolName: 'a',
          what: 'structured-content',
          encoding: 'utf8',
          mimeType: 'application/json',
        },
      ],
    ]);
    expect(outcome.truncations.map(({ spilledTo }) => spilledTo)).toEqual(['/spill/1', '/spill/2', '/spill/3']);
    expect(outcome.text.match(/; the whole is in \/spill\/\d\]/g)).toHaveLength(3);
    expect(outcome.text.isWellFormed() && !outcome.text.includes('\ufffd')).toBe(true);
  });

  verifies('A-05', 'a spill that fails, or is waited for in vain, takes nothing of the outcome away', async () => {
    const controller = new AbortController();
    let begun: () => void = () => {};
    const isBegun = new Promise<void>((resolve) => (begun = resolve));
    const never = (): Promise<string> => {
      begun();
      return new Promise(() => {});
    };
    for (const spill of [() => Promise.reject(new Error('no room')), async () => 7 as never]) {
      const outcome = await outcomeFor(long, { spill });
      expect(outcome.truncations).toEqual([{ what: 'text', bytes: 60_004, keptBytes: expect.any(Number) }]);
    }
    const { adapter } = adapterBench([tool('a')], () => long, { spill: never });
    const call = adapter.tools[0]?.execute({}, { signal: controller.signal });
    await isBegun;
    controller.abort();
    expect((await call)?.truncations).toHaveLength(1);
  });

  verifies('A-05', 'what is not cut is not kept elsewhere', async () => {
    let spilled = 0;
    const spill = async (): Promise<string> => `${(spilled += 1)}`;
    await outcomeFor(textResult('short', { structuredContent: { a: 1 } }), { spill });
    expect(spilled).toBe(0);
  });
});
