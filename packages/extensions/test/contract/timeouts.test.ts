import { describe, expect, vi } from 'vitest';
import { maxTimerMs } from '../../src/base/deadline.ts';
import type { ClientTimeouts } from '../../src/client/client-options.ts';
import type { RequestOptions } from '../../src/client/request-options.ts';
import type { McpClientError } from '../../src/errors.ts';
import type { McpClient } from '../../src/mcp-client.ts';
import { answerBy, httpClient, modernHttp } from '../support/http-client.ts';
import { json } from '../support/http-server.ts';
import { clientBench, discovered, initialized, watch } from '../support/memory-client.ts';
import { errorOf, peerBench, type PeerBench } from '../support/peer.ts';
import { verifies } from './verifies.ts';

/** A host that is asked by the server, and answers its first question when the test says so. */
function questioned(maxStandstillMs: number = 600_000): PeerBench & { readonly answer: () => void } {
  const answers: (() => void)[] = [];
  const handlers = {
    'elicitation/create': () => new Promise<object>((resolve) => answers.push(() => resolve({ action: 'accept' }))),
  };
  return { ...peerBench({ handlers, maxStandstillMs }), answer: () => answers[0]?.() };
}

describe('timeout', () => {
  verifies('C-14', 'a timeout ends its request, tells the server, and lets the others go on', async () => {
    const { transport, ask, clock } = peerBench();
    const short = await ask({ timeoutMs: 50 });
    const long = await ask({ timeoutMs: 5_000 });
    await clock.advance(49);
    expect(short.ended()).toBe('waits');
    await clock.advance(1);
    expect(short.ended()).toMatchObject({ code: 'MCP_TIMEOUT', timeout: 'idle', timeoutMs: 50, outcome: 'unknown' });
    expect(transport.sentWith('notifications/cancelled').map(({ params }) => params?.['requestId'])).toEqual([1]);
    transport.answer(2, { fine: true });
    await expect(long.answer).resolves.toMatchObject({ result: { fine: true } });
    expect(clock.timers).toBe(0);
  });

  verifies('C-14', 'a late answer is counted, dropped, and its body told to nobody', async () => {
    const { peer, transport, ask, clock, diagnostics } = peerBench();
    await ask({ timeoutMs: 50 });
    await clock.advance(50);
    transport.answer(1, { body: 'private' });
    expect(peer.counters.lateAnswers).toBe(1);
    expect(JSON.stringify(diagnostics)).not.toContain('private');
  });

  verifies('C-14', 'what may not be cancelled is not', async () => {
    const { transport, ask, clock } = peerBench();
    await ask({ method: 'initialize', cancellable: false, timeoutMs: 50 });
    await clock.advance(50);
    expect(transport.sent.map(({ method }) => method)).toEqual(['initialize']);
  });

  verifies('C-14', 'progress gives the time anew, up to a total, and needs no handler', async () => {
    const { transport, ask, clock } = peerBench();
    const call = await ask({ timeoutMs: 100, maxTotalTimeoutMs: 250, resetTimeoutOnProgress: true });
    const token = transport.progressToken;
    const progress = {
      jsonrpc: '2.0',
      method: 'notifications/progress',
      params: { progressToken: token, progress: 1 },
    };
    for (const ms of [90, 90]) {
      await clock.advance(ms);
      transport.receive(progress);
    }
    expect(call.ended()).toBe('waits');
    await clock.advance(69);
    expect(call.ended()).toBe('waits');
    await clock.advance(1);
    expect(call.ended()).toMatchObject({ code: 'MCP_TIMEOUT', timeout: 'total', timeoutMs: 250 });
  });

  verifies('C-14', 'progress changes no deadline unless that was agreed, and a total holds alone', async () => {
    const { transport, ask, clock } = peerBench();
    const seen: unknown[] = [];
    const call = await ask({ timeoutMs: 100, onProgress: (params) => seen.push(params['progress']) });
    const token = transport.progressToken;
    await clock.advance(90);
    transport.receive({
      jsonrpc: '2.0',
      method: 'notifications/progress',
      params: { progressToken: token, progress: 5 },
    });
    await clock.advance(10);
    expect(call.ended()).toMatchObject({ code: 'MCP_TIMEOUT', timeout: 'idle' });
    expect(seen).toEqual([5]);
  });

  // anomalyco/opencode#35275, openai/codex#17566: a person who thought about a question lost the call to its timeout.
  verifies('C-14', 'while the host answers a question of the server the time of calls stands still', async () => {
    const { transport, ask, clock, answer } = questioned();
    const [before, ping] = [await ask({ timeoutMs: 100 }), await ask({ method: 'ping', timeoutMs: 100 })];
    const inAll = await ask({ timeoutMs: 100, maxTotalTimeoutMs: 1_000 });
    await clock.advance(60);
    transport.receive({ jsonrpc: '2.0', id: 'q', method: 'elicitation/create' });
    await clock.advance(500);
    const during = await ask({ timeoutMs: 100 });
    await clock.advance(439);
    expect([before, inAll, during].map((call) => call.ended())).toEqual(['waits', 'waits', 'waits']);
    expect(ping.ended()).toMatchObject({ code: 'MCP_TIMEOUT', timeoutMs: 100 }); // the server need not ask anybody for that
    await clock.advance(1);
    expect(inAll.ended()).toMatchObject({ code: 'MCP_TIMEOUT', timeout: 'total', timeoutMs: 1_000 });
    answer();
    await clock.advance(39);
    expect(before.ended()).toBe('waits');
    await clock.advance(1);
    expect(before.ended()).toMatchObject({ code: 'MCP_TIMEOUT', timeout: 'idle', timeoutMs: 100 });
    await clock.advance(59);
    expect(during.ended()).toBe('waits');
    await clock.advance(1);
    expect(during.ended()).toMatchObject({ code: 'MCP_TIMEOUT', timeoutMs: 100 });
    expect(clock.timers).toBe(0);
  });

  verifies('C-14', 'it stands still for so long at most, whatever the server asks and the host does', async () => {
    const { transport, ask, clock, answer } = questioned(1_000);
    const question = (id: number): void => transport.receive({ jsonrpc: '2.0', id, method: 'elicitation/create' });
    const call = await ask({ timeoutMs: 100 });
    question(1);
    question(2); // two at once are one standstill
    await clock.advance(400);
    transport.receive({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 2 } });
    answer();
    await clock.advance(99);
    expect(call.ended()).toBe('waits');
    question(3); // nobody ever answers this one
    await clock.advance(600);
    expect(call.ended()).toBe('waits');
    await clock.advance(1);
    expect(call.ended()).toMatchObject({ code: 'MCP_TIMEOUT', timeoutMs: 100 });
    const next = await ask({ timeoutMs: 100 });
    await clock.advance(1_099);
    expect(next.ended()).toBe('waits');
    await clock.advance(1);
    expect(next.ended()).toMatchObject({ code: 'MCP_TIMEOUT' });
    expect(clock.timers).toBe(0);
  });

  verifies('C-14', 'a spoiled answer is waited for no longer because the host is asked something', async () => {
    const { transport, ask, clock } = questioned();
    const call = await ask({ timeoutMs: 60_000 });
    transport.receive({ jsonrpc: '2.0', id: 'q', method: 'elicitation/create' });
    transport.receive('Loading… {"jsonrpc":"2.0","id":1,"result":{}}');
    await clock.advance(100);
    expect(call.ended()).toMatchObject({ code: 'MCP_PROTOCOL_ERROR' });
  });

  verifies('C-14', 'the longest time is one that a timer can wait, also between two milliseconds', async () => {
    const { ask, clock } = peerBench();
    const set = vi.spyOn(clock, 'setTimer');
    clock.block(0.5);
    const call = await ask({ timeoutMs: maxTimerMs });
    expect(set.mock.calls.map(([afterMs]) => afterMs)).toEqual([maxTimerMs]);
    await clock.advance(maxTimerMs);
    expect(call.ended()).toBe('waits'); // half a millisecond is left
    await clock.advance(1);
    expect(call.ended()).toMatchObject({ code: 'MCP_TIMEOUT', timeoutMs: maxTimerMs });
  });

  verifies('C-14', 'a thousand timeouts at one moment all come, in slices', async () => {
    const { peer, ask, clock, transport } = peerBench();
    const calls = [];
    for (let index = 0; index < 1_000; index += 1) calls.push(ask({ timeoutMs: 50 }));
    const asked = await Promise.all(calls);
    await clock.advance(60);
    expect(asked.every((call) => (call.ended() as McpClientError).code === 'MCP_TIMEOUT')).toBe(true);
    expect([peer.pendingCount, clock.timers]).toEqual([0, 0]);
    expect(transport.sentWith('notifications/cancelled')).toHaveLength(1_000);
  });

  verifies(
    'C-14',
    'every request of a client has a time, its own or that of the options, and is cancelled',
    async () => {
      const requests: [
        keyof ClientTimeouts,
        number,
        (client: McpClient, options: RequestOptions) => Promise<unknown>,
      ][] = [
        ['requestMs', 60_000, (client, options) => client.listTools(options)],
        ['requestMs', 60_000, (client, options) => client.callTool('a', {}, options)],
        ['pingMs', 5_000, (client, options) => client.ping(options)],
      ];
      for (const era of ['legacy', 'modern'] as const) {
        for (const [name, standard, request] of requests) {
          for (const [timeoutMs, timeouts, options] of [
            [standard, {}, {}],
            [70, { [name]: 70 }, {}],
            [80, { [name]: 70 }, { timeoutMs: 80 }],
          ] as const) {
            let isDiscovered = false;
            const discover = (): unknown => (isDiscovered ? undefined : ((isDiscovered = true), discovered));
            const script = { initialize: () => initialized, 'server/discover': discover };
            const { client, clock, transports } = clientBench(script, { era, timeouts, allowUnlistedTools: true });
            const ready = client.initialize();
            await clock.settle();
            await ready;
            const ended = watch(request(client, options));
            await clock.advance(timeoutMs - 1);
            expect(ended()).toBe('waits');
            const id = transports[0]?.sent.at(-1)?.id;
            await clock.advance(1);
            expect(ended()).toMatchObject({ code: 'MCP_TIMEOUT', timeoutMs, requestId: id });
            const cancelled = transports[0]
              ?.sentWith('notifications/cancelled')
              .map(({ params }) => params?.['requestId']);
            expect([cancelled, client.state]).toEqual([[id], 'ready']);
          }
        }
      }
    },
  );

  verifies('C-14', 'a call that waits for the list which another one reads has its own time', async () => {
    const { client, clock } = clientBench({ initialize: () => initialized });
    const ready = client.initialize();
    await clock.settle();
    await ready;
    const long = watch(client.callTool('echo', {}, { timeoutMs: 60_000 }));
    const short = watch(client.callTool('echo', {}, { timeoutMs: 100 }));
    await clock.advance(99);
    expect(short()).toBe('waits');
    await clock.advance(1);
    expect(short()).toMatchObject({ code: 'MCP_TIMEOUT', method: 'tools/call', timeoutMs: 100, outcome: 'not-sent' });
    expect(long()).toBe('waits');
    await client.close();
    expect(clock.timers).toBe(0);
  });
});

