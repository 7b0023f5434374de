import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import type { ReadableSpan } from '@opentelemetry/sdk-trace-base';
import { describe, expect } from 'vitest';
import { clientBench, discovered, initialized, readyBench, Refusal, watch } from '../support/memory-client.ts';
import { TelemetryBench } from '../support/telemetry.ts';
import { verifies } from './verifies.ts';

/** Answers by the name of the tool; `never` waits. */
const answers: Readonly<Record<string, unknown>> = {
  ok: { content: [{ type: 'text', text: 'planted-in-result' }] },
  'says-no': { content: [{ type: 'text', text: 'planted-in-result' }], isError: true },
  refuses: new Refusal(-32_042, 'planted-in-data'),
};

const script = {
  initialize: () => initialized,
  'tools/list': () => ({ tools: [...Object.keys(answers), 'never'].map((name) => ({ name })) }),
  'tools/call': ({ params }: { params?: Record<string, unknown> }) => answers[String(params?.['name'])],
};

function outcomeOf({ name, attributes, status }: ReadableSpan): unknown[] {
  return [name, attributes['jsonrpc.request.id'], attributes['error.type'], attributes['rpc.status_code'], status.code];
}

function byId([, one]: unknown[], [, other]: unknown[]): number {
  return Number(one) - Number(other);
}

const { UNSET, ERROR } = SpanStatusCode;

