import { expect } from 'vitest';
import type { McpClientOptions } from '../../../../src/mcp-client.ts';
import { asks, bay } from '../../../support/input-rounds.ts';
import { errorOf } from '../../../support/peer.ts';
import type { ContractCase } from '../contract-case.ts';
import { Journal } from '../journal.ts';

const done = { content: [{ type: 'text', text: 'done' }] };
const doneRead = { ...done, isError: false };

/** Options of a client that answers questions. */
function answering(handler: (params: Readonly<Record<string, unknown>>) => unknown): Partial<McpClientOptions> {
  return { capabilities: { elicitation: { form: {} } }, handlers: { 'elicitation/create': handler } };
}

/** A handler that answers only when its question is taken back, and what became of it. */
function patient(): { readonly options: Partial<McpClientOptions>; readonly calls: Journal<'asked' | 'taken back'> } {
  const calls = new Journal<'asked' | 'taken back'>();
  const handler = (_: unknown, { signal }: { readonly signal: AbortSignal }): Promise<object> =>
    new Promise((resolve) => {
      calls.add('asked');
      signal.addEventListener('abort', () => {
        calls.add('taken back');
        resolve({ action: 'accept' });
      });
    });
  const options = { capabilities: { elicitation: { form: {} } }, handlers: { 'elicitation/create': handler } };
  return { options, calls };
}

