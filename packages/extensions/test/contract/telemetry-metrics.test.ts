import { describe, expect } from 'vitest';
import { ManualClock } from '../support/manual-clock.ts';
import { clientBench, initialized, readyBench, Refusal, watch } from '../support/memory-client.ts';
import { TelemetryBench, type Measured } from '../support/telemetry.ts';
import { verifies } from './verifies.ts';

const answers: Readonly<Record<string, unknown>> = {
  ok: { content: [] },
  'says-no': { content: [], isError: true },
  refuses: new Refusal(-32_042),
};

const script = {
  initialize: () => initialized,
  'tools/call': ({ params }: { params?: Record<string, unknown> }) => answers[String(params?.['name'])],
};

const operations = 'mcp.client.operation.duration';
const sessions = 'mcp.client.session.duration';
const boundaries = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300];

/** Of each: its tool or method, why it failed, how often, how many seconds in all. */
function rowsOf(measured: readonly Measured[]): unknown[] {
  return measured.map(({ attributes, count, sum }) => {
    const { 'gen_ai.tool.name': tool, 'mcp.method.name': method, 'error.type': error } = attributes;
    return [tool ?? method, error, count, sum];
  });
}

describe('metrics', () => {
  verifies(
    'O-01',
    'say how long requests took, by method, tool and failure, in seconds and the buckets of the conventions',
    async () => {
      const bench = new TelemetryBench();
      const { client, clock } = await readyBench(script, {
        serverName: 'calc',
        allowUnlistedTools: true,
        limits: { maxPending: 2 },
        ...bench.telemetry,
      });
      const waiting = [client.callTool('never', {}, { timeoutMs: 1_500 }), client.callTool('never')].map(watch);
      waiting.push(watch(client.callTool('ok'))); // there is no room for it
      await clock.advance(1_500);
      await client.close();
      const next = await readyBench(script, { serverName: 'calc', allowUnlistedTools: true, ...bench.telemetry });
      waiting.push(...['ok', 'ok', 'says-no', 'refuses'].map((tool) => watch(next.client.callTool(tool))));
      await next.clock.settle();
      expect(waiting.map((ended) => ended())).not.toContain('waits');

      const measured = await bench.measured(operations);
      expect(rowsOf(measured)).toEqual([
        ['initialize', undefined, 2, 0],
        ['ok', 'MCP_BUSY', 1, 0],
        ['never', 'MCP_TIMEOUT', 1, 1.5],
        ['never', 'CLIENT_CLOSED', 1, 1.5],
        ['ok', undefined, 2, 0],
        ['says-no', 'tool_error', 1, 0],
        ['refuses', '-32042', 1, 0],
      ]);
      expect(new Set(measured.map(({ unit }) => unit))).toEqual(new Set(['s']));
      expect(measured.map((one) => one.boundaries)).toEqual(measured.map(() => boundaries));
      expect(measured.at(-1)?.attributes).toEqual({
        'mcp.method.name': 'tools/call',
        'mcp.protocol.version': '2025-11-25',
        'gen_ai.tool.name': 'refuses',
        'gen_ai.operation.name': 'execute_tool',
        'network.transport': 'pipe',
        'error.type': '-32042',
        'rpc.status_code': '-32042',
        'coding_agent.mcp.server.name': 'calc',
      });
    },
  );

  verifies(
    'O-01',
    'say how long sessions lasted, and of one that failed why; there is none without a handshake',
    async () => {
      const time = new ManualClock();
      const bench = new TelemetryBench({}, time);
      const closed = await readyBench(script, bench.telemetry);
      time.block(2_500);
      await closed.client.close();
      const died = await readyBench(script, { serverName: 'calc', ...bench.telemetry });
      time.block(500);
      died.transports[0]?.end();
      await died.clock.settle();
      await died.client.close();
      const refused = clientBench({ initialize: () => new Refusal(-32_600) }, bench.telemetry);
      const failed = watch(refused.client.initialize());
      await refused.clock.settle();
      expect(failed()).toMatchObject({ code: 'MCP_HANDSHAKE_FAILED' });
      await refused.client.close();

      const shared = { 'mcp.protocol.version': '2025-11-25', 'network.transport': 'pipe' };
      expect(await bench.measured(sessions)).toEqual([
        { name: sessions, unit: 's', boundaries, count: 1, sum: 2.5, attributes: shared },
        {
          name: sessions,
          unit: 's',
          boundaries,
          count: 1,
          sum: 0.5,
          attributes: { ...shared, 'error.type': 'MCP_PROCESS_EXIT', 'coding_agent.mcp.server.name': 'calc' },
        },
      ]);
    },
  );

  verifies(
    'O-01',
    'have a bounded number of values that a server chose, and one server leaves the others theirs',
    async () => {
      const bench = new TelemetryBench();
      let code = 0;
      const hostile = { ...script, 'tools/call': () => new Refusal((code += 1)) };
      // It is started again and again, with other names each time.
      for (const life of [1, 2, 3]) {
        const { client, clock } = await readyBench(hostile, {
          serverName: 'hostile',
          allowUnlistedTools: true,
          ...bench.telemetry,
        });
        const waiting = Array.from({ length: 150 }, (_, index) => watch(client.callTool(`tool-${life}-${index}`)));
        await clock.settle();
        expect(waiting.map((ended) => ended())).not.toContain('waits');
        await client.close();
      }
      const { client, clock } = await readyBench(script, {
        serverName: 'honest',
        allowUnlistedTools: true,
        ...bench.telemetry,
      });
      const waiting = ['ok', 'refuses'].map((tool) => watch(client.callTool(tool)));
      await clock.settle();
      expect(waiting.map((ended) => ended())).not.toContain('waits');

      const measured = await bench.measured(operations);
      const of = (server: string, name: string): unknown[] => [
        ...new Set(
          measured.flatMap(({ attributes }) =>
            attributes['coding_agent.mcp.server.name'] === server && attributes[name] !== undefined
              ? attributes[name]
              : [],
          ),
        ),
      ];
      expect(of('hostile', 'gen_ai.tool.name')).toHaveLength(201);
      expect(of('hostile', 'gen_ai.tool.name')).toContain('_OTHER');
      expect(of('hostile', 'error.type')).toHaveLength(21);
      expect(of('hostile', 'rpc.status_code')).toEqual(of('hostile', 'error.type'));
      expect(of('honest', 'gen_ai.tool.name')).toEqual(['ok', 'refuses']);
      expect(of('honest', 'error.type')).toEqual(['-32042']);
      // Nor do ids, clients or runs make a series of their own.
      const names = new Set(measured.flatMap(({ attributes }) => Object.keys(attributes)));
      expect([...names].filter((name) => name.endsWith('id'))).toEqual([]);
    },
  );
});
