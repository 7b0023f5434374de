import { describe, expect, test } from 'vitest';
import { friendly, readyBench, watch } from '../support/memory-client.ts';

describe('calls of tools', () => {
  test('a name that the server does not list is refused, unsent; the list is read first if it was not', async () => {
    const { client, clock, transports } = await readyBench(friendly);
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
    const { client, clock, transports } = await readyBench({
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
    const { client, clock } = await readyBench({ 'tools/call': () => ({ content: [] }) }, { allowUnlistedTools: true });
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
    const { client, clock } = await readyBench(
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
    const { client, clock, transports } = await readyBench(friendly);
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
    const { client, clock, transports } = await readyBench(
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
    const { client, clock, transports } = await readyBench({ ...friendly, 'tools/call': () => undefined }, options);
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
    const { client, clock, transports } = await readyBench({ 'tools/list': () => undefined });
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
    const { client, clock, transports } = await readyBench({ ...friendly, 'tools/call': () => ({ content: [] }) });
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
    const { client, clock, transports } = await readyBench({
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
});
