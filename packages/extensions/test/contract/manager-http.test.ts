import { expect } from 'vitest';
import { answerBy, legacyHttp, modernHttp } from '../support/http-client.ts';
import type { Answer } from '../support/http-server.ts';
import { httpManager, until } from '../manager/support/http-manager.ts';
import { failureIn, outcomeOf } from '../manager/support/manager-bench.ts';
import type { ClientListener } from '../../src/client/client-event.ts';
import { McpMetrics } from '../../src/trace/metrics.ts';
import { verifies } from './verifies.ts';

const echo = { server: 'remote', tool: 'echo' };

/** Answers all messages by a status alone, while it is set. */
function refusing(usual: Answer): { answer: Answer; status: number | undefined; headers: Record<string, string> } {
  const state: { answer: Answer; status: number | undefined; headers: Record<string, string> } = {
    status: undefined,
    headers: {},
    answer: (received, response) =>
      state.status === undefined ? usual(received, response) : response.writeHead(state.status, state.headers).end(),
  };
  return state;
}

verifies(
  'M-02',
  'a server over HTTP is started on demand, takes no place of a process, and leaves no connection',
  async (context) => {
    const metrics = new McpMetrics();
    const told: string[] = [];
    const onEvent: ClientListener = (event, origin) => {
      told.push(event.type);
      metrics.listener(event, origin);
    };
    const bench = await httpManager(context, answerBy(modernHttp), {
      options: { maxProcesses: 1, client: { onEvent } },
    });
    const { manager, server } = bench;
    expect(manager.status()).toMatchObject({ processes: 0, servers: [{ state: 'stopped', transport: 'http' }] });
    expect(await outcomeOf(bench, manager.call(echo))).toMatchObject({ text: 'echoed' });
    expect(manager.status()).toMatchObject({ processes: 0, servers: [{ state: 'ready', era: 'modern' }] });
    const closing = manager.close();
    expect(await outcomeOf(bench, closing)).toEqual({ exited: ['remote'], killed: [], survivors: [], unfinished: [] });
    await server.idle();
    // It has no process, and nothing is told of one; it counts all the same.
    expect(told.filter((type) => /process|stderr/.test(type))).toEqual([]);
    expect(told.at(-1)).toBe('gone');
    expect(metrics.stats().servers['remote']).toMatchObject({ active: 0, requests: 3, exits: {}, survivors: 0 });
  },
);

verifies(
  'M-03',
  'a session that the server has forgotten is begun anew, and nothing is sent again',
  async (context) => {
    const usual = answerBy(legacyHttp, 'session');
    let isForgotten = false;
    const bench = await httpManager(context, (received, response) => {
      const { message } = received;
      if (!isForgotten || message?.method !== 'tools/call') return usual(received, response);
      isForgotten = false;
      return response.writeHead(404).end();
    });
    const { manager, asked } = bench;
    await outcomeOf(bench, manager.call(echo));
    isForgotten = true;
    expect(await failureIn(bench, manager.call(echo))).toMatchObject({ code: 'MCP_SESSION_EXPIRED' });
    expect(asked().filter((method) => method === 'tools/call')).toHaveLength(2);
    // Without a wait, and without a failure that counts.
    expect(await outcomeOf(bench, manager.call(echo))).toMatchObject({ text: 'echoed' });
    expect(manager.status().servers).toMatchObject([{ state: 'ready', generation: 2, failures: 0 }]);
  },
);

verifies('M-03', 'sessions that are over as soon as they begin are crashes', async (context) => {
  const usual = answerBy(legacyHttp, 'session');
  const bench = await httpManager(
    context,
    (received, response) => {
      const isCall = received.message?.method === 'tools/call';
      return isCall ? response.writeHead(404).end() : usual(received, response);
    },
    { options: { restart: { maxCrashes: 2 } } },
  );
  const { manager, clock } = bench;
  expect(await failureIn(bench, manager.call(echo))).toMatchObject({ code: 'MCP_SESSION_EXPIRED' });
  await clock.settle();
  await clock.advance(1_000);
  expect(await failureIn(bench, manager.call(echo))).toMatchObject({ code: 'MCP_SESSION_EXPIRED' });
  expect(await failureIn(bench, manager.call(echo))).toMatchObject({ code: 'MCP_QUARANTINED' });
});

verifies('M-03', 'a server that cannot be reached is asked again later, and never given up for it', async (context) => {
  const bench = await httpManager(context, answerBy(modernHttp), {
    server: { url: 'http://127.0.0.1:9/mcp' },
    options: { restart: { maxCrashes: 2 } },
  });
  const { manager, clock } = bench;
  for (const waitMs of [500, 1_000, 2_000]) {
    expect(await failureIn(bench, manager.call(echo))).toMatchObject({ code: 'MCP_CONNECTION_FAILED' });
    await clock.settle();
    expect(manager.status().servers).toMatchObject([
      { state: 'backoff', retryInMs: waitMs, reason: { code: 'MCP_CONNECTION_FAILED' } },
    ]);
    await clock.advance(waitMs);
  }
});

