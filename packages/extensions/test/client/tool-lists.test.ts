import { describe, expect, test } from 'vitest';
import type { ToolList } from '../../src/protocol/tool-list.ts';
import { readyBench, watch } from '../support/memory-client.ts';

/** Lists the tools of a server that answers page by page. */
async function list(
  page: (cursor: unknown, count: number) => unknown,
  limits = {},
): Promise<ToolList & { pages: number }> {
  let pages = 0;
  const { client, clock } = await readyBench(
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
    const { client, clock, transports } = await readyBench({
      'tools/list': ({ params }) => (params?.['cursor'] ? undefined : { tools: [{ name: 'one' }], nextCursor: 'x' }),
    });
    const listing = watch(client.listTools());
    await clock.settle();
    transports[0]?.receive({ jsonrpc: '2.0', id: 3, error: { code: -32_602, message: 'bad cursor' } });
    await clock.settle();
    expect(listing()).toMatchObject({ tools: [{ name: 'one' }], truncated: 'page-failed' });
    await expect(list(() => ({ tools: 'none' }))).rejects.toMatchObject({ code: 'MCP_INVALID_RESULT' });
  });

  test('a list that takes too long in all is cut, and what was read is kept', async () => {
    const { client, clock, transports } = await readyBench({ 'tools/list': () => undefined });
    const [transport] = transports;
    let pages = 0;
    if (transport !== undefined) {
      transport.onSent = ({ id, method }) => {
        if (method !== 'tools/list') return;
        const page = (pages += 1);
        clock.setTimer(100, () => transport.answer(id, { tools: [{ name: `t${page}` }], nextCursor: `c${page}` }));
      };
    }
    const listing = watch(client.listTools({ maxTotalTimeoutMs: 250 }));
    await clock.advance(249);
    expect(listing()).toBe('waits');
    await clock.advance(1);
    expect(listing()).toMatchObject({ tools: [{ name: 't1' }, { name: 't2' }], truncated: 'too-slow' });
    await clock.advance(10_000);
    expect([pages, clock.timers]).toEqual([3, 0]);
    // Where nothing was read there is nothing to keep.
    const failing = watch(client.listTools({ timeoutMs: 50 }));
    await clock.advance(50);
    expect(failing()).toMatchObject({ code: 'MCP_TIMEOUT' });
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
