import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { McpClientError } from '../../src/errors.ts';
import { McpClient, type HttpClientOptions } from '../../src/mcp-client.ts';
import { openRecording } from '../../src/trace/open-recording.ts';
import { openTrace } from '../../src/trace/open-trace.ts';
import { readRecording } from '../../src/trace/read-recording.ts';
import { readTrace } from '../../src/trace/read-trace.ts';
import { replay } from '../../src/trace/replay.ts';
import { answerBy, legacyHttp, modernHttp, type HttpScript } from '../support/http-client.ts';
import { httpServer, type Answer, type HttpServerBench } from '../support/http-server.ts';
import { TelemetryBench } from '../support/telemetry.ts';

const secret = 'the-token-of-the-test';

/** Every second call is refused by the server's front. */
function halfOverloaded(script: HttpScript): Answer {
  const usual = answerBy(script, 'session-1');
  let calls = 0;
  return (received, response) => {
    if (received.message?.method === 'tools/call' && (calls += 1) % 2 === 0) {
      response.writeHead(503, { 'Retry-After': '3' }).end(`overloaded: ${String(received.headers['x-key'])}`);
    } else usual(received, response);
  };
}

async function serverOf(script: HttpScript): Promise<{ server: HttpServerBench; options: HttpClientOptions }> {
  const server = await httpServer({ onTestFinished }, halfOverloaded(script));
  return { server, options: { url: server.url, headers: { 'X-Key': secret } } };
}

/** What three calls come to, one after the other. */
async function useOf(client: McpClient): Promise<unknown[]> {
  const ends: unknown[] = [(await client.initialize()).era];
  for (let call = 0; call < 3; call += 1) {
    const end = await client.callTool('echo').catch((error: unknown) => error);
    if (!(end instanceof McpClientError)) ends.push(end);
    else ends.push([end.code, end.httpStatus, end.retryAfterMs, end.outcome]);
  }
  await client.close();
  return ends;
}

function temporaryFile(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'http-session-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, name);
}

test.for([
  ['legacy', legacyHttp],
  ['modern', modernHttp],
] as const)('O-02: a session over HTTP is recorded, and comes again without the server (%s)', async ([era, script]) => {
  const { server, options } = await serverOf(script);
  const path = temporaryFile('session.mcp-frames.jsonl');
  const recording = await openRecording({ path, content: 'keep' });
  const ends = await useOf(new McpClient(options, { connect: recording.connectTo(options) }));
  expect(await recording.close()).toMatchObject({ dropped: 0 });
  expect(ends).toMatchObject([era, {}, ['MCP_HTTP_ERROR', 503, 3_000, 'unknown'], {}]);
  const asked = server.requests.length;
  const again = replay(await readRecording(path));
  expect(await useOf(new McpClient(options, { connect: again.connect }))).toEqual(ends);
  expect([again.divergences, again.unseen(), server.requests.length]).toEqual([[], [], asked]);
  expect(readFileSync(path, 'utf8')).not.toContain(secret);
});

test('O-02: a trace says that a connection is over HTTP, and not where it leads to', async () => {
  const { options, server } = await serverOf(modernHttp);
  const path = temporaryFile('session.trace.jsonl');
  const trace = await openTrace({ path });
  await useOf(new McpClient({ ...options, serverName: 'remote', onEvent: trace.listener }));
  await trace.close();
  const { records } = await readTrace(path);
  expect(records.filter(({ type }) => type === 'connection')).toMatchObject([
    { serverName: 'remote', transport: 'http', era: 'modern' },
  ]);
  const text = readFileSync(path, 'utf8');
  expect(text).not.toContain(new URL(server.url).port);
  expect(text).not.toContain(secret);
});

test('O-01: spans and measurements of a server over HTTP say where it is, by the conventions', async () => {
  const { options, server } = await serverOf(modernHttp);
  const bench = new TelemetryBench();
  await useOf(new McpClient({ ...options, ...bench.telemetry }));
  const where = {
    'network.transport': 'tcp',
    'network.protocol.name': 'http',
    'server.address': '127.0.0.1',
    'server.port': Number(new URL(server.url).port),
  };
  const spans = await bench.spans();
  expect(spans.length).toBeGreaterThan(3);
  for (const { attributes } of spans) expect(attributes).toMatchObject(where);
  const measured = await bench.measured();
  expect(measured.length).toBeGreaterThan(0);
  for (const { attributes } of measured) expect(attributes).toMatchObject(where);
});