describe('a call whose headers do not fit', () => {
  /** Refuses the first call, and is silent from the next request of that method on. */
  const refusing = (silent: string): ReturnType<typeof answerBy> => {
    const usual = answerBy(modernHttp);
    let wasRefused = false;
    return (received, response) => {
      const { method, id } = received.message ?? {};
      if (wasRefused && method === silent) return undefined;
      if (method !== 'tools/call') return usual(received, response);
      wasRefused = true;
      return json(response, { jsonrpc: '2.0', id, error: { code: -32_020, message: 'no such header' } }, 400);
    };
  };

  verifies('C-14', 'has what is left of its time when it is sent again', async (context) => {
    const { client } = await httpClient(context, refusing('tools/call'));
    await client.initialize();
    await client.listTools();
    const error = await errorOf(client.callTool('echo', {}, { maxTotalTimeoutMs: 1_000 }));
    expect(error).toMatchObject({ code: 'MCP_TIMEOUT', timeout: 'total', outcome: 'unknown' });
    expect(error.timeoutMs).toBeLessThan(1_000);
  });

  verifies('C-14', 'has its time for the list that it needs', async (context) => {
    const { client } = await httpClient(context, refusing('tools/list'));
    await client.initialize();
    await client.listTools();
    // A page alone has longer than this test.
    const error = await errorOf(client.callTool('echo', {}, { timeoutMs: 600_000, maxTotalTimeoutMs: 500 }));
    expect(error).toMatchObject({ code: 'MCP_ERROR', remoteCode: -32_020 });
  });
});
