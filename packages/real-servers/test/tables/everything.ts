import { expect } from 'vitest';
import { text, type ToolTable } from '../support/tool-table.ts';

const gzip = 'gzip-file-as-resource';
const data = 'data:text/plain,hello';

/** What server-everything offers to every client. */
export const everythingTools: ToolTable = [
  { tool: 'echo', args: { message: 'grüße, 世界 🌍' }, answer: { content: text('Echo: grüße, 世界 🌍') } },
  { tool: 'echo', args: {}, answer: { isError: true, content: text(/-32602/) } },
  { tool: 'get-sum', args: { a: 2, b: 40 }, answer: { content: text('The sum of 2 and 40 is 42.') } },
  { tool: 'get-sum', args: { a: 'two' }, answer: { isError: true, content: text(/expected number/) } },
  { tool: 'get-env', answer: { content: text(/"PATH"/) } },
  {
    tool: 'get-annotated-message',
    args: { messageType: 'error', includeImage: true },
    answer: {
      content: [
        {
          type: 'text',
          text: 'Error: Operation failed',
          annotations: { priority: 1, audience: ['user', 'assistant'] },
        },
        { type: 'image', mimeType: 'image/png', annotations: { priority: 0.5 } },
      ],
    },
  },
  {
    tool: 'get-tiny-image',
    answer: {
      content: [
        { type: 'text' },
        { type: 'image', mimeType: 'image/png', data: expect.stringMatching(/^iVBORw0KGgo/) },
        { type: 'text' },
      ],
    },
  },
  {
    tool: 'get-structured-content',
    args: { location: 'Chicago' },
    answer: {
      content: text(/drizzle/),
      structuredContent: { temperature: 36, conditions: 'Light rain / drizzle', humidity: 82 },
    },
  },
  {
    tool: 'get-resource-links',
    args: { count: 2 },
    answer: {
      content: [
        { type: 'text' },
        { type: 'resource_link', uri: 'demo://resource/dynamic/blob/1', name: 'Blob Resource 1' },
        { type: 'resource_link', uri: 'demo://resource/dynamic/text/2', mimeType: 'text/plain' },
      ],
    },
  },
  {
    tool: 'get-resource-reference',
    args: { resourceType: 'Text', resourceId: 1 },
    answer: {
      content: [
        { type: 'text' },
        { type: 'resource', resource: { mimeType: 'text/plain', text: expect.stringContaining('Resource 1') } },
        { type: 'text' },
      ],
    },
  },
  {
    tool: 'get-resource-reference',
    args: { resourceType: 'Blob', resourceId: 3 },
    answer: {
      content: [{ type: 'text' }, { type: 'resource', resource: { blob: expect.any(String) } }, { type: 'text' }],
    },
  },
  // It fetches what it packs; a data URL holds it already, so no network is needed.
  {
    tool: gzip,
    args: { name: 'a.gz', data },
    answer: { content: [{ type: 'resource_link', uri: 'demo://resource/session/a.gz', mimeType: 'application/gzip' }] },
  },
  {
    tool: gzip,
    args: { name: 'b.gz', data, outputType: 'resource' },
    answer: { content: [{ type: 'resource', resource: { blob: expect.stringMatching(/^H4sI/) } }] },
  },
  { tool: 'toggle-simulated-logging', answer: { content: text(/^Started/) } },
  { tool: 'toggle-simulated-logging', answer: { content: text(/^Stopped/) } },
  { tool: 'toggle-subscriber-updates', answer: { content: text(/^Started/) } },
  { tool: 'toggle-subscriber-updates', answer: { content: text(/^Stopped/) } },
  {
    tool: 'trigger-long-running-operation',
    args: { duration: 0.1, steps: 2 },
    answer: { content: text(/^Long running operation completed/) },
  },
  // A task of 2025-11-25 only, which this client does not speak; the server says so in a result.
  {
    tool: 'simulate-research-query',
    args: { topic: 'tests' },
    answer: { isError: true, content: text(/requires task augmentation/) },
  },
];

const pageOfTheTest = 'http://127.0.0.1/never-opened';

/**
 * What it offers beside that to a client that answers questions: these ask for roots, sampling and elicitation. Two more
 * (`-async`) it keeps for clients that declare tasks, which this one refuses to declare.
 */
export const everythingAsks: ToolTable = [
  { tool: 'get-roots-list', answer: { content: text(/1 total[^]*the root[^]*file:\/\/\/srv\/root/) } },
  { tool: 'trigger-sampling-request', args: { prompt: 'Hi' }, answer: { content: text(/"text": "sampled"/) } },
  {
    tool: 'trigger-elicitation-request',
    answer: { content: [...text(/provided the requested/), ...text(/Name: Ada/), ...text(/Raw result/)] },
  },
  {
    tool: 'trigger-url-elicitation',
    args: { url: pageOfTheTest },
    answer: { content: [...text(/completed the URL/), ...text(/Raw result/)] },
  },
];
