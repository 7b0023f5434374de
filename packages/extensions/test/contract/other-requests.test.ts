import { describe, expect } from 'vitest';
import { asks, bay, done } from '../support/input-rounds.ts';
import { discovered, initialized, readyBench, watch } from '../support/memory-client.ts';
import { verifies } from './verifies.ts';

describe('a request that has no method of its own', () => {
  verifies('C-09', 'needs the capability of its method, and is refused here without it, unsent', async () => {
    const needs: [method: string, without: object][] = [
      ['resources/list', { prompts: {} }],
      ['resources/templates/list', { prompts: {} }],
      ['resources/read', { prompts: {} }],
      ['resources/subscribe', { resources: {} }],
      ['resources/unsubscribe', { resources: { subscribe: false } }],
      ['prompts/list', { resources: {} }],
      ['prompts/get', { resources: {} }],
      ['logging/setLevel', { tools: {} }],
    ];
    for (const [method, without] of needs) {
      const all = { prompts: {}, resources: { subscribe: true }, logging: {} };
      for (const capabilities of [without, all]) {
        const initialize = (): object => ({ ...initialized, capabilities });
        const { client, clock, transports } = await readyBench({ initialize, [method]: () => ({}) });
        const end = watch(client.request(method));
        await clock.settle();
        const isSent = transports[0]?.sent.some((message) => message.method === method);
        const refused = expect.objectContaining({ code: 'MCP_CAPABILITY_MISSING', method, outcome: 'not-sent' });
        expect([end(), isSent]).toEqual(capabilities === all ? [{}, true] : [refused, false]);
        await client.close();
      }
    }
  });

  verifies('C-06', 'is none of those that the client sends itself: nothing is sent', async () => {
    const { client, clock, transports } = await readyBench({ 'tools/call': () => ({ content: [] }) });
    const before = transports[0]?.sent.length;
    for (const method of [
      'initialize',
      'notifications/initialized',
      'server/discover',
      'ping',
      'tools/list',
      'tools/call',
      'subscriptions/listen',
    ]) {
      const end = watch(client.request(method));
      await clock.settle();
      expect(end()).toMatchObject({ code: 'MCP_INVALID_PARAMS', method, outcome: 'not-sent' });
    }
    expect(transports[0]?.sent.length).toBe(before);
  });

  verifies('C-08', 'may ask back in the modern era, as a call does, and only its final result is given', async () => {
    const answers = [asks({ bay }, ' state '), done, { resultType: 'task' }];
    const script = {
      'server/discover': () => ({ ...discovered, capabilities: { prompts: {} } }),
      'prompts/get': () => answers.shift(),
    };
    const { client, clock, transports } = await readyBench(script, {
      era: 'modern',
      capabilities: { elicitation: { form: {} } },
      handlers: { 'elicitation/create': () => ({ action: 'decline' }) },
    });
    const end = watch(client.request('prompts/get', { name: 'p' }));
    await clock.settle();
    expect(end()).toEqual(done);
    const sent = transports[0]?.sent.filter(({ method }) => method === 'prompts/get') ?? [];
    expect(sent.map(({ params }) => [params?.['name'], params?.['requestState'], params?.['inputResponses']])).toEqual([
      ['p', undefined, undefined],
      ['p', ' state ', { bay: { action: 'decline' } }],
    ]);
    const unknown = watch(client.request('prompts/get', { name: 'p' }));
    await clock.settle();
    expect(unknown()).toMatchObject({ code: 'MCP_INVALID_RESULT', method: 'prompts/get' });
  });
});
