import { expect } from 'vitest';
import { text, type ToolTable } from '../support/tool-table.ts';

/** What our server with the SDK offers in both eras. Who cannot be asked back (legacy over HTTP, without sessions) fails. */
export const sdkTools = (era: 'legacy' | 'modern', mayAsk = true): ToolTable => [
  { tool: 'add', args: { a: 1, b: 2 }, answer: { content: text('3'), structuredContent: { sum: 3 } } },
  { tool: 'add', args: { a: 'one' }, answer: { isError: true, content: text(/Invalid/i) } },
  {
    tool: 'squares',
    // Only the modern era knows structured content that is no object; for the other the SDK packs it into one.
    answer: { structuredContent: era === 'modern' ? [1, 4, 9] : { result: [1, 4, 9] } },
  },
  {
    tool: 'kinds',
    answer: {
      content: [
        { type: 'text', text: 'grüße, 世界 🌍' },
        { type: 'image', mimeType: 'image/png', data: expect.stringMatching(/^iVBORw0KGgo/) },
        { type: 'audio', mimeType: 'audio/wav', data: 'UklGRg==' },
        { type: 'resource_link', uri: 'file:///a.txt', name: 'a.txt', mimeType: 'text/plain' },
        { type: 'resource', resource: { uri: 'file:///b.txt', text: 'b' } },
        { type: 'resource', resource: { uri: 'file:///c.bin', blob: 'AAEC' } },
      ],
    },
  },
  { tool: 'fail', answer: { isError: true, content: text('this tool always fails') } },
  { tool: 'count', args: { to: 3 }, answer: { content: text('counted to 3') } },
  { tool: 'wait', because: 'it has no end of its own; a test of its own cancels it' },
  { tool: 'cancelled', answer: { content: text('0') } },
  { tool: 'log', answer: { content: text('logged') } },
  { tool: 'order', args: { dish: 'soup' }, answer: mayAsk ? { content: text('a large soup') } : { isError: true } },
  {
    tool: 'ask-host',
    answer: mayAsk ? { content: text(/"thought".*"sampled".*"places".*file:\/\/\/srv\/root/) } : { isError: true },
  },
  { tool: 'grow', answer: { content: text('grown') } },
];
