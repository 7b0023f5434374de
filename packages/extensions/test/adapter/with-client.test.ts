import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test, type TestContext } from 'vitest';
import { createToolAdapter, type ToolAdapter } from '../../src/tool-adapter.ts';
import type { ToolOutcome } from '../../src/adapter/tool-outcome.ts';
import type { McpClient } from '../../src/mcp-client.ts';
import { discovered, readyBench, watch, type ClientBench, type Script } from '../support/memory-client.ts';
import { errorOf } from '../support/peer.ts';
import { readyClient } from '../support/process-client.ts';

/** The tools of a client whose list is read on the way. */
async function adapterOf(client: McpClient, list = client.listTools()): Promise<ToolAdapter> {
  const policy = (): { decision: 'allow' } => ({ decision: 'allow' });
  return createToolAdapter({ serverName: 'one', source: client, list: await list, permission: 'execute', policy });
}

async function inMemory(script: Script, era: 'legacy' | 'modern'): Promise<ClientBench & { adapter: ToolAdapter }> {
  const bench = await readyBench({ 'server/discover': () => discovered, ...script }, { era });
  const list = bench.client.listTools();
  await bench.clock.settle();
  return { ...bench, adapter: await adapterOf(bench.client, list) };
}

describe('structured content through a client', () => {
  const tools = [{ name: 'count', inputSchema: {}, outputSchema: { type: 'object', required: ['n'] } }];

  async function outcomeOf(result: object, era: 'legacy' | 'modern'): Promise<ToolOutcome | undefined> {
    const answer = { content: [{ type: 'text', text: 'the text' }], resultType: 'complete', ...result };
    const { adapter, clock } = await inMemory({ 'tools/list': () => ({ tools }), 'tools/call': () => answer }, era);
    const call = adapter.tools[0]?.execute({});
    await clock.settle();
    return call;
  }

  // Complaints: google-gemini/gemini-cli#21053, #27725; mongodb-js/mongodb-mcp-server#869; tailscale-mcp#101.
  test.for(['legacy', 'modern'] as const)(
    '%s: what does not fit keeps its text, and an error is an error',
    async (era) => {
      expect(await outcomeOf({ isError: true }, era)).toMatchObject({ isError: true, text: 'the text' });
      expect(await outcomeOf({ isError: true }, era)).not.toHaveProperty('structuredVerdict');
      for (const odd of [{}, { structuredContent: { m: 1 } }]) {
        expect(await outcomeOf(odd, era)).toMatchObject({
          text: 'the text',
          structuredVerdict: { status: 'rejected' },
        });
      }
      expect(await outcomeOf({ structuredContent: { n: 1 } }, era)).toMatchObject({
        structuredVerdict: { status: 'checked' },
      });
    },
  );

  test('modern: any JSON is structured content', async () => {
    for (const structuredContent of [[1, 2], 'text', 7, null, false]) {
      const outcome = await outcomeOf({ structuredContent }, 'modern');
      expect(outcome).toMatchObject({ text: 'the text', structuredContent, structuredVerdict: { status: 'rejected' } });
    }
  });
});

test('what a real server answers oddly is bounded, and harms nothing', async (context) => {
  const { client } = await readyClient(context, { mode: 'odd-answers' });
  const adapter = await adapterOf(client);
  const outcomeOf = async (name: string): Promise<ToolOutcome | undefined> => adapter.find(`one__${name}`)?.execute({});
  const big = await outcomeOf('big-answer');
  expect(big?.truncations).toEqual([{ what: 'text', bytes: 8_000_000, keptBytes: 51_200 }]);
  expect(big?.text.slice(51_200)).toBe('\n[… 7,948,800 of 8,000,000 bytes left out]');
  const deep = await outcomeOf('deep-result');
  expect(deep).toMatchObject({ truncations: [{ what: 'structured-content', bytes: Number.NaN }] });
  expect(deep).not.toHaveProperty('structuredContent');
  expect(await outcomeOf('prototype-keys')).toMatchObject({ text: 'prototype-keys', truncations: [] });
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
});

describe('nothing is called twice', () => {
  // Complaints: QwenLM/qwen-code#5381, lightseek/smg#2441: a tool ran again because of words in its error, or of an exit.
  async function effects(
    context: TestContext,
    how: string,
  ): Promise<{ lines: string; end: unknown; received: number }> {
    const folder = mkdtempSync(join(tmpdir(), 'effects-'));
    context.onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, 'effects');
    const { client, server } = await readyClient(context, { mode: 'side-effects' });
    const adapter = await adapterOf(client);
    const end: unknown = await adapter
      .find('one__append')
      ?.execute({ file, end: how })
      .catch((error: unknown) => error);
    return { lines: readFileSync(file, 'utf8'), end, received: server.received('tools/call').length };
  }

  test('when the tool says that the session is over', async (context) => {
    const { lines, end, received } = await effects(context, 'expire');
    expect(end).toMatchObject({ isError: true, text: 'session expired, please reconnect' });
    expect([lines, received]).toEqual(['called\n', 1]);
  });

  test('when the server exits before it answers: what became of the call is unknown', async (context) => {
    const { lines, end, received } = await effects(context, 'exit');
    expect(end).toMatchObject({ code: 'MCP_PROCESS_EXIT', exitCode: 7, outcome: 'unknown', serverName: 'one' });
    expect([lines, received]).toEqual(['called\n', 1]);
  });
});

