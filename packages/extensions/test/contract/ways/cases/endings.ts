import { expect } from 'vitest';
import { abortListeners } from '@coding-agent/fixture-servers/testing';
import { discovered } from '../../../support/memory-client.ts';
import { errorOf } from '../../../support/peer.ts';
import { Journal } from '../journal.ts';
import type { ContractCase } from '../contract-case.ts';

const done = { content: [{ type: 'text', text: 'done' }] };
const doneRead = { ...done, isError: false };

/** Requests that end without an answer, or before it: time-outs, callers who go away, progress. */
export const endingCases: readonly ContractCase[] = [
  {
    id: 'C-14',
    title: 'a time-out ends its call, is told to the server, and the next call has its own answer',
    async run(stage) {
      const { client, server, clock } = await stage.ready();
      await client.listTools();
      const call = errorOf(client.callTool('never', {}, { timeoutMs: 1_000 }));
      const { id } = await server.asked('tools/call');
      await clock.advance(1_000);
      expect(await call).toMatchObject({ code: 'MCP_TIMEOUT', timeout: 'idle', timeoutMs: 1_000, outcome: 'unknown' });
      await server.takenBack(id);
      const next = client.callTool('echo');
      const { id: nextId } = await server.asked('tools/call', 2);
      server.answer(id, { content: [{ type: 'text', text: 'late' }] });
      server.answer(nextId, done);
      expect(await next).toEqual(doneRead);
      expect(client.stats()).toMatchObject({ state: 'ready', pending: 0, timeouts: 1 });
    },
  },
  {
    id: 'C-14',
    title: 'progress gives a call its time anew where that is asked for, up to a total',
    async run(stage) {
      const { client, server, clock } = await stage.ready();
      await client.listTools();
      const told = new Journal<unknown>();
      const call = errorOf(
        client.callTool(
          'never',
          {},
          {
            timeoutMs: 1_000,
            maxTotalTimeoutMs: 2_500,
            resetTimeoutOnProgress: true,
            onProgress: ({ progress }) => told.add(progress),
          },
        ),
      );
      const asked = await server.asked('tools/call');
      for (const progress of [1, 2]) {
        await clock.advance(900);
        server.progress(asked, progress);
        await told.first((one) => one === progress, `progress ${progress}`);
      }
      expect(client.pendingCount).toBe(1); // at 1,800 ms
      await clock.advance(700);
      expect(await call).toMatchObject({ code: 'MCP_TIMEOUT', timeout: 'total', timeoutMs: 2_500, outcome: 'unknown' });
      await server.takenBack(asked.id);
    },
  },
  {
    id: 'C-14',
    title: 'progress alone moves no deadline',
    async run(stage) {
      const { client, server, clock } = await stage.ready();
      await client.listTools();
      const told = new Journal<unknown>();
      const onProgress = ({ progress }: { readonly progress?: unknown }): void => told.add(progress);
      const call = errorOf(client.callTool('never', {}, { timeoutMs: 1_000, onProgress }));
      const asked = await server.asked('tools/call');
      await clock.advance(900);
      server.progress(asked, 1);
      await told.first(() => true, 'progress');
      await clock.advance(100);
      expect(await call).toMatchObject({ code: 'MCP_TIMEOUT', timeout: 'idle' });
    },
  },
  {
    id: 'C-13',
    title: 'a call whose signal is aborted already is never sent',
    async run(stage) {
      const { client, server } = await stage.ready();
      await client.listTools();
      const signal = AbortSignal.abort(new Error('private'));
      expect(await errorOf(client.callTool('echo', {}, { signal }))).toMatchObject({
        code: 'MCP_ABORTED',
        outcome: 'not-sent',
      });
      await client.ping();
      expect(server.sent('tools/call')).toEqual([]);
    },
  },
  {
    id: 'C-13',
    title: 'a call that is taken back ends at once, the server hears of it, and not why',
    async run(stage) {
      const { client, server } = await stage.ready();
      await client.listTools();
      const controller = new AbortController();
      const call = errorOf(client.callTool('never', {}, { signal: controller.signal }));
      const { id } = await server.asked('tools/call');
      controller.abort(new Error('private words'));
      expect(await call).toMatchObject({ code: 'MCP_ABORTED', outcome: 'unknown' });
      await server.takenBack(id);
      expect(JSON.stringify(server.received.entries)).not.toContain('private');
      expect([abortListeners(controller.signal), client.pendingCount]).toEqual([0, 0]);
      await client.ping();
    },
  },
  {
    id: 'C-13',
    title: 'an abort after the answer changes nothing, and nothing is told',
    async run(stage) {
      const { client, server } = await stage.ready({ 'tools/call': () => done });
      const controller = new AbortController();
      expect(await client.callTool('echo', {}, { signal: controller.signal })).toEqual(doneRead);
      controller.abort();
      await client.ping();
      expect(server.sent('notifications/cancelled')).toEqual([]);
      expect(client.stats()).toMatchObject({ aborts: 0, pending: 0 });
    },
  },
  {
    id: 'C-13',
    title: 'an answer that comes after the abort answers nobody',
    async run(stage) {
      const { client, server } = await stage.ready();
      await client.listTools();
      const controller = new AbortController();
      const call = errorOf(client.callTool('never', {}, { signal: controller.signal }));
      const { id } = await server.asked('tools/call');
      controller.abort();
      server.answer(id, done); // the two cross
      expect(await call).toMatchObject({ code: 'MCP_ABORTED' });
      const next = client.callTool('echo');
      server.answer((await server.asked('tools/call', 2)).id, done);
      expect(await next).toEqual(doneRead);
      expect(client.stats()).toMatchObject({ state: 'ready', pending: 0, aborts: 1 });
    },
  },
  {
    id: 'C-13',
    title: 'one signal may take back many calls',
    async run(stage) {
      const { client, server } = await stage.ready();
      await client.listTools();
      const controller = new AbortController();
      const calls = Array.from({ length: 20 }, () =>
        errorOf(client.callTool('never', {}, { signal: controller.signal })),
      );
      await server.asked('tools/call', 20);
      controller.abort();
      for (const call of calls) expect(await call).toMatchObject({ code: 'MCP_ABORTED' });
      for (const { id } of server.sent('tools/call')) await server.takenBack(Number(id));
      expect([client.pendingCount, abortListeners(controller.signal)]).toEqual([0, 0]);
    },
  },
  {
    id: 'C-14',
    title: 'progress is told in order, to its own call, and not after the answer',
    async run(stage) {
      const { client, server } = await stage.ready();
      await client.listTools();
      const seen: unknown[] = [];
      const onProgress = ({ progress }: { readonly progress?: unknown }): void => void seen.push(progress);
      const quiet = client.callTool('echo', { n: 1 });
      const call = client.callTool('echo', { n: 2 }, { onProgress });
      const [first, second] = [await server.asked('tools/call'), await server.asked('tools/call', 2)];
      const unknown = { progressToken: 'nobody', progress: 99 };
      server.say({ jsonrpc: '2.0', method: 'notifications/progress', params: unknown }, second.id);
      for (const progress of [1, 2, 3]) server.progress(second, progress);
      server.answer(second.id, done);
      server.progress(second, 4);
      server.answer(first.id, done);
      expect(await Promise.all([quiet, call])).toEqual([doneRead, doneRead]);
      await client.ping();
      expect(seen).toEqual([1, 2, 3]);
    },
  },
  {
    id: 'C-14',
    title: 'who listens to progress and fails breaks nothing',
    async run(stage) {
      const { client, server } = await stage.ready();
      await client.listTools();
      const onProgress = (): never => {
        throw new Error('of the host');
      };
      const call = client.callTool('echo', {}, { onProgress });
      const asked = await server.asked('tools/call');
      server.progress(asked, 1);
      server.answer(asked.id, done);
      expect(await call).toEqual(doneRead);
    },
  },
  {
    id: 'C-14',
    title: 'a ping without an answer is a time-out, and the client goes on',
    async run(stage) {
      let isMute = false;
      const method = stage.modern('server/discover', 'ping');
      const answer = (): unknown => (isMute ? undefined : stage.modern<unknown>(discovered, {}));
      const { client, server, clock } = await stage.ready({ [method]: answer });
      isMute = true;
      const before = server.sent(method).length;
      const ping = errorOf(client.ping({ timeoutMs: 500 }));
      await server.asked(method, before + 1);
      await clock.advance(500);
      expect(await ping).toMatchObject({ code: 'MCP_TIMEOUT', timeoutMs: 500 });
      isMute = false;
      await client.ping();
    },
  },
];