for (const status of [429, 503]) {
  verifies('M-03', `a server that answers ${status} is left alone for as long as it says`, async (context) => {
    const door = refusing(answerBy(modernHttp));
    door.status = status;
    door.headers = { 'Retry-After': '40' };
    const bench = await httpManager(context, door.answer);
    const { manager, asked, clock } = bench;
    expect(await failureIn(bench, manager.call(echo))).toMatchObject({ code: 'MCP_HTTP_ERROR', retryAfterMs: 40_000 });
    await clock.settle();
    expect(manager.status().servers).toMatchObject([{ state: 'backoff', retryInMs: 40_000 }]);
    door.status = undefined;
    await clock.advance(39_999);
    expect(asked()).toEqual(['server/discover']);
    await clock.advance(1);
    expect(await outcomeOf(bench, manager.call(echo))).toMatchObject({ text: 'echoed' });
  });
}

verifies('M-03', 'nobody waits for ever because a server says so', async (context) => {
  const door = refusing(answerBy(modernHttp));
  door.status = 503;
  door.headers = { 'Retry-After': '99999999' };
  const bench = await httpManager(context, door.answer);
  expect(await failureIn(bench, bench.manager.call(echo))).toMatchObject({ code: 'MCP_HTTP_ERROR' });
  await bench.clock.settle();
  expect(bench.manager.status().servers).toMatchObject([{ state: 'backoff', retryInMs: 3_600_000 }]);
});

verifies(
  'M-05',
  'a server that is asked by heartbeats and cannot be reached any more is given up with the reason',
  async (context) => {
    const door = refusing(answerBy(modernHttp));
    const bench = await httpManager(context, door.answer, {
      config: { idleMs: Infinity },
      options: { health: { maxMisses: 2 }, restart: { maxCrashes: 1 } },
    });
    const { manager, asked } = bench;
    await outcomeOf(bench, manager.call(echo));
    door.status = 502;
    await until(bench, () => manager.status().servers[0]?.reason !== undefined, 5_000);
    expect(manager.status().servers).toMatchObject([
      { reason: { code: 'MCP_HTTP_ERROR', message: expect.stringMatching(/none of 2 questions.*HTTP 502/) } },
    ]);
    expect(asked().filter((method) => method === 'tools/call')).toHaveLength(1);
  },
);

verifies(
  'M-05',
  'a heartbeat that is asked too often is answered; one that is refused ends the life at once',
  async (context) => {
    const door = refusing(answerBy(modernHttp));
    const bench = await httpManager(context, door.answer, { options: { health: { maxMisses: 1 } } });
    const { manager, clock } = bench;
    await outcomeOf(bench, manager.call(echo));
    door.status = 429;
    await clock.advance(30_000);
    await until(bench, () => manager.status().servers[0]?.lastAnswerMs === 0);
    expect(manager.status().servers).toMatchObject([{ state: 'ready' }]);
    door.status = 401;
    await clock.advance(30_000);
    await until(bench, () => manager.status().servers[0]?.state === 'backoff');
    expect(manager.status().servers).toMatchObject([{ reason: { code: 'MCP_UNAUTHORIZED' } }]);
  },
);

verifies(
  'M-03',
  'without the right to speak it is not tried again and again; new credentials end the wait',
  async (context) => {
    const door = refusing(answerBy(modernHttp));
    door.status = 401;
    const bench = await httpManager(context, door.answer);
    const { manager, asked, clock } = bench;
    for (let call = 0; call < 3; call += 1) {
      expect(await failureIn(bench, manager.call(echo))).toMatchObject({ code: 'MCP_UNAUTHORIZED', httpStatus: 401 });
    }
    expect(asked()).toEqual(['server/discover']);
    expect(manager.status().servers).toMatchObject([{ state: 'backoff', reason: { code: 'MCP_UNAUTHORIZED' } }]);
    door.status = undefined;
    await manager.rotate('remote');
    await clock.settle();
    expect(await outcomeOf(bench, manager.call(echo))).toMatchObject({ text: 'echoed' });
  },
);

verifies(
  'E-05',
  'what is no word for addresses fences in nobody, and is refused before a server is reached',
  async (context) => {
    for (const addresses of ['Public', 'PUBLIC', true, null, '', 'private', ['public']]) {
      const http = { addresses: addresses as never };
      await expect(httpManager(context, answerBy(modernHttp), { options: { http } })).rejects.toMatchObject({
        code: 'MCP_INVALID_CONFIG',
        message: 'http.addresses should be "any" or "public"',
      });
      // The same of one server, from a host that makes its configuration itself.
      const bench = await httpManager(context, answerBy(modernHttp), { server: { addresses: addresses as never } });
      expect(await failureIn(bench, bench.manager.call(echo))).toMatchObject({ code: 'MCP_INVALID_CONFIG' });
      expect(bench.server.requests).toEqual([]);
    }
  },
);
