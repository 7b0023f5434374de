import { describe, expect } from 'vitest';
import type { ToolOutcome } from '../../src/adapter/tool-outcome.ts';
import type { ToolResult } from '../../src/protocol/tool-result.ts';
import { longestBlockMs, tooLongMs } from '../support/event-loop.ts';
import { outcomeFor, textResult } from '../support/tools.ts';
import { verifies } from './verifies.ts';

describe('structured content', () => {
  const outputSchema = { type: 'object', properties: { count: { type: 'integer' } }, required: ['count'] };
  const text = 'three things';

  verifies('A-05', 'what fits the output schema is checked, and handed on', async () => {
    const outcome = await outcomeFor(textResult(text, { structuredContent: { count: 3 } }), {}, { outputSchema });
    expect(outcome).toMatchObject({ structuredContent: { count: 3 }, structuredVerdict: { status: 'checked' }, text });
  });

  // Complaints: google-gemini/gemini-cli#21053, #27725; mongodb-js/mongodb-mcp-server#869: a rule hid the real answer.
  verifies('A-05', 'a failure that is text alone stays what it is, whatever the output schema says', async () => {
    const outcome = await outcomeFor(textResult('the disk is full', { isError: true }), {}, { outputSchema });
    expect(outcome).toEqual({ isError: true, content: expect.any(Array), text: 'the disk is full', truncations: [] });
  });

  verifies('A-05', 'an array, nothing, and a wrong type keep their text, and get a verdict', async () => {
    for (const [structured, reason] of [
      [{ structuredContent: [1, 2] }, 'does not fit'],
      [{ structuredContent: { count: 'three' } }, 'count'],
      [{ structuredContent: null }, 'does not fit'],
      [{}, 'sent no structured content'],
    ] as const) {
      const warned = await outcomeFor(textResult(text, structured), {}, { outputSchema });
      const verdict = { status: 'rejected', reason: expect.stringContaining(reason) };
      expect(warned).toMatchObject({ isError: false, text, structuredVerdict: verdict, ...structured });
      const rejected = await outcomeFor(textResult(text, structured), { onMismatch: 'reject' }, { outputSchema });
      expect(rejected).toMatchObject({ isError: false, structuredVerdict: verdict });
      expect(rejected).not.toHaveProperty('structuredContent');
      expect(rejected.text.startsWith(text)).toBe(true);
    }
  });

  verifies('A-05', 'an array fits a schema that says so, and without a schema anything does', async () => {
    const array = textResult(text, { structuredContent: [1, 2] });
    expect(await outcomeFor(array, {}, { outputSchema: { type: 'array' } })).toMatchObject({
      structuredVerdict: { status: 'checked' },
    });
    const unchecked = await outcomeFor(array);
    expect(unchecked).toMatchObject({ structuredContent: [1, 2] });
    expect(unchecked).not.toHaveProperty('structuredVerdict');
  });

  verifies('A-05', 'structured content counts, but not what a text says already; alone it is the text', async () => {
    const rows = Array.from({ length: 1_200 }, (_, index) => ({ index, name: 'x' }));
    const json = JSON.stringify({ rows });
    const pretty = JSON.stringify({ rows }, undefined, 1).replaceAll('\n', '');
    expect(Buffer.byteLength(json)).toBeGreaterThan(20_000);
    const again = await outcomeFor(textResult(pretty, { structuredContent: { rows } }));
    expect(again).toMatchObject({ structuredContent: { rows }, truncations: [] });
    const other = await outcomeFor(textResult(pretty.replace('x', 'y'), { structuredContent: { rows } }));
    expect(other.truncations).toMatchObject([
      { what: 'structured-content', bytes: Buffer.byteLength(json), keptBytes: 0 },
    ]);
    const alone = await outcomeFor({ content: [], structuredContent: { rows }, isError: false });
    expect(alone).toMatchObject({ text: json, structuredContent: { rows }, truncations: [] });
  });

  verifies('A-05', 'structured content that is too deep is left out, and breaks nothing', async () => {
    let deep: unknown = 0;
    for (let level = 0; level < 100_000; level += 1) deep = [deep];
    const outcome = await outcomeFor(textResult(text, { structuredContent: { deep } }));
    expect(outcome).toMatchObject({ truncations: [{ what: 'structured-content', bytes: Number.NaN }] });
    expect(outcome.text).toContain('nested deeper than 128 levels');
  });

  verifies('A-05', 'that no text says the same is found out in the time of the texts that are shown', async () => {
    const rows = Array.from({ length: 1_200 }, (_, index) => ({ index, name: 'x' }));
    const content = Array.from({ length: 100_000 }, () => ({ type: 'text' as const, text: '{}' }));
    const result: ToolResult = { content, structuredContent: { rows }, isError: false };
    let outcome: ToolOutcome | undefined;
    expect(await longestBlockMs(async () => (outcome = await outcomeFor(result)))).toBeLessThan(tooLongMs);
    expect(outcome?.truncations.map(({ what }) => what)).toEqual(['text', 'structured-content']);
  });
});
