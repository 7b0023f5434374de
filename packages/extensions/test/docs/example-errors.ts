import { fixtureServer } from '@coding-agent/fixture-servers';
import { onTestFinished } from 'vitest';
import type { ToolAdapterOptions } from '../../src/adapter/adapter-options.ts';
import { errorFrom, McpClientError, type ErrorCode } from '../../src/errors.ts';
import { BudgetLedger } from '../../src/manager/budget-ledger.ts';
import { quarantinedFailure } from '../../src/manager/quarantined-failure.ts';
import { McpClient, type McpClientOptions } from '../../src/mcp-client.ts';
import { answerBy, httpClient, legacyHttp } from '../support/http-client.ts';
import type { Answer } from '../support/http-server.ts';
import { clientBench, friendly, initialized, type ClientBench, type Script } from '../support/memory-client.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { errorOf } from '../support/peer.ts';
import { adapterBench, tool } from '../support/tools.ts';

const noAnswer: Script = { ...friendly, 'tools/call': () => undefined };

/** For each code, how to get an error of it from a client; the ends of a process from a real one. */
export const examples: Readonly<Record<ErrorCode, () => Promise<unknown>>> = {
  MCP_TIMEOUT: () => during(noAnswer, {}, ({ clock }) => clock.advance(60_000)),
  MCP_ABORTED: () => {
    const controller = new AbortController();
    return during(noAnswer, {}, () => controller.abort('enough'), controller.signal);
  },
  MCP_ERROR: () =>
    during(noAnswer, {}, ({ transports }) => {
      transports[0]?.receive({ jsonrpc: '2.0', id: 3, error: { code: -32_602, message: 'no', data: { why: 1 } } });
    }),
  MCP_PROCESS_EXIT: () => real({ mode: 'exit-mid-call' }),
  CLIENT_CLOSED: () => during(noAnswer, {}, ({ client }) => void client.close()),
  MCP_BUSY: async () => {
    const { client, clock } = await ready(noAnswer, { limits: { maxPending: 1 } });
    client.callTool('echo').catch(() => {});
    await clock.settle();
    return errorOf(client.callTool('echo'));
  },
  MCP_NOT_INITIALIZED: () => errorOf(clientBench().client.callTool('echo')),
  MCP_SPAWN_FAILED: () => errorOf(McpClient.open({ executable: './there-is-no-such-program', serverName: 'example' })),
  MCP_HANDSHAKE_FAILED: () => real({ mode: 'exit-on-start' }),
  MCP_UNSUPPORTED_VERSION: () => handshake({ ...initialized, protocolVersion: '1999-01-01' }),
  MCP_CAPABILITY_MISSING: async () => {
    const { client } = await ready({ initialize: () => ({ ...initialized, capabilities: {} }) });
    return errorOf(client.listTools());
  },
  MCP_PROTOCOL_ERROR: () =>
    during(noAnswer, {}, ({ transports }) => transports[0]?.receive({ jsonrpc: '2.0', id: 3, result: {}, error: {} })),
  MCP_MESSAGE_TOO_LARGE: () => real({ mode: 'endless-line' }, { limits: { maxLineBytes: 10_000 } }),
  MCP_INVALID_PARAMS: () => during(friendly, { when: 1n }, () => {}),
  MCP_INVALID_RESULT: () => during({ ...friendly, 'tools/call': () => ({ content: 'text' }) }, {}, () => {}),
  MCP_RESULT_TOO_LARGE: async () => {
    const script = { ...friendly, 'tools/call': () => ({ content: [{ type: 'text', text: 'x'.repeat(1_000) }] }) };
    const { client, clock } = await ready(script, { limits: { maxResultBytes: 500 } });
    return ended(client.callTool('echo'), clock);
  },
  MCP_WRITE_FAILED: () => real({ mode: 'stdin-closed-early' }),
  MCP_UNKNOWN_TOOL: async () => {
    const { client, clock } = await ready();
    return ended(client.callTool('no-such-tool'), clock);
  },
  MCP_INVALID_CONFIG: async () => {
    try {
      return new McpClient({ executable: '' });
    } catch (error) {
      return error;
    }
  },
  MCP_QUARANTINED: async () => errorFrom(quarantinedFailure({ cause: 'it exits', failures: 5 })),
  MCP_BUDGET_EXCEEDED: async () => {
    const budgets = { run: { maxCalls: 0 } };
    const ledger = new BudgetLedger({ budgets, clock: new ManualClock(), onExhausted: () => {} });
    try {
      return ledger.begin('run', 'example', 0);
    } catch (error) {
      return error;
    }
  },
  MCP_DENIED: () => adapted({ policy: () => ({ decision: 'deny', reason: 'not on Sundays' }) }),
  MCP_APPROVAL_REQUIRED: () => adapted({ permission: undefined }),
  MCP_CONNECTION_FAILED: () => overHttp((_message, response) => void response.destroy()),
  MCP_HTTP_ERROR: () =>
    overHttp((_message, response) => void response.writeHead(503, { 'Retry-After': '2' }).end('overloaded')),
  MCP_UNAUTHORIZED: () => overHttp((_message, response) => void response.writeHead(401).end()),
  MCP_SESSION_EXPIRED: () => overHttp((_message, response) => void response.writeHead(404).end()),
};

