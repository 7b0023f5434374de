import { describe, expect } from 'vitest';
import { clientBench, discovered, initialized, watch, type ClientBench } from '../support/memory-client.ts';
import { MemoryTransport } from '../support/memory-transport.ts';
import { verifies } from './verifies.ts';

const eras = ['legacy', 'modern'] as const;

interface Page {
  readonly names: readonly string[];
  readonly nextCursor?: unknown;
}

/** A client whose server gives these pages, one after the other, to whoever asks. */
async function paged(era: (typeof eras)[number], pages: readonly Page[]) {
  const left = [...pages];
  const bench: ClientBench = clientBench(
    {
      initialize: () => initialized,
      'server/discover': () => discovered,
      'tools/list': () => {
        const { names = [], ...rest } = left.shift() ?? {};
        return { tools: names.map((name) => ({ name, inputSchema: { type: 'object' } })), ...rest };
      },
      'tools/call': ({ params }) => ({ content: [], structuredContent: { called: params?.['name'] } }),
    },
    { era },
  );
  const ready = bench.client.initialize();
  await bench.clock.settle();
  await ready;
  const transport = bench.transports[0] ?? new MemoryTransport();
  const list = async () => {
    const listing = bench.client.listTools();
    await bench.clock.settle();
    return listing;
  };
  const cursors = (): unknown[] => transport.sentWith('tools/list').map(({ params }) => params?.['cursor']);
  return { ...bench, transport, list, cursors };
}

describe('lists', () => {
  verifies('C-26', 'a cursor goes back as it came, and an empty one is one', async () => {
    for (const era of eras) {
      const strange = ['', ' ', '{"page": 2}', '\u2028 \n"é工', 'x'.repeat(10_000)];
      const pages = strange.map((nextCursor, index) => ({ names: [`t${index}`], nextCursor }));
      const { list, cursors } = await paged(era, [...pages, { names: ['last'] }]);
      await expect(list()).resolves.toMatchObject({ truncated: false, tools: { length: strange.length + 1 } });
      expect(cursors()).toEqual([undefined, ...strange]);
    }
  });

  verifies('C-26', 'only a cursor that is missing ends a list; pages may have any size, also none', async () => {
    for (const era of eras) {
      const { list, cursors, transport } = await paged(era, [
        { names: [], nextCursor: 'a' },
        { names: ['one', 'two', 'three'], nextCursor: 'b' },
        { names: [], nextCursor: 'c' },
        { names: ['four'], nextCursor: null },
      ]);
      const { tools, truncated } = await list();
      expect([tools.map(({ name }) => name), truncated]).toEqual([['one', 'two', 'three', 'four'], false]);
      expect(cursors()).toEqual([undefined, 'a', 'b', 'c']);
      expect(Object.keys(transport.sentWith('tools/list')[0]?.params ?? {})).not.toContain('cursor');
    }
  });

  verifies('C-26', 'each reading begins at the beginning: no cursor is kept', async () => {
    for (const era of eras) {
      const once = [{ names: ['a'], nextCursor: 'next' }, { names: ['b'] }];
      const { list, cursors } = await paged(era, [...once, ...once]);
      await list();
      await expect(list()).resolves.toMatchObject({ tools: [{ name: 'a' }, { name: 'b' }] });
      expect(cursors()).toEqual([undefined, 'next', undefined, 'next']);
    }
  });

  verifies('C-26', 'names of tools differ by case, and go out as they were given', async () => {
    for (const era of eras) {
      const { client, list, clock } = await paged(era, [{ names: ['Read', 'read', 'a b/ü'] }]);
      await list();
      const ends = ['Read', 'read', 'a b/ü', 'READ'].map((name) => watch(client.callTool(name)));
      await clock.settle();
      const [called, lower, odd, unknown] = ends.map((end) => end());
      expect([called, lower, odd]).toMatchObject(
        ['Read', 'read', 'a b/ü'].map((name) => ({ structuredContent: { called: name } })),
      );
      expect(unknown).toMatchObject({ code: 'MCP_UNKNOWN_TOOL' });
    }
  });
});
