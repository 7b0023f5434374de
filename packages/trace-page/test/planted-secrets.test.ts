import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { McpClientError, McpEvent } from '@coding-agent/extensions';
import { McpClient, type McpClientOptions } from '@coding-agent/extensions/client';
import { openTelemetry } from '@coding-agent/extensions/opentelemetry';
import {
  combineListeners,
  failureRecord,
  failureReport,
  formatFailureReport,
  McpMetrics,
  openRecording,
  openTrace,
  readTrace,
} from '@coding-agent/extensions/trace';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { expect, onTestFinished, test } from 'vitest';
import { renderTracePage } from '@coding-agent/trace-page';

/** None of them looks like a credential: whoever leaves them out must know where they come from, and not what they look like. */
const planted = {
  argument: 'plum-in-arguments',
  result: 'plum-in-results',
  data: 'plum-in-error-data',
  environment: 'plum-in-environment',
};

/** On stderr there are these too, and what only its form gives away. */
const token = 'sk-plumplumplumplumplumplum';

/** Repeats whatever it is told, wherever it can. */
const server = `
const secret = process.env.PLANTED;
const say = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
process.stderr.write('started with ' + secret + ' and ${token}\\n');
const tools = ['echo', 'refuse', 'crash'].map((name) => ({ name, inputSchema: { type: 'object' } }));
const answers = {
  initialize: () => ({ protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'plums', version: '1' } }),
  'tools/list': () => ({ tools }),
};
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  const text = JSON.stringify(params?.arguments ?? {});
  if (method in answers) return say({ id, result: answers[method]() });
  if (method !== 'tools/call') return id === undefined ? undefined : say({ id, error: { code: -32601, message: 'no' } });
  say({ method: 'notifications/message', params: { level: 'info', data: text + secret } });
  process.stderr.write('called with ' + text + ', ' + secret + ', ${token}\\n');
  if (params.name === 'echo') return say({ id, result: { content: [{ type: 'text', text: text + ' ${planted.result} ' + secret }] } });
  const message = 'cannot do ' + text + ' with ' + secret;
  if (params.name === 'refuse') return say({ id, error: { code: -32000, message, data: { why: '${planted.data}' } } });
  process.exitCode = 7;
  process.stdin.destroy();
});
`;

test('nothing of arguments, results, data of errors, the environment and credentials on stderr is in anything that is told', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'planted-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const script = join(folder, 'server.cjs');
  writeFileSync(script, server);

  const spans = new InMemorySpanExporter();
  const tracerProvider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] });
  const measured = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter: measured, exportIntervalMillis: 2 ** 31 - 1 });
  const meterProvider = new MeterProvider({ readers: [reader] });
  const telemetry = openTelemetry({ tracerProvider, meterProvider });

  const events: McpEvent[] = [];
  const metrics = new McpMetrics();
  const trace = await openTrace({ path: join(folder, 'trace.jsonl') });
  const recording = await openRecording({ path: join(folder, 'session.mcp-frames.jsonl') });
  const options: McpClientOptions = {
    serverName: 'plums',
    executable: process.execPath,
    args: [script],
    env: { PLANTED: planted.environment },
    traceContext: telemetry.traceContext,
    onEvent: combineListeners((event) => events.push(event), metrics.listener, trace.listener, telemetry.onEvent),
  };
  const client = new McpClient(options, { connect: recording.connectTo(options) });
  const args = { value: planted.argument };
  const reports: string[] = [];
  const failing = async (tool: string): Promise<void> => {
    const error = await client.callTool(tool, args).then(
      () => expect.fail(`${tool} was answered`),
      (thrown: McpClientError) => thrown,
    );
    const report = failureReport(error, {
      tool,
      arguments: args,
      secrets: [planted.environment],
      handshake: client.server,
    });
    reports.push(JSON.stringify(report), formatFailureReport(report));
    const { at: _, ...record } = failureRecord(report, 0);
    trace.add(record);
  };
  await client.initialize();
  await client.listTools();
  const { content } = await client.callTool('echo', args);
  expect(JSON.stringify(content)).toContain(planted.result); // whoever called gets all of it
  await failing('refuse');
  await failing('crash');
  await client.close();
  await trace.close();
  await recording.close();
  await meterProvider.forceFlush();

  const read = await readTrace(trace.path);
  const told: Readonly<Record<string, string>> = {
    events: JSON.stringify(events),
    metrics: JSON.stringify(metrics.stats()),
    trace: readFileSync(trace.path, 'utf8'),
    recording: readFileSync(recording.path, 'utf8'),
    reports: reports.join('\n'),
    spans: JSON.stringify(
      spans.getFinishedSpans().map(({ name, attributes, events: ofSpan, status, resource }) => {
        return { name, attributes, ofSpan, status, resource: resource.attributes };
      }),
    ),
    measurements: JSON.stringify(measured.getMetrics().map(({ scopeMetrics }) => scopeMetrics)),
    page: renderTracePage([{ title: 'plums', start: read.start, records: read.records }], { language: 'en' }),
  };
  await Promise.all([tracerProvider.shutdown(), meterProvider.shutdown()]);
  for (const [what, text] of Object.entries(told)) {
    expect(text.length, what).toBeGreaterThan(200);
    for (const [where, secret] of Object.entries({ ...planted, token })) {
      expect(text.includes(secret), `${where} in ${what}`).toBe(false);
    }
  }
  // And they do tell what happened.
  for (const what of ['trace', 'recording', 'reports', 'spans', 'page']) expect(told[what], what).toContain('crash');
}, 60_000);