/** The error of a call that the adapter does not let through. */
function adapted(options: Partial<ToolAdapterOptions>): Promise<unknown> {
  const { adapter } = adapterBench([tool('echo')], undefined, options);
  return errorOf(adapter.tools[0]?.execute({}) ?? Promise.resolve());
}

async function ready(script: Script = friendly, options: Partial<McpClientOptions> = {}): Promise<ClientBench> {
  const bench = clientBench(script, { serverName: 'example', ...options });
  const done = bench.client.initialize();
  await bench.clock.settle();
  await done;
  return bench;
}

/** The error of a call during which something happens. */
async function during(
  script: Script,
  args: Record<string, unknown>,
  happen: (bench: ClientBench) => unknown,
  signal?: AbortSignal,
): Promise<unknown> {
  const bench = await ready(script);
  const error = errorOf(bench.client.callTool('echo', args, { signal }));
  await bench.clock.settle();
  await happen(bench);
  await bench.clock.settle();
  return error;
}

async function ended(call: Promise<unknown>, clock: ClientBench['clock']): Promise<unknown> {
  const error = errorOf(call);
  await clock.settle();
  return error;
}

async function handshake(answer: object): Promise<unknown> {
  const { client, clock } = clientBench({ initialize: () => answer }, { serverName: 'example' });
  return ended(client.initialize(), clock);
}

/** The error of a call that a server over HTTP answers in this way, in a session. */
async function overHttp(answer: Answer): Promise<unknown> {
  const usual = answerBy(legacyHttp, 'session-1');
  const { client } = await httpClient({ onTestFinished }, (received, response) =>
    received.message?.method === 'tools/call' ? answer(received, response) : usual(received, response),
  );
  await client.initialize();
  return errorOf(client.callTool('echo'));
}

/** The error that a fixture server causes, in the handshake or in the first calls after it. */
async function real(
  server: NonNullable<Parameters<typeof fixtureServer>[0]>,
  options: Partial<McpClientOptions> = {},
): Promise<unknown> {
  const fixture = fixtureServer({ shape: 'mcp', ...server });
  const { executable, args } = fixture;
  const client = new McpClient({ executable, args, serverName: 'example', ...options });
  onTestFinished(async () => {
    await client.close();
    fixture.dispose();
  });
  try {
    await client.initialize();
    if (server.mode === 'stdin-closed-early') await fixture.waitFor(({ event }) => event === 'fault');
    return await client.callTool('echo', { value: 'hello' });
  } catch (error) {
    return error instanceof McpClientError ? error : String(error);
  }
}