/** What a server asks: by requests of its own (legacy era), or before a tool goes on (modern era). */
export const questionCases: readonly ContractCase[] = [
  {
    id: 'C-18',
    title: 'a ping of the server is answered, what nobody offers is refused, and ids of its own mean nothing to ours',
    eras: ['legacy'],
    async run(stage) {
      const { client, server } = await stage.ready();
      await client.listTools();
      const call = client.callTool('echo');
      const { id } = await server.asked('tools/call');
      server.say({ jsonrpc: '2.0', id, method: 'ping' }, id);
      server.say({ jsonrpc: '2.0', id: 'q', method: 'roots/list' }, id);
      expect(await server.answered(id)).toEqual({ jsonrpc: '2.0', id, result: {} });
      expect(await server.answered('q')).toMatchObject({ error: { code: -32_601 } });
      server.answer(id, done);
      expect(await call).toEqual(doneRead);
    },
  },
  {
    id: 'C-18',
    title: 'a question of the server goes to its handler, and the answer to the server',
    eras: ['legacy'],
    async run(stage) {
      const seen: unknown[] = [];
      const handler = (params: Readonly<Record<string, unknown>>): unknown => {
        seen.push(params['message']);
        return { action: 'accept', content: { bay: 4 } };
      };
      const { client, server } = await stage.ready({}, answering(handler));
      server.say({ jsonrpc: '2.0', id: 's-1', ...bay }); // asked for nobody's request
      expect(await server.answered('s-1')).toMatchObject({ result: { action: 'accept', content: { bay: 4 } } });
      await client.listTools();
      const call = client.callTool('echo');
      const { id } = await server.asked('tools/call');
      server.say({ jsonrpc: '2.0', id: 's-2', ...bay }, id); // while it works on one
      expect(await server.answered('s-2')).toMatchObject({ result: { action: 'accept' } });
      server.answer(id, done);
      expect(await call).toEqual(doneRead);
      expect(seen).toEqual([bay.params.message, bay.params.message]);
    },
  },
  {
    id: 'C-18',
    title: 'a handler that fails says nothing of the host',
    eras: ['legacy'],
    async run(stage) {
      const { client, server } = await stage.ready(
        {},
        answering(() => Promise.reject(new Error('private'))),
      );
      server.say({ jsonrpc: '2.0', id: 's-1', ...bay });
      expect(await server.answered('s-1')).toMatchObject({ error: { code: -32_603 } });
      expect(JSON.stringify(server.received.entries)).not.toContain('private');
      await client.ping();
    },
  },
  {
    id: 'C-18',
    title: 'a question that the server takes back is not answered, and the handler is told',
    eras: ['legacy'],
    async run(stage) {
      const { options, calls } = patient();
      const { client, server } = await stage.ready({}, options);
      server.say({ jsonrpc: '2.0', id: 's-1', ...bay });
      await calls.first((call) => call === 'asked', 'the question');
      server.say({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 's-1' } });
      await calls.first((call) => call === 'taken back', 'its end');
      server.say({ jsonrpc: '2.0', id: 's-2', method: 'ping' });
      await server.answered('s-2');
      expect(server.received.entries.filter(({ id }) => id === 's-1')).toEqual([]);
      await client.ping();
    },
  },
  {
    id: 'C-09',
    title: 'a server of the modern era asks nothing: what it asks is not answered',
    eras: ['modern'],
    async run(stage) {
      const { client, server, diagnostics } = await stage.ready(
        {},
        answering(() => ({ action: 'accept' })),
      );
      await client.listTools();
      const call = client.callTool('echo');
      const { id } = await server.asked('tools/call');
      server.say({ jsonrpc: '2.0', id: 'q', ...bay }, id);
      server.say({ jsonrpc: '2.0', id: 'p', method: 'ping' }, id);
      server.answer(id, done);
      expect(await call).toEqual(doneRead);
      await client.ping();
      expect(server.received.entries.filter(({ method }) => method === undefined)).toEqual([]);
      expect(diagnostics.entries.map(({ kind }) => kind)).toEqual(['malformed', 'malformed']);
    },
  },
  {
    id: 'C-08',
    title: 'a tool that needs input gets it: new ids, the same arguments, the state byte for byte',
    eras: ['modern'],
    async run(stage) {
      const state = ' \u2028{"a": 1 }\n é ';
      const { client, server } = await stage.ready(
        {},
        answering(() => ({ action: 'accept', content: { bay: 4 } })),
      );
      await client.listTools();
      const call = client.callTool('echo', { depot: 'north' });
      const first = await server.asked('tools/call');
      server.answer(first.id, asks({ bay }, state));
      const second = await server.asked('tools/call', 2);
      expect(second.params).toEqual({
        ...first.params,
        inputResponses: { bay: { action: 'accept', content: { bay: 4 } } },
        requestState: state,
      });
      expect(second.id).toBeGreaterThan(first.id);
      server.answer(second.id, done);
      expect(await call).toEqual(doneRead);
    },
  },
  {
    id: 'C-09',
    title: 'a tool that asks for what nobody offers fails its call, and nobody is asked',
    eras: ['modern'],
    async run(stage) {
      const { client, server } = await stage.ready({ 'tools/call': () => asks({ bay }, 'state') });
      expect(await errorOf(client.callTool('echo'))).toMatchObject({ code: 'MCP_INVALID_RESULT' });
      expect([server.sent('tools/call').length, client.state]).toEqual([1, 'ready']);
    },
  },
  {
    id: 'C-13',
    title: 'a call that is taken back while its handler works is over, and the handler is told',
    eras: ['modern'],
    async run(stage) {
      const { options, calls } = patient();
      const { client, server } = await stage.ready({ 'tools/call': () => asks({ bay }, 'state') }, options);
      const controller = new AbortController();
      const call = errorOf(client.callTool('echo', {}, { signal: controller.signal }));
      await calls.first((one) => one === 'asked', 'the question');
      controller.abort();
      expect(await call).toMatchObject({ code: 'MCP_ABORTED', outcome: 'unknown' });
      await calls.first((one) => one === 'taken back', 'its end');
      await client.ping();
      expect(server.sent('tools/call')).toHaveLength(1);
    },
  },
  {
    id: 'C-08',
    title: 'every request of the modern era says what it is of, and nothing says more than the product',
    eras: ['modern'],
    async run(stage) {
      const { client, server } = await stage.ready({ 'tools/call': () => done });
      await client.callTool('echo');
      await client.ping();
      for (const { params } of server.received.entries) {
        expect(params?.['_meta']).toMatchObject({
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientCapabilities': {},
          'io.modelcontextprotocol/clientInfo': { name: '@coding-agent/extensions' },
        });
      }
      expect(server.sent('notifications/initialized')).toEqual([]);
    },
  },
];
