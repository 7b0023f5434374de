import { acceptedContent, inputRequired, McpServer } from '@modelcontextprotocol/server';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';

/** A transparent PNG of one pixel. */
const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

/** Calls of any server of this process: over HTTP each request may have a server of its own. */
let cancelled = 0;

/** @param {string} value */
const text = (value) => ({ content: [{ type: /** @type {const} */ ('text'), text: value }] });

/**
 * A server as one writes it with the public API of the SDK: nothing here knows which era will be spoken.
 *
 * @returns {McpServer}
 */
export function makeServer() {
  const server = new McpServer({ name: 'sdk-server', version: '1.0.0' }, { capabilities: { logging: {} } });

  const numbers = z.object({ a: z.number(), b: z.number() });
  server.registerTool('add', { inputSchema: numbers, outputSchema: z.object({ sum: z.number() }) }, ({ a, b }) => ({
    ...text(String(a + b)),
    structuredContent: { sum: a + b },
  }));

  const squares = z.array(z.number());
  server.registerTool('squares', { outputSchema: squares }, () => ({
    ...text('1, 4, 9'),
    structuredContent: [1, 4, 9],
  }));

  server.registerTool('kinds', { description: 'One block of each kind' }, () => ({
    content: [
      { type: 'text', text: 'grüße, 世界 🌍' },
      { type: 'image', data: picture, mimeType: 'image/png' },
      { type: 'audio', data: 'UklGRg==', mimeType: 'audio/wav' },
      { type: 'resource_link', uri: 'file:///a.txt', name: 'a.txt', mimeType: 'text/plain' },
      { type: 'resource', resource: { uri: 'file:///b.txt', mimeType: 'text/plain', text: 'b' } },
      { type: 'resource', resource: { uri: 'file:///c.bin', blob: 'AAEC' } },
    ],
  }));

  server.registerTool('fail', {}, () => {
    throw new Error('this tool always fails');
  });

  server.registerTool('count', { inputSchema: z.object({ to: z.number().int() }) }, async ({ to }, { mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken;
    for (let progress = 1; progress <= to; progress += 1) {
      if (progressToken === undefined) break;
      const params = { progressToken, progress, total: to, message: `step ${progress}` };
      await mcpReq.notify({ method: 'notifications/progress', params });
    }
    return text(`counted to ${to}`);
  });

  // Tells of its progress until it is cancelled.
  server.registerTool('wait', {}, async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken;
    for (let progress = 1; !mcpReq.signal.aborted; progress += 1) {
      if (progressToken !== undefined) {
        await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress } });
      }
      await pause(20, undefined, { signal: mcpReq.signal }).catch(() => {});
    }
    cancelled += 1;
    return text('cancelled');
  });

  server.registerTool('cancelled', { description: 'How many calls were' }, () => text(String(cancelled)));

  server.registerTool('log', {}, async ({ mcpReq }) => {
    await mcpReq.log('warning', 'from a tool', 'sdk-server');
    return text('logged');
  });

  server.registerTool('grow', { description: 'Adds a tool' }, () => {
    server.registerTool('grown', {}, () => text('here I am'));
    return text('grown');
  });

  // Two questions, one after the other; the state says which one was answered.
  server.registerTool('order', { inputSchema: z.object({ dish: z.string() }) }, ({ dish }, { mcpReq }) => {
    const state = mcpReq.requestState();
    const size = typeof state === 'string' ? state.split(':')[1] : undefined;
    const { inputResponses } = mcpReq;
    const [sized, sure] = [z.object({ size: z.string() }), z.object({ sure: z.boolean() })];
    const chosen = size ?? acceptedContent(inputResponses, 'size', sized)?.size;
    const isAnswered = inputResponses !== undefined && (size !== undefined || chosen === undefined);
    if (isAnswered) {
      return text(
        acceptedContent(inputResponses, 'sure', sure)?.sure === true ? `a ${size} ${dish}` : `no ${dish} then`,
      );
    }
    if (chosen === undefined) {
      const question = inputRequired.elicit({ message: `What size of ${dish}?`, requestedSchema: sized });
      return inputRequired({ inputRequests: { size: question }, requestState: 'nothing' });
    }
    const question = inputRequired.elicit({ message: `A ${chosen} ${dish}?`, requestedSchema: sure });
    return inputRequired({ inputRequests: { sure: question }, requestState: `size:${chosen}` });
  });

  // What a host may be asked for beside its user, both at once.
  server.registerTool('ask-host', {}, ({ mcpReq }) => {
    const { inputResponses } = mcpReq;
    if (inputResponses !== undefined) return text(JSON.stringify(inputResponses));
    const messages = [
      { role: /** @type {const} */ ('user'), content: { type: /** @type {const} */ ('text'), text: 'Hi' } },
    ];
    return inputRequired({
      inputRequests: {
        thought: inputRequired.createMessage({ messages, maxTokens: 10 }),
        places: inputRequired.listRoots(),
      },
    });
  });

  return server;
}
