import { describe, expect, test } from 'vitest';
import { clientBench, friendly, initialized, watch, type ClientBench, type Script } from '../support/memory-client.ts';
import type { McpClientOptions } from '../../src/mcp-client.ts';
import type { ToolList } from '../../src/protocol/tool-list.ts';

async function ready(script: Script, options: Partial<McpClientOptions> = {}): Promise<ClientBench> {
  const bench = clientBench({ initialize: () => initialized, ...script }, options);
  const handshake = bench.client.initialize();
  await bench.clock.settle();
  await handshake;
  return bench;
}

/** Lists the tools of a server that answers page by page. */
async function list(
  page: (cursor: unknown, count: number) => unknown,
  limits = {},
): Promise<ToolList & { pages: number }> {
  let pages = 0;
  const { client, clock } = await ready(
    { 'tools/list': ({ params }) => page(params?.['cursor'], (pages += 1)) },
    { limits },
  );
  const listing = client.listTools();
  listing.catch(() => {}); // it may fail before it is waited for
  await clock.settle();
  return { ...(await listing), pages };
}

describe('lists of tools', () => {
  test('pages are read to the end; the empty string is a cursor like any other', async () => {
    const next: Record<string, string | undefined> = { start: '', '': 'b', b: undefined };
    const { tools, truncated, pages } = await list((cursor = 'start') => ({
      tools: [{ name: `after ${String(cursor)}` }],
      nextCursor: next[String(cursor)],
    }));
    expect(tools.map(({ name }) => name)).toEqual(['after start', 'after ', 'after b']);
    expect([truncated, pages]).toEqual([false, 3]);
  });

  test.for([
    ['a cursor that stays', () => 'same', 'repeated-cursor', 2],
    ['two cursors in turn', (count: number) => (count % 2 ? 'a' : 'b'), 'repeated-cursor', 3],
    ['a new cursor for ever', (count: number) => `c${count}`, 'too-many-pages', 7],
    ['a cursor that is a number', () => 5, 'malformed-cursor', 1],
  ] as const)('%s ends the list, and what was read is kept', async ([, nextCursor, truncated, pages]) => {
    const found = await list((_, count) => ({ tools: [{ name: `t${count}` }], nextCursor: nextCursor(count) }), {
      maxPages: 7,
    });
    expect(found).toMatchObject({ truncated, pages });
    expect(found.tools).toHaveLength(pages);
  });

  test('a list is bounded by entries and by bytes', async () => {
    const tools = Array.from({ length: 20 }, (_, index) => ({ name: `t${index}`, description: 'x'.repeat(50) }));
    expect(await list(() => ({ tools }), { maxEntries: 5 })).toMatchObject({
      truncated: 'too-many-entries',
      tools: { length: 5 },
    });
    const bytes = await list((_, count) => ({ tools, nextCursor: `c${count}` }), { maxListBytes: 5_000 });
    expect(bytes).toMatchObject({ truncated: 'too-many-bytes' });
    expect(bytes.tools.length).toBeGreaterThan(0);
  });

  test('a page that fails after the first costs its own tools only; the first one fails the list', async () => {
    const { client, clock, transports } = await ready({
      'tools/list': ({ params }) => (params?.['cursor'] ? undefined : { tools: [{ name: 'one' }], nextCursor: 'x' }),
    });
    const listing = watch(client.listTools());
    await clock.settle();
    transports[0]?.receive({ jsonrpc: '2.0', id: 3, error: { code: -32_602, message: 'bad cursor' } });
    await clock.settle();
    expect(listing()).toMatchObject({ tools: [{ name: 'one' }], truncated: 'page-failed' });
    await expect(list(() => ({ tools: 'none' }))).rejects.toMatchObject({ code: 'MCP_INVALID_RESULT' });
  });

  test('bad entries are left out with a reason, good ones are kept, and gaps are filled', async () => {
    const tools = [
      { name: 'bare' },
      {
        name: 'full',
        title: 'Full',
        description: 'd',
        inputSchema: { type: 'object' },
        outputSchema: {},
        annotations: {},
      },
      null,
      'text',
      {},
      { name: '' },
      { name: 'x'.repeat(257) },
      { name: 'schema', inputSchema: 'object' },
      { name: 'output', outputSchema: [] },
      { name: 'words', description: { en: 'd' } },
      { name: 'nulls', description: null, inputSchema: null },
    ];
    const found = await list(() => ({ tools }));
    expect(found.tools.map(({ name }) => name)).toEqual(['bare', 'full', 'nulls']);
    expect(found.tools[0]).toEqual({ name: 'bare', description: '', inputSchema: { type: 'object' } });
    expect(found.rejected.map(({ index }) => index)).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
    expect(found.rejected.every(({ reason }) => reason.length > 5)).toBe(true);
    expect(found.rejected[5]).toMatchObject({ name: 'schema', reason: expect.stringContaining('inputSchema') });
  });
});