describe('a client as a feed', () => {
  test('a change that the server announces is in the tools, and the new tool can be called', async () => {
    let names = ['a'];
    const script: Script = {
      'tools/list': () => ({ tools: names.map((name) => ({ name, inputSchema: {} })) }),
      'tools/call': ({ params }) => ({ content: [{ type: 'text', text: `called ${String(params?.['name'])}` }] }),
    };
    const { adapter, client, clock, transports } = await inMemory(script, 'legacy');
    const stop = adapter.follow(client, { clock });
    await clock.advance(10_000);
    names = ['a', 'b'];
    transports[0]?.receive({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
    await clock.settle();
    expect(adapter.tools.map(({ toolName }) => toolName)).toEqual(['a', 'b']);
    expect(transports[0]?.sentWith('tools/list')).toHaveLength(3);
    const call = adapter.find('one__b')?.execute({});
    await clock.settle();
    expect(await call).toMatchObject({ text: 'called b' });
    expect(transports[0]?.sentWith('tools/list')).toHaveLength(3); // the client knew of it
    stop();
    await client.close();
    expect(clock.timers).toBe(0);
  });

  test('a change that a modern server could not tell of, for want of a stream, is in the tools afterwards', async () => {
    const key = 'io.modelcontextprotocol/subscriptionId';
    let names = ['a'];
    const capabilities = { tools: { listChanged: true } };
    const { adapter, client, clock, transports } = await inMemory(
      {
        'server/discover': () => ({ ...discovered, capabilities }),
        'tools/list': () => ({ tools: names.map((name) => ({ name, inputSchema: {} })) }),
      },
      'modern',
    );
    const acknowledge = (): void =>
      transports[0]?.receive({
        jsonrpc: '2.0',
        method: 'notifications/subscriptions/acknowledged',
        params: {
          notifications: { toolsListChanged: true },
          _meta: { [key]: transports[0].sentWith('subscriptions/listen').at(-1)?.id },
        },
      });
    acknowledge();
    const stop = adapter.follow(client, { clock });
    await clock.advance(10_000);
    transports[0]?.answer(transports[0].sentWith('subscriptions/listen')[0]?.id);
    names = ['a', 'b'];
    await clock.advance(1_000);
    expect(adapter.tools.map(({ toolName }) => toolName)).toEqual(['a']);
    acknowledge();
    await clock.advance(100);
    expect(adapter.tools.map(({ toolName }) => toolName)).toEqual(['a', 'b']);
    stop();
    names = ['a'];
    transports[0]?.answer(transports[0].sentWith('subscriptions/listen')[1]?.id);
    await clock.advance(2_000);
    acknowledge();
    await clock.advance(10_000);
    expect(adapter.tools).toHaveLength(2);
    await client.close();
  });

  test('a client that is closed ends it: nothing is waited for any more', async () => {
    const { adapter, client, clock } = await inMemory({ 'tools/list': () => ({ tools: [] }) }, 'legacy');
    const ended = watch(Promise.resolve(adapter.follow(client, { clock })));
    await client.close();
    await clock.advance(60_000);
    expect([typeof ended(), clock.timers]).toEqual(['function', 0]);
  });

  test('a change of a real server comes through', async (context) => {
    const { client } = await readyClient(context, { mode: 'modern' });
    const adapter = await adapterOf(client);
    const changed = new Promise<unknown>((resolve) => adapter.onChange(resolve));
    context.onTestFinished(adapter.follow(client));
    expect(adapter.find('one__added')).toBeUndefined();
    await adapter.find('one__change-tools')?.execute({});
    expect(await changed).toEqual({ added: ['added'], removed: [], changed: [] });
    expect(await adapter.find('one__added')?.execute({})).toMatchObject({ text: 'added' });
  });

  test('an error of the server keeps its code', async () => {
    const script: Script = { 'tools/list': () => ({ tools: [{ name: 'a', inputSchema: {} }] }) };
    const { adapter, client, clock } = await inMemory(script, 'legacy');
    const error = errorOf(adapter.tools[0]?.execute({}, { timeoutMs: 1_000 }) ?? Promise.resolve());
    await clock.advance(2_000);
    expect(await error).toMatchObject({ code: 'MCP_TIMEOUT', outcome: 'unknown', serverName: 'one' });
    await client.close();
  });
});
