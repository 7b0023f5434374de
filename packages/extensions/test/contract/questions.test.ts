import { describe, expect } from 'vitest';
import type { McpClientOptions } from '../../src/mcp-client.ts';
import { InboundRefusal, type InboundHandler } from '../../src/rpc/inbound-handlers.ts';
import { clientBench, discovered, friendly, readyBench, watch, type Script } from '../support/memory-client.ts';
import { MemoryTransport, type SentMessage } from '../support/memory-transport.ts';
import { peerBench } from '../support/peer.ts';
import { verifies } from './verifies.ts';

/** A legacy client after the handshake, whose server asks. */
async function asked(options: Partial<McpClientOptions> = {}, script: Script = friendly) {
  const bench = await readyBench(script, options);
  const transport = bench.transports[0] ?? new MemoryTransport();
  const before = transport.sent.length;
  const ask = async (method: string, params?: unknown, id: string | number = 's'): Promise<SentMessage | undefined> => {
    transport.receive({ jsonrpc: '2.0', id, method, ...(params === undefined ? {} : { params }) });
    await bench.clock.settle();
    return transport.sent.at(-1);
  };
  return { ...bench, transport, ask, answers: () => transport.sent.slice(before) };
}

const refused = (code: number): unknown => ({
  jsonrpc: '2.0',
  id: 's',
  error: { code, message: expect.stringMatching(/\S/) },
});

describe('questions of a legacy server', () => {
  verifies('C-09', 'what the client did not declare is refused with -32601, method by method', async () => {
    const { ask, client } = await asked();
    const methods = ['roots/list', 'sampling/createMessage', 'elicitation/create', 'tasks/get', 'tasks/list', 'x'];
    for (const method of methods) expect(await ask(method, {}), method).toEqual(refused(-32_601));
    expect(client.stats()).toMatchObject({ state: 'ready', malformed: 0 });
  });

  verifies('C-09', 'a mode of elicitation that was not declared is refused with -32602, unheard', async () => {
    const cases: [declared: object, mode: unknown, isHeard: boolean][] = [
      [{}, undefined, true],
      [{}, 'form', true],
      [{}, 'url', false],
      [{ form: {} }, undefined, true],
      [{ form: {} }, 'url', false],
      [{ url: {} }, 'url', true],
      [{ url: {} }, 'form', false],
      [{ url: {} }, undefined, false],
      [{ form: {}, url: {} }, 'url', true],
      [{ form: {}, url: {} }, 'form', true],
      [{ form: {}, url: {} }, 'voice', false],
      [{ form: {}, url: {} }, 7, false],
    ];
    for (const [elicitation, mode, isHeard] of cases) {
      const heard: unknown[] = [];
      const handlers = { 'elicitation/create': (params: unknown) => (heard.push(params), { action: 'cancel' }) };
      const { ask } = await asked({ handlers, capabilities: { elicitation } });
      const params = mode === undefined ? { message: 'm' } : { message: 'm', mode };
      const answer = await ask('elicitation/create', params);
      const what = JSON.stringify([elicitation, mode]);
      expect(heard, what).toEqual(isHeard ? [params] : []);
      if (isHeard) expect(answer, what).toEqual({ jsonrpc: '2.0', id: 's', result: { action: 'cancel' } });
      else expect(answer, what).toEqual(refused(-32_602));
    }
  });

  verifies('C-09', 'sampling with tools needs sampling.tools, whatever else was declared', async () => {
    for (const sampling of [{}, { tools: {} }]) {
      let heard = 0;
      const handlers = { 'sampling/createMessage': () => ((heard += 1), { model: 'm' }) };
      const { ask } = await asked({ handlers, capabilities: { sampling } });
      expect(await ask('sampling/createMessage', { messages: [] })).toMatchObject({ result: { model: 'm' } });
      for (const params of [{ tools: [] }, { toolChoice: { mode: 'auto' } }]) {
        const answer = await ask('sampling/createMessage', { messages: [], ...params });
        if ('tools' in sampling) expect(answer).toMatchObject({ result: { model: 'm' } });
        else expect(answer).toEqual(refused(-32_602));
      }
      expect(heard).toBe('tools' in sampling ? 3 : 1);
    }
  });

  verifies('C-18', 'an answer has the id of its question, and a result that is an object, or an error', async () => {
    const given: [unknown, Partial<SentMessage>][] = [
      [{ roots: [] }, { result: { roots: [] } }],
      [undefined, { result: {} }],
      ['text', { error: { code: -32_603, message: expect.any(String) } }],
      [[1], { error: { code: -32_603, message: expect.any(String) } }],
      [{ n: 1n }, { error: { code: -32_603, message: expect.any(String) } }],
      [
        new InboundRefusal({ code: -1, message: 'the user says no' }),
        { error: { code: -1, message: 'the user says no' } },
      ],
    ];
    for (const [value, answer] of given) {
      const handler = (): unknown => {
        if (value instanceof Error) throw value;
        return value;
      };
      const { ask, answers } = await asked({ handlers: { 'roots/list': handler }, capabilities: { roots: {} } });
      for (const id of ['s', '1', 1, 0]) {
        expect(await ask('roots/list', undefined, id)).toEqual({ jsonrpc: '2.0', id, ...answer });
      }
      expect(answers()).toHaveLength(4);
    }
  });

  verifies(
    'C-18',
    'a ping is answered at once: before initialize is answered, and while all places are taken',
    async () => {
      const { client, clock, transports } = clientBench({}, { era: 'auto' });
      const starting = watch(client.initialize());
      await clock.settle();
      const ping = async (id: string): Promise<void> => {
        transports[0]?.receive({ jsonrpc: '2.0', id, method: 'ping' });
        transports[0]?.receive({ jsonrpc: '2.0', id: `${id}, roots`, method: 'roots/list' });
        await clock.settle();
      };
      await ping('while it is probed');
      await clock.advance(5_000);
      await ping('while it is initialized');
      expect(starting()).toBe('waits');
      expect(transports[0]?.sent.filter(({ method }) => method === undefined)).toMatchObject([
        { id: 'while it is probed', result: {} },
        { id: 'while it is probed, roots', error: { code: -32_601 } },
        { id: 'while it is initialized', result: {} },
        { id: 'while it is initialized, roots', error: { code: -32_601 } },
      ]);
      await client.close();

      const handlers = { 'roots/list': () => new Promise(() => {}) };
      const { ask, answers } = await asked({ handlers, capabilities: { roots: {} }, limits: { maxInbound: 1 } });
      await ask('roots/list', {}, 'never');
      await ask('ping', {}, 'now');
      expect(answers()).toEqual([{ jsonrpc: '2.0', id: 'now', result: {} }]);
    },
  );
});

