import { expect } from 'vitest';
import { text, type ToolTable } from '../support/tool-table.ts';

const value = { text: 'grüße, 世界 🌍 \u2028 "quoted" \\', deep: [1.5, null, { yes: true }] };
const everyByte = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));

/** What our server in Python's standard library offers. */
export const pythonTools: ToolTable = [
  { tool: 'echo', args: { value }, answer: { content: text(/世界 🌍/), structuredContent: { value } } },
  { tool: 'divide', args: { a: 1, b: 4 }, answer: { content: text('0.25') } },
  { tool: 'divide', args: { a: 1, b: 0 }, answer: { isError: true, content: text('division by zero') } },
  {
    tool: 'bytes',
    answer: { content: [{ type: 'resource', resource: { blob: everyByte.toString('base64') } }] },
  },
  { tool: 'wait', because: 'it has no end of its own; a test of its own cancels it' },
  { tool: 'cancelled', answer: { content: text('0') } },
  { tool: 'start-helper', answer: { structuredContent: { pid: expect.any(Number) } } },
  { tool: 'log', answer: { content: text('logged') } },
  { tool: 'ask-roots', answer: { content: text(/file:\/\/\/srv\/root/) } },
];