describe('spans', () => {
  verifies(
    'O-01',
    'each request has one of its own, by the conventions, and it says how the request ended',
    async () => {
      const bench = new TelemetryBench();
      const { client, clock, transports } = await readyBench(script, {
        serverName: 'calc',
        ...bench.telemetry,
      });
      const listed = client.listTools();
      await clock.settle();
      await listed;
      const controller = new AbortController();
      const waiting = [
        client.callTool('ok', { secret: 'planted-in-arguments' }, { runId: 'run-7' }),
        client.callTool('says-no'),
        client.callTool('refuses'),
        client.callTool('never', {}, { timeoutMs: 40 }),
        client.callTool('never', {}, { signal: controller.signal }),
        client.callTool('never', { number: 1n }),
        client.callTool('never'),
      ].map(watch);
      await clock.advance(30);
      controller.abort();
      await clock.advance(10);
      transports[0]?.end();
      await clock.settle();
      expect(waiting.map((ended) => ended())).not.toContain('waits');

      const spans = await bench.spans();
      expect(spans.map(outcomeOf)).toEqual([
        ['initialize', '1', undefined, undefined, UNSET],
        ['tools/list', '2', undefined, undefined, UNSET],
        ['tools/call never', undefined, 'MCP_INVALID_PARAMS', undefined, ERROR],
        ['tools/call ok', '3', undefined, undefined, UNSET],
        ['tools/call says-no', '4', 'tool_error', undefined, ERROR],
        ['tools/call refuses', '5', '-32042', '-32042', ERROR],
        ['tools/call never', '7', 'MCP_ABORTED', undefined, ERROR],
        ['tools/call never', '6', 'MCP_TIMEOUT', undefined, ERROR],
        ['tools/call never', '8', 'MCP_PROCESS_EXIT', undefined, ERROR],
      ]);
      const clientId: unknown = expect.stringMatching(/^[0-9a-f-]{36}$/);
      expect(spans[0]?.attributes).toEqual({
        'mcp.method.name': 'initialize',
        'network.transport': 'pipe',
        'jsonrpc.request.id': '1',
        'coding_agent.mcp.server.name': 'calc',
        'coding_agent.mcp.client.id': clientId,
      });
      expect(spans[3]?.attributes).toEqual({
        'mcp.method.name': 'tools/call',
        'mcp.protocol.version': '2025-11-25',
        'gen_ai.tool.name': 'ok',
        'gen_ai.operation.name': 'execute_tool',
        'network.transport': 'pipe',
        'jsonrpc.request.id': '3',
        'coding_agent.mcp.server.name': 'calc',
        'coding_agent.mcp.client.id': clientId,
        'coding_agent.mcp.run.id': 'run-7',
      });
      expect(new Set(spans.map(({ kind }) => kind))).toEqual(new Set([SpanKind.CLIENT]));
      // The server's words are in no status.
      expect(spans.filter(({ status }) => status.message !== undefined)).toEqual([]);
      expect(await bench.exported()).not.toContain('planted');
    },
  );

  verifies('O-01', 'none is left open when the client is closed, whatever its requests wait for', async () => {
    const bench = new TelemetryBench();
    const { client, clock, transports } = await readyBench(
      { ...script, 'server/discover': () => ({ ...discovered, capabilities: { tools: { listChanged: true } } }) },
      { era: 'modern', allowUnlistedTools: true, concurrency: { perTool: 1 }, ...bench.telemetry },
    );
    const inLane = [client.callTool('never'), client.callTool('never')].map(watch);
    await clock.settle();
    if (transports[0] !== undefined) transports[0].full = true;
    const filling = watch(client.callTool('fills'));
    await clock.settle();
    const inQueue = [client.callTool('ok'), client.callTool('says-no')].map(watch);
    await clock.settle();
    expect(bench.unended).toContain('subscriptions/listen');
    await client.close();
    expect([...inLane, filling, ...inQueue].map((ended) => ended())).toEqual(
      Array.from({ length: 5 }, () => expect.objectContaining({ code: 'CLIENT_CLOSED' })),
    );
    expect(bench.unended).toEqual([]);
    const spans = await bench.spans();
    expect(spans.map(outcomeOf).toSorted(byId)).toEqual([
      ['server/discover', '1', undefined, undefined, UNSET],
      // That we end a stream is no failure of it.
      ['subscriptions/listen', '2', undefined, undefined, UNSET],
      ['tools/call never', '3', 'CLIENT_CLOSED', undefined, ERROR],
      ['tools/call never', '4', 'CLIENT_CLOSED', undefined, ERROR],
      ['tools/call fills', '5', 'CLIENT_CLOSED', undefined, ERROR],
      ['tools/call ok', '6', 'CLIENT_CLOSED', undefined, ERROR],
      ['tools/call says-no', '7', 'CLIENT_CLOSED', undefined, ERROR],
    ]);
  });

  verifies('O-01', 'of a request that is taken back while its context is asked for, it ends with it', async () => {
    const bench = new TelemetryBench();
    const controller = new AbortController();
    const { client, clock } = await readyBench(
      { ...script, 'server/discover': () => discovered },
      {
        era: 'modern',
        allowUnlistedTools: true,
        onEvent: bench.telemetry.onEvent,
        traceContext: (request, origin) => {
          const given = bench.telemetry.traceContext(request, origin);
          if (request.tool === 'never') controller.abort();
          return given;
        },
      },
    );
    const aborted = watch(client.callTool('never', {}, { signal: controller.signal }));
    const next = watch(client.callTool('ok'));
    await clock.settle();
    expect(aborted()).toMatchObject({ code: 'MCP_ABORTED', outcome: 'not-sent' });
    expect(next()).toMatchObject({ isError: false });
    expect((await bench.spans()).map(outcomeOf)).toEqual([
      ['server/discover', '1', undefined, undefined, UNSET],
      ['tools/call never', '2', 'MCP_ABORTED', undefined, ERROR],
      ['tools/call ok', '3', undefined, undefined, UNSET],
    ]);
    expect(bench.unended).toEqual([]);
  });

  verifies('O-01', 'of a question that nobody needs an answer to any more says that it failed to nobody', async () => {
    const bench = new TelemetryBench();
    const { client, clock } = clientBench(script, { era: 'auto', ...bench.telemetry });
    const agreed = watch(client.initialize());
    await clock.advance(5_000); // no answer to the first question: then the other one is asked too, and answered
    expect(agreed()).toMatchObject({ era: 'legacy' });
    expect((await bench.spans()).map(outcomeOf).toSorted(byId)).toEqual([
      ['server/discover', '1', undefined, undefined, UNSET],
      ['initialize', '2', undefined, undefined, UNSET],
    ]);
    await client.close();
  });

  verifies(
    'O-01',
    'names that a server chose are bounded and printable in them, and bounded in number where they name',
    async () => {
      const bench = new TelemetryBench();
      const hostile = `\u001b[31m${'t'.repeat(9_000)}`;
      const names = Array.from({ length: 250 }, (_, index) => `tool-${index}`);
      const { client, clock } = await readyBench(
        { ...script, 'tools/call': () => ({ content: [] }), 'server/discover': () => discovered },
        { era: 'modern', allowUnlistedTools: true, ...bench.telemetry },
      );
      const waiting = [hostile, ...names, ...names].map((name) => watch(client.callTool(name)));
      await clock.settle();
      expect(waiting.map((ended) => ended())).not.toContain('waits');
      const spans = await bench.spans();
      const longest = Math.max(...spans.map(({ name, attributes }) => JSON.stringify([name, attributes]).length));
      expect(longest).toBeLessThan(700);
      const texts = spans.flatMap(({ name, attributes }) => [name, ...Object.values(attributes)].map(String));
      // oxlint-disable-next-line no-control-regex -- they are what must not be there
      expect(texts.filter((text) => /[\u0000-\u001f]/.test(text))).toEqual([]);
      const called = spans.filter(({ name }) => name.startsWith('tools/call'));
      expect(called).toHaveLength(501);
      expect(new Set(called.map(({ name }) => name)).size).toBe(201); // two hundred tools, and the method alone
      // Which tool it was still stands in each.
      expect(new Set(called.map(({ attributes }) => attributes['gen_ai.tool.name'])).size).toBe(251);
    },
  );
});
