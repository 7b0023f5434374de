import { expect } from 'vitest';
import { discovered, initialized, Refusal, type Script } from '../../../support/memory-client.ts';
import { errorOf } from '../../../support/peer.ts';
import type { ContractCase } from '../contract-case.ts';

interface Page {
  readonly tools: readonly unknown[];
  readonly nextCursor?: unknown;
}

const tool = (name: string): unknown => ({ name, inputSchema: { type: 'object' } });

/** These pages, one after the other; after the last one the first again. */
function paged(...pages: readonly (Page | Refusal)[]): Script {
  let next = 0;
  return {
    'tools/list': () => {
      const page = pages[next % pages.length];
      next += 1;
      return page;
    },
    'tools/call': ({ params }) => ({ content: [{ type: 'text', text: `called ${String(params?.['name'])}` }] }),
  };
}

/** The list of tools, page by page. */
export const listCases: readonly ContractCase[] = [
  {
    id: 'C-26',
    title: 'a cursor goes back as it came, an empty one too, and only a missing one is the end',
    async run(stage) {
      const cursors = ['', ' ', '{"page": 2}', '\u2028 \n"é工', 'x'.repeat(5_000)];
      const pages = cursors.map((nextCursor, n) => ({ tools: [tool(`t${n}`)], nextCursor }));
      const { client, server } = await stage.ready(
        paged(...pages, { tools: [], nextCursor: 'b' }, { tools: [tool('last')] }),
      );
      const { tools, truncated } = await client.listTools();
      expect([tools.map(({ name }) => name), truncated]).toEqual([['t0', 't1', 't2', 't3', 't4', 'last'], false]);
      const sent = server.sent('tools/list').map(({ params }) => params?.['cursor']);
      expect(sent).toEqual([undefined, ...cursors, 'b']);
    },
  },
  {
    id: 'C-26',
    title: 'a list that goes in circles is cut, and says so',
    async run(stage) {
      const page = { tools: [tool('again')], nextCursor: 'same' };
      const { client, server, diagnostics } = await stage.ready(paged(page));
      expect(await client.listTools()).toMatchObject({ truncated: 'repeated-cursor', tools: { length: 2 } });
      expect(server.sent('tools/list')).toHaveLength(2);
      expect(diagnostics.entries).toMatchObject([{ kind: 'truncated-list' }]);
    },
  },
  {
    id: 'C-26',
    title: 'a list without end is cut at its limits',
    async run(stage) {
      let page = 0;
      const endless = (): unknown => {
        page += 1;
        return { tools: [tool(`t${page}`)], nextCursor: `c${page}` };
      };
      const pages = await stage.ready({ 'tools/list': endless }, { limits: { maxPages: 3 } });
      expect(await pages.client.listTools()).toMatchObject({ truncated: 'too-many-pages', tools: { length: 3 } });
      const entries = await stage.ready({ 'tools/list': endless }, { limits: { maxEntries: 2 } });
      expect(await entries.client.listTools()).toMatchObject({ truncated: 'too-many-entries', tools: { length: 2 } });
    },
  },
  {
    id: 'C-26',
    title: 'bad entries are left out with a reason, and the good ones stay',
    async run(stage) {
      const bad = [7, null, {}, { name: '' }, { name: 'n'.repeat(300) }, { name: 'schema', inputSchema: 'none' }];
      const { client, diagnostics } = await stage.ready(paged({ tools: [tool('one'), ...bad, tool('two')] }));
      const { tools, rejected } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(['one', 'two']);
      expect(rejected.map(({ index }) => index)).toEqual([1, 2, 3, 4, 5, 6]);
      expect(diagnostics.entries.map(({ kind }) => kind)).toEqual(bad.map(() => 'rejected-entry'));
    },
  },
  {
    id: 'C-26',
    title: 'a page that cannot be read cuts the list; when it is the first, there is none',
    async run(stage) {
      const later = await stage.ready(paged({ tools: [tool('one')], nextCursor: 'b' }, new Refusal(-32_603)));
      expect(await later.client.listTools()).toMatchObject({ truncated: 'page-failed', tools: [{ name: 'one' }] });
      const first = await stage.ready(paged(new Refusal(-32_603)));
      expect(await errorOf(first.client.listTools())).toMatchObject({ code: 'MCP_ERROR', remoteCode: -32_603 });
      const broken = await stage.ready({ 'tools/list': () => ({ tools: 'none' }) });
      expect(await errorOf(broken.client.listTools())).toMatchObject({ code: 'MCP_INVALID_RESULT' });
      for (const { client } of [later, first, broken]) await client.ping();
    },
  },
  {
    id: 'C-09',
    title: 'a tool that is not listed is not called, however it is written',
    async run(stage) {
      const { client, server } = await stage.ready(paged({ tools: [tool('Read')] }));
      for (const name of ['read', 'Read ', 'nope', '__proto__']) {
        expect(await errorOf(client.callTool(name))).toMatchObject({ code: 'MCP_UNKNOWN_TOOL', outcome: 'not-sent' });
      }
      expect(server.sent('tools/call')).toEqual([]);
      expect(await client.callTool('Read')).toMatchObject({ content: [{ text: 'called Read' }] });
    },
  },
  {
    id: 'C-09',
    title: 'a tool that is not listed is called where that is allowed, and nothing is listed for it',
    async run(stage) {
      const { client, server } = await stage.ready(paged({ tools: [] }), { allowUnlistedTools: true });
      const name = 'a b/ü';
      expect(await client.callTool(name)).toMatchObject({ content: [{ text: `called ${name}` }] });
      expect(server.sent('tools/list')).toEqual([]);
    },
  },
  {
    id: 'C-09',
    title: 'calls that need the list share one, and it is kept',
    async run(stage) {
      const { client, server } = await stage.ready(
        paged({ tools: [tool('a')], nextCursor: 'b' }, { tools: [tool('b')] }),
      );
      const results = await Promise.all(['a', 'b', 'a'].map((name) => client.callTool(name)));
      expect(results).toMatchObject(['a', 'b', 'a'].map((name) => ({ content: [{ text: `called ${name}` }] })));
      await client.callTool('b');
      expect(server.sent('tools/list')).toHaveLength(2);
    },
  },
  {
    id: 'C-09',
    title: 'what the server does not offer is not asked for',
    async run(stage) {
      const capabilities = { prompts: {} };
      const { client, server } = await stage.ready({
        initialize: () => ({ ...initialized, capabilities }),
        'server/discover': () => ({ ...discovered, capabilities }),
      });
      for (const request of [client.listTools(), client.callTool('echo')]) {
        expect(await errorOf(request)).toMatchObject({ code: 'MCP_CAPABILITY_MISSING', outcome: 'not-sent' });
      }
      await client.ping();
      expect([server.sent('tools/list'), server.sent('tools/call')]).toEqual([[], []]);
    },
  },
];
