import { expect } from 'vitest';
import type { ManualClock } from '../../../support/manual-clock.ts';
import { discovered, initialized } from '../../../support/memory-client.ts';
import { errorOf } from '../../../support/peer.ts';
import type { ContractCase } from '../contract-case.ts';
import { Journal } from '../journal.ts';
import type { Stage, WayBench } from '../stage.ts';

const done = { content: [{ type: 'text', text: 'done' }] };
const doneRead = { ...done, isError: false };
const changed = 'notifications/tools/list_changed';
const subscriptionKey = 'io.modelcontextprotocol/subscriptionId';
const changes = { tools: { listChanged: true } };

interface Listening extends WayBench {
  /** Makes the server tell of a change. */
  readonly change: () => void;
  /** Makes it acknowledge a stream, and waits until the client knows (modern era). */
  readonly acknowledge: (id: number) => Promise<void>;
}

/** A client whose server tells of changes, ready to hear of them. */
async function listening(stage: Stage): Promise<Listening> {
  const bench = await stage.ready({ 'server/discover': () => ({ ...discovered, capabilities: changes }) });
  const { server, clock } = bench;
  const say = (id: number, method: string, params: object = {}): void =>
    server.say({ jsonrpc: '2.0', method, params: { ...params, _meta: { [subscriptionKey]: id } } }, id);
  const acknowledge = (id: number): Promise<void> => {
    say(id, 'notifications/subscriptions/acknowledged', { notifications: { toolsListChanged: true } });
    return timersAre(0, clock);
  };
  if (stage.era === 'legacy') {
    return { ...bench, acknowledge, change: () => server.say({ jsonrpc: '2.0', method: changed }) };
  }
  const { id } = await server.asked('subscriptions/listen');
  await acknowledge(id);
  return { ...bench, acknowledge, change: () => say(id, changed) };
}

/** The first timer is for the acknowledgement of a stream of changes, the next for the pause after its end. */
async function timersAre(count: number, clock: ManualClock): Promise<void> {
  while (clock.timers !== count) await clock.settle();
}

