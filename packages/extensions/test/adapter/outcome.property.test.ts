import fc from 'fast-check';
import { expect, test } from 'vitest';
import { resolveAdapterLimits } from '../../src/adapter/adapter-limits.ts';
import { cutText, linesIn } from '../../src/adapter/cut-text.ts';
import { grouped } from '../../src/adapter/omission.ts';
import { outcomeOf } from '../../src/adapter/outcome-of.ts';
import type { ContentBlock } from '../../src/protocol/tool-result.ts';

const text = fc.string({
  unit: fc.constantFrom('a', 'é', '€', '\u{1f600}', '\n', '[', '…', ' ', '\ud83d'),
  maxLength: 60,
});
const base64 = fc.string({ unit: fc.constantFrom('A', 'b', '9', '/'), maxLength: 40 });

const block: fc.Arbitrary<ContentBlock> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ type: fc.constant('text' as const), text }) },
  fc.record({ type: fc.constantFrom('image' as const, 'audio' as const), data: base64, mimeType: text }),
  fc.record({ type: fc.constant('resource' as const), resource: fc.record({ uri: text, text }) }),
  fc.record({ type: fc.constant('resource' as const), resource: fc.record({ uri: text, blob: base64 }) }),
  fc.record({ type: fc.constant('resource_link' as const), uri: text, name: text }),
  fc.record({ type: fc.constant('unknown' as const), kind: text, block: fc.dictionary(text, fc.jsonValue()) }),
);

/** Bytes of what says that something was left out: a few lines, however much that is. */
const marks = 500;

test('an outcome is within its limits, whatever the server answers, and what it left out is in truncations', async () => {
  const limits = fc.record({
    maxTextBytes: fc.integer({ min: 1, max: 400 }),
    maxTextLines: fc.integer({ min: 1, max: 20 }),
    maxMediaBytes: fc.integer({ min: 1, max: 40 }),
    maxTotalMediaBytes: fc.integer({ min: 1, max: 80 }),
    maxBlocks: fc.integer({ min: 1, max: 6 }),
  });
  const structured = fc.option(fc.jsonValue(), { nil: undefined });
  await fc.assert(
    fc.asyncProperty(
      fc.array(block, { maxLength: 10 }),
      structured,
      limits,
      async (content, structuredContent, given) => {
        const result = { content, isError: false, ...(structuredContent === undefined ? {} : { structuredContent }) };
        const terms = {
          serverName: 's',
          toolName: 't',
          limits: resolveAdapterLimits(given),
          onMismatch: 'warn',
        } as const;
        const outcome = await outcomeOf(result, terms);
        const leftOut = outcome.truncations.length * 200 + marks;
        expect(Buffer.byteLength(outcome.text)).toBeLessThanOrEqual(given.maxTextBytes + leftOut);
        expect(outcome.text.split('\n').length).toBeLessThanOrEqual(
          given.maxTextLines + outcome.truncations.length + 1,
        );
        const media = outcome.content.map((one) =>
          one.type === 'image' || one.type === 'audio'
            ? one.data.length
            : one.type === 'resource'
              ? (one.resource.blob ?? '').length
              : 0,
        );
        expect(Math.max(0, ...media)).toBeLessThanOrEqual(given.maxMediaBytes);
        expect(media.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(given.maxTotalMediaBytes);
        // A line that begins as ours do is ours: no text of the server made one.
        const ours = outcome.text.split('\n').filter((line) => line.startsWith('[… '));
        const expected =
          /^\[… (?:(?:image|audio|resource|link to|content of the kind|structured content) ?|[\d,]+ (?:of|more) )/;
        for (const line of ours) expect(line).toMatch(expected);
        const shown = outcome.content
          .filter((one) => one.type === 'text')
          .map((one) => one.text)
          .join('');
        const isWhole = outcome.truncations.every(({ what }) => what !== 'text');
        const all = content
          .filter((one) => one.type === 'text')
          .every((one) => shown.includes(one.text) || one.text.includes('[…'));
        expect(!isWhole || all).toBe(true);
      },
    ),
    { numRuns: 500 },
  );
});

test('a cut is the longest beginning that fits, at a whole character', () => {
  fc.assert(
    fc.property(text, fc.integer({ min: 0, max: 120 }), fc.integer({ min: 1, max: 8 }), (whole, maxBytes, maxLines) => {
      const cut = cutText(whole, maxBytes, maxLines);
      const lines = whole.split('\n').slice(0, maxLines).join('\n');
      let expected = '';
      for (const character of lines) {
        if (Buffer.byteLength(expected + character) > maxBytes) break;
        expected += character;
      }
      expect(cut.text.toWellFormed()).toBe(expected.toWellFormed());
      expect(cut).toMatchObject({
        bytes: Buffer.byteLength(cut.text),
        lines: linesIn(cut.text),
        isWhole: expected === whole,
      });
    }),
    { numRuns: 2_000 },
  );
});

test('numbers are grouped in threes', () => {
  expect([0, 999, 1_000, 1_234_567].map(grouped)).toEqual(['0', '999', '1,000', '1,234,567']);
});
