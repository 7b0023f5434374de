import { expect, test } from 'vitest';
import { readyClient } from '../support/process-client.ts';
import { TelemetryBench } from '../support/telemetry.ts';

const planted = 'planted-4f1c9a';

test('of a real server every outcome has a span and a measurement, and nothing that was planted', async (context) => {
  const bench = new TelemetryBench();
  const { client } = await readyClient(
    context,
    { mode: 'stderr-flood', bytes: 20_000, lastWords: planted },
    { serverName: 'printer', env: { API_TOKEN: planted }, ...bench.telemetry },
  );
  await client.listTools();
  const controller = new AbortController();
  const ended = await Promise.allSettled([
    client.callTool('echo', { value: planted }, { runId: 'run-1' }),
    client.callTool('fail', { message: planted, isError: true }),
    client.callTool('fail', { message: planted, code: -32_050 }),
    client.callTool('never', { value: planted }, { timeoutMs: 20 }),
    client.callTool('never', { value: planted }, { signal: controller.signal, onProgress: () => {} }),
    Promise.resolve().then(() => controller.abort(planted)),
  ]);
  expect(ended.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'rejected',
    'rejected',
    'fulfilled',
  ]);
  const waiting = client.callTool('never', {});
  await expect(client.callTool('exit', {})).rejects.toMatchObject({ code: 'MCP_PROCESS_EXIT' });
  await expect(waiting).rejects.toMatchObject({ code: 'MCP_PROCESS_EXIT' });
  await client.close();

  const outcomes = (await bench.spans())
    .filter(({ name }) => name.startsWith('tools/call'))
    .map(({ name, attributes }) => `${name} ${String(attributes['error.type'] ?? 'ok')}`);
  expect(outcomes.toSorted()).toEqual([
    'tools/call echo ok',
    'tools/call exit MCP_PROCESS_EXIT',
    'tools/call fail -32050',
    'tools/call fail tool_error',
    'tools/call never MCP_ABORTED',
    'tools/call never MCP_PROCESS_EXIT',
    'tools/call never MCP_TIMEOUT',
  ]);
  const measured = await bench.measured('mcp.client.operation.duration');
  const called = measured.filter(({ attributes }) => attributes['mcp.method.name'] === 'tools/call');
  expect(called.reduce((sum, { count }) => sum + count, 0)).toBe(outcomes.length);
  expect(await bench.measured('mcp.client.session.duration')).toMatchObject([
    { count: 1, attributes: { 'error.type': 'MCP_PROCESS_EXIT', 'coding_agent.mcp.server.name': 'printer' } },
  ]);
  expect(bench.unended).toEqual([]);
  const exported = await bench.exported();
  expect(exported).toContain('tools/call echo');
  expect(exported).not.toContain(planted);
});
