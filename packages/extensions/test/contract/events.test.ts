import { describe, expect } from 'vitest';
import type { McpClient } from '../../src/mcp-client.ts';
import type { ManualClock } from '../support/manual-clock.ts';
import { friendly, initialized, readyBench, Refusal, watch } from '../support/memory-client.ts';
import { RecordedEvents } from '../support/recorded-events.ts';
import { verifies } from './verifies.ts';

const tools = ['ok', 'says-no', 'refuses', 'never', 'slow'].map((name) => ({ name, inputSchema: { type: 'object' } }));

/** Answers by the name of the tool; `never` and `slow` wait. */
const answers: Readonly<Record<string, unknown>> = {
  ok: { content: [{ type: 'text', text: 'planted-in-result' }] },
  'says-no': { content: [{ type: 'text', text: 'planted-in-result' }], isError: true },
  refuses: new Refusal(-32_000, 'planted-in-data'),
};

const script = {
  initialize: () => initialized,
  'tools/list': () => ({ tools }),
  'tools/call': ({ params }: { params?: Record<string, unknown> }) => answers[String(params?.['name'])],
};

async function list(client: McpClient, clock: ManualClock): Promise<void> {
  const listed = client.listTools();
  await clock.settle();
  await listed;
}

/** Every string in a value, and every name of a member. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [name, ...textsIn(member)]);
}

const started = ['request', 'request-sent'];

describe('events', () => {
  verifies(
    'O-02',
    'each request is told of when it begins, when it is sent, and once when it ends: how, by what code, how long it took',
    async () => {
      const events = new RecordedEvents();
      const { client, clock, transports } = await readyBench(script, { onEvent: events.onEvent });
      await list(client, clock);
      await clock.advance(1_000); // so that how long it took is not when it ended
      const controller = new AbortController();
      const waiting = [
        client.callTool('ok', { planted: 1 }),
        client.callTool('says-no'),
        client.callTool('refuses'),
        client.callTool('never', {}, { timeoutMs: 40 }),
        client.callTool('never', {}, { signal: controller.signal }),
        client.callTool('slow', {}, { onProgress: () => {} }),
      ].map(watch);
      await clock.settle();
      transports[0]?.receive({
        jsonrpc: '2.0',
        method: 'notifications/progress',
        params: { progressToken: 8, progress: 1 },
      });
      await clock.advance(30);
      controller.abort();
      await clock.advance(10);
      transports[0]?.end();
      await clock.settle();
      expect(waiting.map((ended) => ended())).not.toContain('waits');
      const settled = events.of('request-settled').slice(2); // after initialize and tools/list
      expect(
        settled.map(({ id, tool, end, code, remoteCode, isError, durationMs }) => [
          id,
          tool,
          end,
          code ?? remoteCode ?? isError,
          durationMs,
        ]),
      ).toEqual([
        [3, 'ok', 'fulfilled', undefined, 0],
        [4, 'says-no', 'fulfilled', true, 0],
        [5, 'refuses', 'refused', 'MCP_ERROR', 0],
        [7, 'never', 'aborted', 'MCP_ABORTED', 30],
        [6, 'never', 'timed-out', 'MCP_TIMEOUT', 40],
        [8, 'slow', 'failed', 'MCP_PROCESS_EXIT', 40],
      ]);
      expect(settled[2]?.remoteCode).toBe(-32_000);
      expect(settled.every(({ method }) => method === 'tools/call')).toBe(true);
      const sizes = events.of('request').map(({ bytes }) => bytes);
      expect(sizes).toEqual(
        transports[0]?.sent
          .filter(({ id }) => id !== undefined)
          .map((message) => Buffer.byteLength(JSON.stringify(message))),
      );
      expect(settled.map(({ bytes }) => bytes !== undefined)).toEqual([true, true, false, false, false, false]);
      const plain = [...started, 'request-settled'];
      expect([...events.byRequest().values()]).toEqual([
        plain,
        plain,
        plain,
        plain,
        plain,
        plain,
        plain,
        [...started, 'progress', 'request-settled'],
      ]);
    },
  );

  verifies(
    'O-02',
    'a request that never got an id is refused with its code; one that ended in the queue was never sent',
    async () => {
      const events = new RecordedEvents();
      const { client, clock, transports } = await readyBench(script, {
        onEvent: events.onEvent,
        limits: { maxPending: 2 },
      });
      await list(client, clock);
      const [transport] = transports;
      if (transport === undefined) throw new Error('no transport');
      const controller = new AbortController();
      transport.full = true;
      const first = watch(client.callTool('never'));
      await clock.settle();
      const queued = watch(client.callTool('never', {}, { signal: controller.signal }));
      const refused = watch(client.callTool('never'));
      const invalid = watch(client.callTool('ok', { big: 1n }));
      await clock.settle();
      controller.abort();
      await clock.settle();
      expect(first()).toBe('waits');
      expect([queued(), refused(), invalid()]).toMatchObject([
        { code: 'MCP_ABORTED' },
        { code: 'MCP_BUSY' },
        { code: 'MCP_INVALID_PARAMS' },
      ]);
      expect(events.of('request-refused')).toContainEqual({
        type: 'request-refused',
        method: 'tools/call',
        tool: 'never',
        code: 'MCP_BUSY',
      });
      expect(events.byRequest().get(3)).toEqual(started);
      expect(events.byRequest().get(4)).toEqual(['request', 'request-settled']);
    },
  );

  verifies(
    'O-02',
    'what belongs to no request is told too: answers nobody waits for, notifications both ways, questions, diagnostics',
    async () => {
      const events = new RecordedEvents();
      const { client, clock, transports } = await readyBench(script, { onEvent: events.onEvent });
      await list(client, clock);
      const [transport] = transports;
      const timedOut = watch(client.callTool('never', {}, { timeoutMs: 5 }));
      await clock.advance(5);
      expect(timedOut()).toMatchObject({ code: 'MCP_TIMEOUT' });
      transport?.answer(3);
      transport?.answer(99);
      transport?.receive({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
      transport?.receive({ jsonrpc: '2.0', id: 's-1', method: 'ping' });
      transport?.receive('planted-on-stdout');
      expect(events.of('stray-answer')).toEqual([
        { type: 'stray-answer', id: 3, isLate: true },
        { type: 'stray-answer', id: 99, isLate: false },
      ]);
      expect(events.of('notification-sent').map(({ method }) => method)).toEqual([
        'notifications/initialized',
        'notifications/cancelled',
      ]);
      expect(events.of('notification-received').map(({ method }) => method)).toEqual([
        'notifications/tools/list_changed',
      ]);
      expect(events.of('server-request')).toEqual([{ type: 'server-request', method: 'ping', bytes: 44 }]);
      expect(events.of('diagnostic').map(({ kind }) => kind)).toEqual(['unknown-answer', 'unknown-answer', 'noise']);
    },
  );

  verifies(
    'O-02',
    'the life of a client is told: its states, who the server says it is, why it ended, what was left',
    async () => {
      const events = new RecordedEvents();
      const { client } = await readyBench(friendly, { onEvent: events.onEvent });
      await client.close();
      const life = events.all.filter(({ type }) => ['state', 'handshake', 'gone'].includes(type));
      expect(life).toEqual([
        { type: 'state', state: 'starting' },
        { type: 'state', state: 'initializing' },
        {
          type: 'handshake',
          era: 'legacy',
          protocolVersion: '2025-11-25',
          serverInfo: { name: 'memory', version: '1.2.3' },
          capabilities: ['tools'],
        },
        { type: 'state', state: 'ready' },
        { type: 'state', state: 'closing', code: 'CLIENT_CLOSED' },
        { type: 'state', state: 'closed', code: 'CLIENT_CLOSED' },
        { type: 'gone', survivors: 0, killed: false },
      ]);
    },
  );

  verifies(
    'O-02',
    'nothing of arguments, results, errors, progress, notifications or noise is told, and names of the server are bounded and printable',
    async () => {
      const events = new RecordedEvents();
      const { client, clock, transports } = await readyBench(
        {
          ...script,
          initialize: () => ({
            ...initialized,
            serverInfo: { name: `\u001b]0;x\u0007${'n'.repeat(5_000)}`, version: '\u202e1' },
          }),
        },
        { onEvent: events.onEvent, allowUnlistedTools: true },
      );
      const calls = ['ok', 'says-no', 'refuses', `\u001b[31m${'t'.repeat(9_000)}`].map((tool) =>
        watch(client.callTool(tool, { secret: 'planted-in-arguments' }, { onProgress: () => {} })),
      );
      await clock.settle();
      const [transport] = transports;
      transport?.receive({
        jsonrpc: '2.0',
        method: 'notifications/progress',
        params: { progressToken: 5, progress: 1, message: 'planted-in-progress' },
      });
      transport?.receive({
        jsonrpc: '2.0',
        method: `notifications/\u0007${'m'.repeat(9_000)}`,
        params: { of: 'planted-in-notification' },
      });
      transport?.receive({
        jsonrpc: '2.0',
        id: 'planted-in-id',
        method: `\u001b${'q'.repeat(9_000)}`,
        params: { of: 'planted-in-question' },
      });
      transport?.receive('planted-on-stdout');
      transport?.receive({ jsonrpc: '1.0', planted: 'planted-in-malformed' });
      await client.close();
      expect(calls.map((ended) => ended())).not.toContain('waits');
      expect(events.of('progress')).toHaveLength(1);
      const told = JSON.stringify(events.all);
      expect(told).not.toContain('planted');
      // oxlint-disable-next-line no-control-regex -- they are what must not be there
      expect(textsIn(events.all).filter((text) => /[\u0000-\u001f\u202e]/.test(text))).toEqual([]);
      expect(Math.max(...events.all.map((event) => JSON.stringify(event).length))).toBeLessThan(700);
    },
  );

  verifies('O-02', 'a handler that throws or rejects breaks nothing', async () => {
    let isThrowing = true;
    const { client, clock } = await readyBench(script, {
      onEvent: () => {
        isThrowing = !isThrowing;
        if (isThrowing) throw new Error('of the host');
        return Promise.reject(new Error('of the host, later'));
      },
    });
    const call = watch(client.callTool('ok'));
    await clock.settle();
    expect(call()).toMatchObject({ isError: false });
    await client.close();
  });
});