describe('calls of tools', () => {
  test('a name that the server does not list is refused, unsent; the list is read first if it was not', async () => {
    const { client, clock, transports } = await ready(friendly);
    const call = watch(client.callTool('rm -rf'));
    await clock.settle();
    expect(call()).toMatchObject({ code: 'MCP_UNKNOWN_TOOL', outcome: 'not-sent' });
    const again = watch(client.callTool('rm -rf'));
    await clock.settle();
    expect(again()).toMatchObject({ code: 'MCP_UNKNOWN_TOOL' });
    expect(transports[0]?.sent.slice(2).map(({ method }) => method)).toEqual(['tools/list']);
  });

  test('after the server said that its list has changed, an unknown name is looked for once more', async () => {
    let tools = [{ name: 'old' }];
    const { client, clock, transports } = await ready({
      'tools/list': () => ({ tools }),
      'tools/call': () => ({ content: [] }),
    });
    const first = watch(client.callTool('new'));
    await clock.settle();
    expect(first()).toMatchObject({ code: 'MCP_UNKNOWN_TOOL' });
    tools = [{ name: 'new' }];
    transports[0]?.receive({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
    const second = watch(client.callTool('new'));
    await clock.settle();
    expect(second()).toEqual({ content: [], isError: false });
  });

  test('an inspector may name what is not listed', async () => {
    const { client, clock } = await ready({ 'tools/call': () => ({ content: [] }) }, { allowUnlistedTools: true });
    const call = watch(client.callTool('hidden'));
    await clock.settle();
    expect(call()).toEqual({ content: [], isError: false });
  });

  test('a tool that failed is a result; a malformed or too large result is an error of that call alone', async () => {
    const results = [
      { content: [{ type: 'text', text: 'no such file' }], isError: true },
      { content: 'text' },
      { content: [{ type: 'text', text: 'x'.repeat(5_000) }] },
      { content: [] },
    ];
    const { client, clock } = await ready(
      { ...friendly, 'tools/call': () => results.shift() },
      { limits: { maxResultBytes: 4_000 } },
    );
    const ends: unknown[] = [];
    for (let index = 0; index < 4; index += 1) {
      const call = watch(client.callTool('echo'));
      await clock.settle();
      ends.push(call());
    }
    expect(ends).toEqual([
      expect.objectContaining({ isError: true }),
      expect.objectContaining({ code: 'MCP_INVALID_RESULT' }),
      expect.objectContaining({ code: 'MCP_RESULT_TOO_LARGE' }),
      { content: [], isError: false },
    ]);
  });

  test('what the caller gives is checked before anything is sent', async () => {
    const { client, clock, transports } = await ready(friendly);
    const bad: Parameters<typeof client.callTool>[] = [
      [''],
      [7 as never],
      ['echo', {}, { timeoutMs: 3e9 }],
      ['echo', {}, { timeoutMs: 0 }],
      ['echo', {}, { maxTotalTimeoutMs: -1 }],
      ['echo', {}, { signal: {} as never }],
      ['echo', {}, { onProgress: 'yes' as never }],
    ];
    for (const args of bad)
      await expect(client.callTool(...args)).rejects.toMatchObject({ code: 'MCP_INVALID_PARAMS' });
    await clock.settle();
    expect(transports[0]?.sentWith('tools/call')).toEqual([]);
  });

  test('concurrency of a tool is a setting of the client', async () => {
    const { client, clock, transports } = await ready(
      { ...friendly, 'tools/call': () => undefined },
      { concurrency: { tools: { never: 2 } } },
    );
    for (let index = 0; index < 4; index += 1) void client.callTool('never').catch(() => {});
    await clock.settle();
    expect(transports[0]?.sentWith('tools/call')).toHaveLength(2);
    await client.close();
  });

  test('progress gives a call its time anew, and not for ever: there is a total', async () => {
    const options = { timeouts: { totalMs: 500 } };
    const { client, clock, transports } = await ready({ ...friendly, 'tools/call': () => undefined }, options);
    const call = watch(client.callTool('never', {}, { timeoutMs: 200, resetTimeoutOnProgress: true }));
    for (let time = 0; time < 600; time += 100) {
      await clock.advance(100);
      const params = { progressToken: transports[0]?.progressToken, progress: time };
      transports[0]?.receive({ jsonrpc: '2.0', method: 'notifications/progress', params });
    }
    expect(call()).toMatchObject({ code: 'MCP_TIMEOUT', timeout: 'total', timeoutMs: 500 });
  });

  test('first calls share one listing, within the time of the call, and each may give up alone', async () => {
    let pages = 0;
    const { client, clock, transports } = await ready({ 'tools/list': () => undefined });
    transports.forEach((transport) => {
      transport.onSent = ({ id, method }) => {
        if (method !== 'tools/list') return;
        pages += 1;
        clock.setTimer(150, () => transport.answer(id, { tools: [{ name: `t${pages}` }], nextCursor: `c${pages}` }));
      };
    });
    const caller = new AbortController();
    const calls = [
      watch(client.callTool('other', {}, { timeoutMs: 200, maxTotalTimeoutMs: 400 })),
      watch(client.callTool('other', {}, { signal: caller.signal })),
    ];
    await clock.settle();
    caller.abort();
    await clock.settle();
    expect([pages, calls[1]?.()]).toEqual([1, expect.objectContaining({ code: 'MCP_ABORTED' })]);
    await clock.advance(600);
    expect(calls[0]?.()).toMatchObject({ code: 'MCP_UNKNOWN_TOOL' });
    expect(pages).toBeLessThanOrEqual(3);
  });

  test('what is sent is what was given, also when the list had to be read first', async () => {
    const { client, clock, transports } = await ready({ ...friendly, 'tools/call': () => ({ content: [] }) });
    const args = { path: '/safe' };
    const call = client.callTool('echo', args);
    args.path = '/etc/passwd';
    await clock.settle();
    await call;
    expect(transports[0]?.sentWith('tools/call')[0]?.params).toMatchObject({ arguments: { path: '/safe' } });
    const bad = client.callTool('unlisted', { n: 1n });
    await expect(bad).rejects.toMatchObject({ code: 'MCP_INVALID_PARAMS' });
    for (const none of [[], 'text', null, 5]) {
      await expect(client.callTool('echo', none as never)).rejects.toMatchObject({ code: 'MCP_INVALID_PARAMS' });
    }
  });

  test('a list that was cut takes no tool away that was known', async () => {
    let fails = false;
    const { client, clock, transports } = await ready({
      'tools/list': ({ params }) => {
        if (params?.['cursor'] === undefined) return { tools: [{ name: 'one' }], nextCursor: 'x' };
        return fails ? undefined : { tools: [{ name: 'two' }] };
      },
      'tools/call': () => ({ content: [] }),
    });
    for (const last of [false, true]) {
      fails = last;
      const listing = client.listTools();
      await clock.settle();
      if (last) {
        const id = transports[0]?.sent.at(-1)?.id;
        transports[0]?.receive({ jsonrpc: '2.0', id, error: { code: 1, message: 'not now' } });
      }
      await clock.settle();
      expect(await listing).toMatchObject({ truncated: last ? 'page-failed' : false });
    }
    const call = watch(client.callTool('two'));
    await clock.settle();
    expect(call()).toEqual({ content: [], isError: false });
  });

  test('what the server says of itself is kept in part, and its words are printable where we quote them', async () => {
    const long = 'x'.repeat(100_000);
    const answer = { ...initialized, instructions: long, serverInfo: { name: long, version: long } };
    const throwing = { onNotification: () => Promise.reject(new Error('of the host')) };
    const { client, clock, transports, diagnostics } = await ready({ initialize: () => answer }, throwing);
    expect([client.server?.instructions?.length, client.server?.serverInfo.name.length]).toEqual([65_536, 256]);
    transports[0]?.receive({ jsonrpc: '2.0', method: `\u001b[2J${long}` });
    await clock.settle();
    expect(diagnostics.at(-1)?.message.length).toBeLessThan(300);
    expect(diagnostics.at(-1)?.message).not.toContain('\u001b');
  });

  test('stats are a snapshot of numbers', async () => {
    const { client, clock } = await ready(friendly);
    const listing = client.listTools();
    await clock.settle();
    await listing;
    const before = client.stats();
    expect(before).toMatchObject({ state: 'ready', pending: 0, requests: 2, answers: 2, queuedBytes: 0, timeouts: 0 });
    await client.close();
    expect([before.state, client.stats().state]).toEqual(['ready', 'closed']);
  });

  test('notifications reach those who asked, until they do not want to any more', async () => {
    const { client, clock, transports, diagnostics } = await ready(friendly);
    const seen: string[] = [];
    const stop = client.onNotification((method) => void seen.push(method));
    client.onNotification(() => Promise.reject(new Error('of the host')));
    transports[0]?.receive({ jsonrpc: '2.0', method: 'notifications/one' });
    await clock.settle();
    stop();
    transports[0]?.receive({ jsonrpc: '2.0', method: 'notifications/two' });
    await clock.settle();
    expect(seen).toEqual(['notifications/one']);
    expect(diagnostics.filter(({ kind }) => kind === 'handler-failed')).toHaveLength(2);
  });
});
