import { describe, expect } from 'vitest';
import type { McpClientEvent } from '../../src/client/client-event.ts';
import { clientBench, initialized, watch, type ClientBench } from '../support/memory-client.ts';
import { processClient } from '../support/process-client.ts';
import { RecordedEvents } from '../support/recorded-events.ts';
import { verifies } from './verifies.ts';

const script = {
  initialize: () => initialized,
  'tools/list': () => ({ tools: [{ name: 'echo' }, { name: 'never' }] }),
  'tools/call': ({ params }: { params?: Record<string, unknown> }) =>
    params?.['name'] === 'echo' ? { content: [] } : undefined,
};

/** What an event is, with the state where that is what it is about. */
function momentOf(event: McpClientEvent): string {
  return event.type === 'state' ? `state ${event.state}` : event.type;
}

const moments = [
  'state starting',
  'state initializing',
  'state ready',
  'state closing',
  'state closed',
  'handshake',
  'request',
  'request-sent',
  'request-settled',
  'request-refused',
  'progress',
  'stray-answer',
  'notification-sent',
  'notification-received',
  'server-request',
  'diagnostic',
  'gone',
];

/** Everything that a client can meet, as far as it lives. */
async function wholeLife({ client, clock, transports }: ClientBench): Promise<(() => unknown)[]> {
  const waiting = [watch(client.initialize())];
  await clock.settle();
  waiting.push(watch(client.listTools()));
  await clock.settle();
  waiting.push(watch(client.callTool('echo')), watch(client.callTool('never', {}, { onProgress: () => {} })));
  waiting.push(watch(client.callTool('never')));
  await clock.settle();
  const [transport] = transports;
  transport?.receive({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 4, progress: 1 } });
  transport?.receive({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
  transport?.receive({ jsonrpc: '2.0', id: 1, method: 'ping' });
  transport?.answer(77);
  waiting.push(watch(client.callTool('never', { number: 1n })));
  await clock.settle();
  await client.close();
  await clock.settle();
  return waiting;
}

describe('handlers of events', () => {
  verifies(
    'O-02',
    'whoever hears of something may close the client: at every moment all ends, once, and nothing is started any more',
    async () => {
      for (const moment of moments) {
        const closing: Promise<unknown>[] = [];
        const events = new RecordedEvents();
        const bench = clientBench(script, {
          onEvent: (event) => {
            events.onEvent(event);
            if (momentOf(event) === moment) closing.push(bench.client.close());
          },
        });
        const waiting = await wholeLife(bench);
        await Promise.all(closing);
        expect(closing.length, moment).toBeGreaterThan(0);
        expect(
          waiting.map((ended) => ended()),
          moment,
        ).not.toContain('waits');
        expect(bench.client.state, moment).toBe('closed');
        expect(
          bench.transports.map(({ closed }) => closed > 0),
          moment,
        ).not.toContain(false);
        for (const [id, told] of events.byRequest()) {
          expect(
            told.filter((type) => type === 'request-settled'),
            `${moment}: request ${id}`,
          ).toHaveLength(1);
          expect(told.at(-1), `${moment}: request ${id}`).toBe('request-settled');
        }
        expect(bench.clock.timers, moment).toBe(0);
      }
    },
  );

  verifies('O-02', 'nothing is started for a client that is closed when its start is told of', async () => {
    const bench = clientBench(script, { onEvent: ({ type }) => void (type === 'state' && bench.client.close()) });
    const handshake = watch(bench.client.initialize());
    await bench.clock.settle();
    expect(handshake()).toMatchObject({ code: 'CLIENT_CLOSED', outcome: 'not-sent' });
    expect(bench.transports).toEqual([]);
  });

  verifies(
    'O-02',
    'whoever hears of a request may take it back: it ends once, its place in the queue and its turn go to the next',
    async () => {
      for (const type of ['request', 'request-sent'] as const) {
        let controller: AbortController | undefined;
        const events = new RecordedEvents();
        const bench = clientBench(script, {
          concurrency: { perTool: 1 },
          onEvent: (event) => {
            events.onEvent(event);
            if (event.type === type) controller?.abort();
          },
        });
        const { client, clock, transports } = bench;
        const ready = client.initialize();
        await clock.settle();
        await ready;
        const listed = client.listTools();
        await clock.settle();
        await listed;
        controller = new AbortController();
        const taken = watch(client.callTool('echo', {}, { signal: controller.signal }));
        await clock.settle();
        controller = undefined;
        expect(taken(), type).toMatchObject({ code: 'MCP_ABORTED' });
        const next = watch(client.callTool('echo'));
        await clock.settle();
        expect(next(), type).toMatchObject({ isError: false });
        const sent = transports[0]?.sent.filter(({ id, method }) => id === 3 || method === 'notifications/cancelled');
        expect(
          sent?.map(({ method }) => method),
          type,
        ).toEqual(type === 'request' ? [] : ['tools/call', 'notifications/cancelled']);
        expect(events.byRequest().get(3)?.at(-1), type).toBe('request-settled');
        await client.close();
      }
    },
  );

  verifies(
    'O-02',
    'whoever hears of progress may end its request: its own handler is not called any more',
    async () => {
      const controller = new AbortController();
      const bench = clientBench(script, { onEvent: ({ type }) => void (type === 'progress' && controller.abort()) });
      const { client, clock, transports } = bench;
      const ready = client.initialize();
      await clock.settle();
      await ready;
      const listed = client.listTools();
      await clock.settle();
      await listed;
      let heard = 0;
      const call = watch(client.callTool('never', {}, { signal: controller.signal, onProgress: () => (heard += 1) }));
      await clock.settle();
      transports[0]?.receive({
        jsonrpc: '2.0',
        method: 'notifications/progress',
        params: { progressToken: 3, progress: 1 },
      });
      await clock.settle();
      expect(call()).toMatchObject({ code: 'MCP_ABORTED' });
      expect(heard).toBe(0);
      await client.close();
    },
  );

  verifies(
    'O-02',
    'whoever hears of the start of a process may end it: it is gone when the client is closed',
    async (context) => {
      const closing: Promise<unknown>[] = [];
      const events = new RecordedEvents();
      const { client } = processClient(
        context,
        {},
        {
          onEvent: (event) => {
            events.onEvent(event);
            if (event.type === 'process-started') closing.push(client.close());
          },
        },
      );
      await expect(client.initialize()).rejects.toMatchObject({ code: 'CLIENT_CLOSED' });
      await Promise.all(closing);
      expect(closing).toHaveLength(1);
      expect(events.of('process-exited')).toHaveLength(1);
      expect(events.all.at(-1)).toEqual({ type: 'gone', survivors: 0, killed: expect.any(Boolean) });
    },
  );
});