describe('questions of a modern server', () => {
  verifies('C-09', 'that need what was not declared fail the call, and nobody is asked', async () => {
    const questions: [Record<string, object>, { method: string; params: object }][] = [
      [{ elicitation: {} }, { method: 'elicitation/create', params: { mode: 'url', url: 'https://example.com' } }],
      [{ elicitation: { url: {} } }, { method: 'elicitation/create', params: { message: 'm' } }],
      [{ sampling: {} }, { method: 'sampling/createMessage', params: { tools: [] } }],
    ];
    for (const [capabilities, question] of questions) {
      let heard = 0;
      const handler: InboundHandler = () => ({ n: (heard += 1) });
      const bench = clientBench(
        {
          'server/discover': () => discovered,
          'tools/call': () => ({ resultType: 'input_required', inputRequests: { question } }),
        },
        { era: 'modern', allowUnlistedTools: true, handlers: { [question.method]: handler }, capabilities },
      );
      const ready = bench.client.initialize();
      await bench.clock.settle();
      await ready;
      const ended = watch(bench.client.callTool('a'));
      await bench.clock.settle();
      expect(ended()).toMatchObject({ code: 'MCP_INVALID_RESULT', message: expect.stringContaining('does not offer') });
      expect([heard, bench.transports[0]?.sentWith('tools/call').length]).toEqual([0, 1]);
    }
  });
});

describe('what is answered with nothing', () => {
  verifies('C-18', 'a notification is never answered, known or not, well made or not', async () => {
    const handlers = { 'roots/list': () => ({ roots: [] }) };
    const { transport, clock, answers } = await asked({ handlers, capabilities: { roots: {} } });
    for (const method of ['ping', 'roots/list', 'notifications/cancelled', 'notifications/progress', 'x', '']) {
      for (const params of [undefined, {}, { id: 1 }, null, []]) transport.receive({ jsonrpc: '2.0', method, params });
    }
    transport.receive({ jsonrpc: '2.0', id: null, method: 'ping' });
    await clock.settle();
    expect(answers()).toEqual([]);
  });

  verifies(
    'C-18',
    'a cancellation of nothing changes nothing: neither our requests nor those of the server',
    async () => {
      const reasons: unknown[] = [];
      const handlers: Record<string, InboundHandler> = {
        'roots/list': (_, { signal }) => {
          signal.addEventListener('abort', () => reasons.push(signal.reason));
          return new Promise(() => {});
        },
      };
      const { transport, ask, clock, peer } = peerBench({ handlers });
      const ours = await ask();
      transport.receive({ jsonrpc: '2.0', id: 5, method: 'roots/list' });
      for (const requestId of [1, '1', '5', 77, null, undefined, {}, [5]]) {
        transport.receive({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId, reason: 'r' } });
      }
      transport.receive({ jsonrpc: '2.0', method: 'notifications/cancelled' });
      await clock.settle();
      expect([ours.ended(), reasons, transport.sent.length, peer.end]).toEqual(['waits', [], 1, undefined]);
      const params = { requestId: 5, reason: 'no\nlonger' };
      transport.receive({ jsonrpc: '2.0', method: 'notifications/cancelled', params });
      await clock.settle();
      expect(reasons).toEqual([expect.objectContaining({ name: 'AbortError', message: 'no\\u000alonger' })]);
      expect(transport.sent).toHaveLength(1);
    },
  );
});
