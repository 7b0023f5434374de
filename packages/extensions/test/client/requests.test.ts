import { describe, expect, test } from 'vitest';
import type { CallOptions, JsonObject } from '../../src/index.ts';
import { asks, bay } from '../support/input-rounds.ts';
import { discovered, initialized, readyBench, Refusal, watch, type ClientBench } from '../support/memory-client.ts';

const uri = 'file:///a.txt';
const contents = [{ uri, text: 'a' }];
const everything = { prompts: {}, resources: { subscribe: true }, logging: {}, completions: {} };

function legacyBench(answer: (params: JsonObject | undefined) => unknown): Promise<ClientBench> {
  return readyBench({
    initialize: () => ({ ...initialized, capabilities: everything }),
    'resources/read': ({ params }) => answer(params),
  });
}

describe('a request that has no method of its own', () => {
  test('is sent with its parameters, and its result is given as it came', async () => {
    const { client, clock, transports } = await legacyBench(() => ({ contents, extra: [1], _meta: { a: null } }));
    const read = watch(client.request('resources/read', { uri }));
    await clock.settle();
    expect(read()).toEqual({ contents, extra: [1], _meta: { a: null } });
    expect(transports[0]?.sent.at(-1)).toEqual({ jsonrpc: '2.0', id: 2, method: 'resources/read', params: { uri } });
  });

  test('may be one of an extension, without parameters', async () => {
    const { client, clock } = await readyBench({ 'example.org/hello': ({ params }) => ({ params }) });
    const hello = watch(client.request('example.org/hello'));
    await clock.settle();
    expect(hello()).toEqual({ params: {} });
  });

  test('sends the parameters as they were, whatever becomes of them', async () => {
    const seen: unknown[] = [];
    const { client, clock } = await legacyBench((params) => (seen.push(params), { contents }));
    const params = { uri };
    const read = watch(client.request('resources/read', params));
    params.uri = 'file:///other';
    await clock.settle();
    expect([read(), seen]).toEqual([{ contents }, [{ uri }]]);
  });

  test('ends with the refusal of the server, by abort, by time, and with a result that is too large', async () => {
    const answers: unknown[] = [new Refusal(-32_002), undefined, undefined, { text: 'x'.repeat(5_000) }];
    const { client, clock, transports } = await readyBench(
      { 'example.org/x': () => answers.shift() },
      { limits: { maxResultBytes: 4_000 }, serverName: 'memory' },
    );
    const ends: unknown[] = [];
    const controller = new AbortController();
    for (const options of [{}, { signal: controller.signal }, { timeoutMs: 50 }, {}]) {
      const end = watch(client.request('example.org/x', {}, options));
      await clock.settle();
      if ('signal' in options) controller.abort('enough');
      await clock.advance(100);
      ends.push(end());
    }
    const terms = { method: 'example.org/x', serverName: 'memory' };
    expect(ends).toEqual([
      expect.objectContaining({ code: 'MCP_ERROR', remoteCode: -32_002, ...terms }),
      expect.objectContaining({ code: 'MCP_ABORTED', abortReason: 'enough', ...terms }),
      expect.objectContaining({ code: 'MCP_TIMEOUT', ...terms }),
      expect.objectContaining({ code: 'MCP_RESULT_TOO_LARGE', ...terms }),
    ]);
    expect(transports[0]?.sent.filter(({ method }) => method === 'notifications/cancelled')).toHaveLength(2);
    expect([client.pendingCount, clock.timers]).toEqual([0, 0]);
  });

  test('hears of its progress', async () => {
    const heard: unknown[] = [];
    const { client, clock, transports } = await legacyBench(() => undefined);
    const read = watch(client.request('resources/read', { uri }, { onProgress: (progress) => heard.push(progress) }));
    await clock.settle();
    const { id, params } = transports[0]?.sent.at(-1) ?? {};
    expect(params).toEqual({ uri, _meta: { progressToken: id } });
    const progress = { progressToken: id, progress: 1 };
    transports[0]?.receive({ jsonrpc: '2.0', method: 'notifications/progress', params: progress });
    transports[0]?.answer(id, { contents });
    await clock.settle();
    expect([read(), heard]).toEqual([{ contents }, [progress]]);
  });

  test.each([
    ['', {}, {}, 'visible characters of ASCII'],
    ['resources/ünread', {}, {}, 'visible characters of ASCII'],
    ['a\nb', {}, {}, 'visible characters of ASCII'],
    ['notifications/initialized', {}, {}, 'is a notification'],
    ['tools/call', { name: 'echo' }, {}, 'use callTool()'],
    ['resources/read', [], {}, 'are an object'],
    ['resources/read', { uri: 1n }, {}, 'params.uri'],
    ['resources/read', { uri, _meta: {} }, {}, '_meta is written by the client'],
    ['resources/read', { uri }, { timeoutMs: 0 }, 'timeoutMs'],
    ['resources/read', { uri }, { timeout: 1 }, 'the option timeout does not exist'],
  ])('is refused, and nothing is sent: %j %o %o', async (method, params, options, words) => {
    const { client, clock, transports } = await legacyBench(() => ({ contents }));
    const before = transports[0]?.sent.length;
    const end = watch(client.request(method, params as JsonObject, options as CallOptions));
    await clock.settle();
    const message = expect.stringContaining(words) as unknown;
    expect(end()).toMatchObject({ code: 'MCP_INVALID_PARAMS', outcome: 'not-sent', message });
    expect(transports[0]?.sent.length).toBe(before);
  });
});

test('in the modern era another request is given up when the client is closed while its question waits', async () => {
  const script = {
    'server/discover': () => ({ ...discovered, capabilities: everything }),
    'prompts/get': () => asks({ bay }),
  };
  const capabilities = { elicitation: { form: {} } };
  const handlers = { 'elicitation/create': () => new Promise(() => {}) };
  const { client, clock } = await readyBench(script, { era: 'modern', capabilities, handlers });
  const prompt = watch(client.request('prompts/get', { name: 'p' }));
  await clock.settle();
  void client.close();
  await clock.settle();
  expect(prompt()).toMatchObject({ code: 'CLIENT_CLOSED', method: 'prompts/get', outcome: 'unknown' });
});
