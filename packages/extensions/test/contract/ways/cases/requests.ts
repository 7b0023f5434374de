import { expect } from 'vitest';
import { isJsonObject, type JsonObject } from '../../../../src/wire/message.ts';
import { Refusal } from '../../../support/memory-client.ts';
import type { SentMessage } from '../../../support/memory-transport.ts';
import { errorOf } from '../../../support/peer.ts';
import type { ContractCase } from '../contract-case.ts';

const argumentsOf = ({ params }: SentMessage): JsonObject => {
  const args = params?.['arguments'];
  return isJsonObject(args) ? args : {};
};

/** The result of a call that says which one it is of. */
const of = (n: unknown): unknown => ({ content: [{ type: 'text', text: String(n) }] });
const readOf = (n: unknown): unknown => ({ content: [{ type: 'text', text: String(n) }], isError: false });

/** Requests and their answers. */
export const requestCases: readonly ContractCase[] = [
  {
    id: 'C-12',
    title: 'answers in any order each reach their own request',
    async run(stage) {
      const { client, server } = await stage.ready();
      await client.listTools();
      const calls = [0, 1, 2, 3, 4].map((n) => client.callTool('echo', { n }));
      await server.asked('tools/call', 5);
      for (const message of server.sent('tools/call').toReversed()) {
        server.answer(Number(message.id), of(argumentsOf(message)['n']));
      }
      expect(await Promise.all(calls)).toEqual([0, 1, 2, 3, 4].map(readOf));
      expect(client.stats()).toMatchObject({ pending: 0, unknownAnswers: 0, lateAnswers: 0, malformed: 0 });
    },
  },
  {
    id: 'C-12',
    title: 'an answer that comes twice is one',
    async run(stage) {
      const { client, server } = await stage.ready();
      await client.listTools();
      const call = client.callTool('echo');
      const { id } = await server.asked('tools/call');
      server.say({ jsonrpc: '2.0', method: 'notifications/elsewhere' }, id); // over HTTP: by a stream
      server.answer(id, of('first'));
      server.say({ jsonrpc: '2.0', id, result: of('second') }, id);
      expect(await call).toEqual(readOf('first'));
      const next = client.callTool('echo');
      server.answer((await server.asked('tools/call', 2)).id, of('next'));
      expect(await next).toEqual(readOf('next'));
      expect(client.pendingCount).toBe(0);
    },
  },
  {
    id: 'C-12',
    title: 'an answer to nobody is told, and answers nobody',
    async run(stage) {
      const { client, server, diagnostics } = await stage.ready();
      await client.listTools();
      const call = client.callTool('echo');
      const { id } = await server.asked('tools/call');
      for (const other of [id + 1, 77_000]) server.say({ jsonrpc: '2.0', id: other, result: of('wrong') }, id);
      server.answer(id, of('right'));
      expect(await call).toEqual(readOf('right'));
      expect(diagnostics.entries.filter(({ kind }) => kind === 'unknown-answer' || kind === 'malformed')).toHaveLength(
        2,
      );
      expect(client.pendingCount).toBe(0);
    },
  },
  {
    id: 'C-10',
    title: 'the text of an id is no id',
    async run(stage) {
      const { client, server } = await stage.ready();
      await client.listTools();
      const call = client.callTool('echo');
      const { id } = await server.asked('tools/call');
      server.say({ jsonrpc: '2.0', id: `${id} `, result: of('wrong') }, id);
      server.answer(id, of('right'));
      expect(await call).toEqual(readOf('right'));
    },
  },
  {
    id: 'C-10',
    title: 'ids go up, and none is used twice',
    async run(stage) {
      const { client, server } = await stage.ready({ 'tools/call': () => of('it') });
      await client.ping();
      for (let n = 0; n < 3; n += 1) await client.callTool('echo');
      const ids = server.received.entries.flatMap(({ id, method }) => (method === undefined ? [] : (id ?? [])));
      expect(ids).toEqual(ids.toSorted((a, b) => Number(a) - Number(b)));
      expect(new Set(ids).size).toBe(ids.length);
    },
  },
  {
    id: 'C-15',
    title: 'an error of the server fails its call alone, with code and data, and its message holds no data',
    async run(stage) {
      const { client, server } = await stage.ready();
      await client.listTools();
      const [call, other] = [errorOf(client.callTool('echo')), client.callTool('echo')];
      const [first, second] = [await server.asked('tools/call'), await server.asked('tools/call', 2)];
      server.refuse(first.id, new Refusal(-32_602, { field: 'private' }));
      const error = await call;
      expect(error).toMatchObject({ code: 'MCP_ERROR', remoteCode: -32_602, data: { field: 'private' } });
      expect(error.message).toContain('refused with -32602');
      expect(error.message).not.toContain('private');
      server.answer(second.id, of('fine'));
      expect(await other).toEqual(readOf('fine'));
      expect(client.state).toBe('ready');
    },
  },
  {
    id: 'C-11',
    title: 'arguments that are no JSON are refused, and nothing is sent',
    async run(stage) {
      const { client, server } = await stage.ready();
      await client.listTools();
      const circle: Record<string, unknown> = {};
      circle['self'] = circle;
      for (const args of [circle, { n: 1n }, { n: Number.NaN }]) {
        expect(await errorOf(client.callTool('echo', args))).toMatchObject({
          code: 'MCP_INVALID_PARAMS',
          outcome: 'not-sent',
        });
      }
      await client.ping();
      expect([server.sent('tools/call'), client.pendingCount]).toEqual([[], 0]);
    },
  },
  {
    id: 'C-25',
    title: 'text goes to the server and back as it is',
    async run(stage) {
      const { client } = await stage.ready({
        'tools/call': (message) => of(argumentsOf(message)['text']),
      });
      const text = 'plain 中文 🙂 \u2028 "quoted" \n\r\n\t\\ \0 \u007f data: {} é';
      expect(await client.callTool('echo', { text })).toEqual(readOf(text));
      const long = 'ü🙂'.repeat(100_000);
      expect(await client.callTool('echo', { text: long })).toEqual(readOf(long));
    },
  },
  {
    id: 'C-17',
    title: 'more requests than may wait are refused at once, and the others go on',
    async run(stage) {
      const { client, server } = await stage.ready({}, { limits: { maxPending: 2 } });
      await client.listTools();
      const calls = [client.callTool('echo'), client.callTool('echo')];
      expect(await errorOf(client.callTool('echo'))).toMatchObject({ code: 'MCP_BUSY', outcome: 'not-sent' });
      for (const nth of [1, 2]) server.answer((await server.asked('tools/call', nth)).id, of(nth));
      expect(await Promise.all(calls)).toEqual([1, 2].map(readOf));
    },
  },
  {
    id: 'C-17',
    title: 'calls of one tool go one by one where that is asked for, and one that was taken back is never sent',
    async run(stage) {
      const { client, server } = await stage.ready({}, { concurrency: { tools: { echo: 1 } } });
      await client.listTools();
      const controller = new AbortController();
      const first = client.callTool('echo', { n: 1 });
      const second = errorOf(client.callTool('echo', { n: 2 }, { signal: controller.signal }));
      const third = client.callTool('echo', { n: 3 });
      const other = client.callTool('never', { n: 4 });
      const [one, apart] = [await server.asked('tools/call'), await server.asked('tools/call', 2)];
      expect(apart.params).toMatchObject({ name: 'never' });
      controller.abort();
      expect(await second).toMatchObject({ code: 'MCP_ABORTED', outcome: 'not-sent' });
      await client.ping();
      expect(server.sent('tools/call')).toHaveLength(2);
      server.answer(one.id, of(1));
      const next = await server.asked('tools/call', 3);
      expect(next.params).toMatchObject({ arguments: { n: 3 } });
      server.answer(next.id, of(3));
      server.answer(apart.id, of(4));
      expect(await Promise.all([first, third, other])).toEqual([1, 3, 4].map(readOf));
    },
  },
];