/** What a server says without being asked. */
export const notificationCases: readonly ContractCase[] = [
  {
    id: 'C-09',
    title: 'a change is told, and makes the list old',
    async run(stage) {
      const { client, server, heard, change } = await listening(stage);
      for (const before of [0, 1]) {
        for (let n = 0; n < 2; n += 1) {
          expect(await errorOf(client.callTool('added'))).toMatchObject({ code: 'MCP_UNKNOWN_TOOL' });
          expect(server.sent('tools/list')).toHaveLength(before + 1);
        }
        change();
        await heard.first(({ method }) => method === changed, 'the change', before + 1);
      }
    },
  },
  {
    id: 'C-09',
    title: 'a notification that was not negotiated is told to nobody, and answers nobody',
    async run(stage) {
      const capabilities = { tools: {} };
      const { client, server, heard, diagnostics } = await stage.ready({
        initialize: () => ({ ...initialized, capabilities }),
      });
      await client.listTools();
      const call = client.callTool('echo');
      const { id } = await server.asked('tools/call');
      server.say({ jsonrpc: '2.0', method: changed }, id);
      server.say({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'error', data: 'no' } }, id);
      server.answer(id, done);
      expect(await call).toEqual(doneRead);
      expect(heard.entries).toEqual([]);
      expect(diagnostics.entries.map(({ kind }) => kind)).toEqual(['not-negotiated', 'not-negotiated']);
    },
  },
  {
    id: 'C-23',
    title: 'notifications come in order, also those that nobody knows',
    eras: ['legacy'],
    async run(stage) {
      const { client, server, heard } = await stage.ready();
      await client.listTools();
      const call = client.callTool('echo');
      const { id } = await server.asked('tools/call');
      for (let n = 1; n <= 50; n += 1) server.say({ jsonrpc: '2.0', method: 'notifications/odd', params: { n } }, id);
      server.answer(id, done);
      await call;
      expect(heard.entries.map(({ params }) => params['n'])).toEqual(Array.from({ length: 50 }, (_, n) => n + 1));
    },
  },
  {
    id: 'C-23',
    title: 'who listens to notifications and fails breaks nothing',
    eras: ['legacy'],
    async run(stage) {
      const told = new Journal<string>();
      const onNotification = (method: string): never => {
        told.add(method);
        throw new Error('of the host');
      };
      const { client, server } = await stage.ready({}, { onNotification });
      await client.listTools();
      const call = client.callTool('echo');
      const { id } = await server.asked('tools/call');
      server.say({ jsonrpc: '2.0', method: 'notifications/odd' }, id);
      await told.first(() => true, 'the notification');
      server.answer(id, done);
      expect(await call).toEqual(doneRead);
    },
  },
  {
    id: 'C-23',
    title: 'a flood of notifications ends the connection',
    async run(stage) {
      const { client, server } = await stage.ready({}, { limits: { maxNotificationsPerSecond: 20 } });
      await client.listTools();
      const call = errorOf(client.callTool('echo'));
      const { id } = await server.asked('tools/call');
      for (let n = 0; n < 50; n += 1) server.say({ jsonrpc: '2.0', method: 'notifications/odd' }, id);
      expect(await call).toMatchObject({ code: 'MCP_PROTOCOL_ERROR' });
      await client.close();
      expect(client.state).toBe('closed');
    },
  },
  {
    id: 'C-09',
    title: 'a stream of changes is what was acknowledged, and nothing that comes for another',
    eras: ['modern'],
    async run(stage) {
      const { server, heard } = await stage.ready({
        'server/discover': () => ({ ...discovered, capabilities: changes }),
      });
      const { id, params } = await server.asked('subscriptions/listen');
      expect(params).toMatchObject({ notifications: { toolsListChanged: true } });
      const say = (method: string, of: unknown, more: object = {}): void =>
        server.say({ jsonrpc: '2.0', method, params: { ...more, _meta: { [subscriptionKey]: of } } }, id);
      say(changed, id); // before it was acknowledged
      say('notifications/subscriptions/acknowledged', id, { notifications: { toolsListChanged: true } });
      for (const other of [String(id), id + 1, undefined]) say(changed, other);
      say(changed, id, { mark: 'ours' });
      await heard.first(({ method }) => method === changed, 'the change');
      expect(heard.entries).toMatchObject([{ params: { mark: 'ours' } }]);
    },
  },
  {
    id: 'C-08',
    title: 'a stream of changes that the server ends is opened again, later each time',
    eras: ['modern'],
    async run(stage) {
      const { client, server, clock, acknowledge } = await listening(stage);
      for (const [nth, waitMs] of [
        [1, 1_000],
        [2, 2_000],
      ] as const) {
        const { id } = await server.asked('subscriptions/listen', nth);
        if (nth > 1) await acknowledge(id);
        server.answer(id, { resultType: 'complete', _meta: { [subscriptionKey]: id } });
        await timersAre(1, clock);
        await clock.advance(waitMs - 1);
        expect(server.sent('subscriptions/listen')).toHaveLength(nth);
        await clock.advance(1);
        await server.asked('subscriptions/listen', nth + 1);
      }
      expect([client.state, client.pendingCount]).toEqual(['ready', 0]);
    },
  },
  {
    id: 'C-08',
    title: 'a stream of changes that is refused is given up with a word',
    eras: ['modern'],
    async run(stage) {
      const { client, server, diagnostics } = await stage.ready({
        'server/discover': () => ({ ...discovered, capabilities: changes }),
      });
      const { id } = await server.asked('subscriptions/listen');
      server.reply({ jsonrpc: '2.0', id, error: { code: -32_601, message: 'none' } }, id);
      await diagnostics.first(({ message }) => message.includes('refused'), 'the word');
      await client.ping();
      expect(server.sent('subscriptions/listen')).toHaveLength(1);
    },
  },
];
