import { expect } from 'vitest';
import { errorOf } from '../../../support/peer.ts';
import type { ContractCase } from '../contract-case.ts';

const done = { content: [{ type: 'text', text: 'done' }] };
const doneRead = { ...done, isError: false };

/** What a tool gives, and what passes for it. */
export const resultCases: readonly ContractCase[] = [
  {
    id: 'C-25',
    title: 'a tool that ran and failed is a result',
    async run(stage) {
      const { client } = await stage.ready({ 'tools/call': () => ({ ...done, isError: true }) });
      expect(await client.callTool('echo')).toEqual({ ...done, isError: true });
    },
  },
  {
    id: 'C-25',
    title: 'every kind of content comes as it is, and one that nobody knows yet is told from them',
    async run(stage) {
      const content = [
        { type: 'text', text: 'é', annotations: { audience: ['user'] } },
        { type: 'image', data: 'aGk=', mimeType: 'image/png' },
        { type: 'audio', data: 'aGk=', mimeType: 'audio/wav' },
        { type: 'resource_link', uri: 'file:///a', name: 'a' },
        { type: 'resource', resource: { uri: 'file:///a', text: 'a' } },
      ];
      const odd = { type: 'hologram', beams: 4 };
      const { client } = await stage.ready({ 'tools/call': () => ({ content: [...content, odd] }) });
      const unknown = { type: 'unknown', kind: 'hologram', block: odd };
      expect(await client.callTool('echo')).toEqual({ content: [...content, unknown], isError: false });
    },
  },
  {
    id: 'C-25',
    title: 'a structured result is there when the server gave one',
    async run(stage) {
      const values = [{ n: 1 }, { deep: [{ a: null }] }];
      const more = stage.modern([null, 17, 'text', [1, 2], false], []);
      const { client, server } = await stage.ready();
      await client.listTools();
      for (const [at, structuredContent] of [...values, ...more].entries()) {
        const call = client.callTool('echo');
        server.answer((await server.asked('tools/call', at + 1)).id, { ...done, structuredContent });
        expect(await call).toEqual({ ...doneRead, structuredContent });
      }
      const none = client.callTool('echo');
      server.answer((await server.asked('tools/call', values.length + more.length + 1)).id, done);
      expect(await none).not.toHaveProperty('structuredContent');
    },
  },
  {
    id: 'C-25',
    title: 'a structured result of the legacy era is an object, and nothing else',
    eras: ['legacy'],
    async run(stage) {
      const { client, server } = await stage.ready();
      await client.listTools();
      for (const [at, structuredContent] of [17, 'text', [1]].entries()) {
        const call = errorOf(client.callTool('echo'));
        server.answer((await server.asked('tools/call', at + 1)).id, { ...done, structuredContent });
        expect(await call).toMatchObject({ code: 'MCP_INVALID_RESULT' });
      }
    },
  },
  {
    id: 'C-25',
    title: 'a result that is no result of a tool fails its call alone',
    async run(stage) {
      const { client, server } = await stage.ready();
      await client.listTools();
      const bad = [
        {},
        { content: 'text' },
        { content: [7] },
        { content: [{ text: 'no type' }] },
        { ...done, isError: 1 },
      ];
      for (const [at, result] of bad.entries()) {
        const call = errorOf(client.callTool('echo'));
        server.answer((await server.asked('tools/call', at + 1)).id, result);
        expect(await call, JSON.stringify(result)).toMatchObject({ code: 'MCP_INVALID_RESULT' });
      }
      await client.ping();
      expect(client.pendingCount).toBe(0);
    },
  },
  {
    id: 'C-22',
    title: 'a malformed answer fails its call at once, and the connection goes on',
    async run(stage) {
      const { client, server } = await stage.ready();
      await client.listTools();
      const bad = [
        { jsonrpc: '2.0', result: {}, error: { code: 1, message: 'both' } },
        { jsonrpc: '2.0' },
        { jsonrpc: '1.0', result: done },
        { jsonrpc: '2.0', result: 'text' },
        { jsonrpc: '2.0', result: null },
        { jsonrpc: '2.0', error: 'text' },
        { jsonrpc: '2.0', error: { code: '1', message: 'a text as code' } },
        { jsonrpc: '2.0', error: { code: 1 } },
      ];
      for (const [at, message] of bad.entries()) {
        const call = errorOf(client.callTool('echo'));
        const { id } = await server.asked('tools/call', at + 1);
        server.reply({ ...message, id }, id);
        expect(await call, JSON.stringify(message)).toMatchObject({ code: 'MCP_PROTOCOL_ERROR' });
      }
      await client.ping();
      expect(client.stats()).toMatchObject({ state: 'ready', pending: 0, malformed: bad.length });
    },
  },
  {
    id: 'C-21',
    title: 'what is no message is told, and delivers nothing',
    async run(stage) {
      const { client, server, diagnostics } = await stage.ready();
      await client.listTools();
      const call = client.callTool('echo');
      const { id } = await server.asked('tools/call');
      for (const noise of ['Loading…', '42', '"text"', 'null', '{"hello": 1}']) server.say(noise, id);
      server.answer(id, done);
      expect(await call).toEqual(doneRead);
      expect(diagnostics.entries.length).toBeGreaterThanOrEqual(5);
      expect(client.state).toBe('ready');
    },
  },
  {
    id: 'C-25',
    title: 'a result that is too large fails its call alone',
    async run(stage) {
      const text = 'x'.repeat(200_000);
      const { client } = await stage.ready(
        { 'tools/call': ({ params }) => (params?.['name'] === 'echo' ? { content: [{ type: 'text', text }] } : done) },
        { limits: { maxResultBytes: 100_000 } },
      );
      expect(await errorOf(client.callTool('echo'))).toMatchObject({ code: 'MCP_RESULT_TOO_LARGE' });
      expect(await client.callTool('never')).toEqual(doneRead);
    },
  },
  {
    id: 'C-20',
    title: 'a message that is larger than any may be ends its request before it is kept',
    not: { memory: 'what a message may have is kept by the real ways: there are no bytes here' },
    async run(stage) {
      const text = 'x'.repeat(2_000_000);
      const { client } = await stage.ready(
        { 'tools/call': () => ({ content: [{ type: 'text', text }] }) },
        { limits: { maxLineBytes: 100_000 } },
      );
      expect(await errorOf(client.callTool('echo'))).toMatchObject({ code: 'MCP_MESSAGE_TOO_LARGE' });
      expect(client.pendingCount).toBe(0);
    },
  },
  {
    id: 'C-25',
    title: 'names that mean something to JavaScript mean nothing in an answer',
    async run(stage) {
      const { client, server } = await stage.ready();
      await client.listTools();
      const call = client.callTool('echo');
      const { id } = await server.asked('tools/call');
      const result =
        '{"content":[],"structuredContent":{"__proto__":{"polluted":true},"constructor":{"prototype":{}}}}';
      server.reply(`{"jsonrpc":"2.0","id":${id},"result":${result}}`, id);
      const { structuredContent } = await call;
      expect(Object.hasOwn(Object(structuredContent), '__proto__')).toBe(true);
      expect([Reflect.get({}, 'polluted'), Object.getPrototypeOf(structuredContent)]).toEqual([
        undefined,
        Object.prototype,
      ]);
    },
  },
  {
    id: 'C-08',
    title: 'a kind of result that nobody knows is invalid; one that is not named is complete',
    eras: ['modern'],
    async run(stage) {
      const { client, server } = await stage.ready();
      await client.listTools();
      const odd = errorOf(client.callTool('echo'));
      server.answer((await server.asked('tools/call')).id, { ...done, resultType: 'streamed' });
      expect(await odd).toMatchObject({ code: 'MCP_INVALID_RESULT' });
      const plain = client.callTool('echo');
      server.answer((await server.asked('tools/call', 2)).id, done);
      expect(await plain).toEqual(doneRead);
    },
  },
];
