import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { openRecording, type RecordingOptions, type RecordingReport } from '../../src/trace/open-recording.ts';
import { readRecording, type Recording } from '../../src/trace/read-recording.ts';
import { initialized } from '../support/memory-client.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { Host } from '../trace/support/host.ts';
import { lineServers, type LineServer } from '../trace/support/line-server.ts';
import { verifies } from './verifies.ts';

const secret = 'hunter2222';
/** Words that a recording must not show; each stands in a place of its own. */
const words = (place: string): string => `words of ${place} ${secret}`;

const tool = {
  name: 'echo',
  description: words('a description'),
  inputSchema: { type: 'object', properties: { patient: { type: 'string', default: words('a default') } } },
};

/** Says something in every place that is not the protocol's. */
function talkative(
  { id, method, params }: { id?: unknown; method?: string; params?: object },
  server: LineServer,
): void {
  if (method === 'initialize') server.answer(id, { ...initialized, instructions: words('instructions') });
  else if (method === 'tools/list')
    server.answer(id, { tools: [tool, { name: words('a name') }], nextCursor: undefined });
  else if (method === 'tools/call' && JSON.stringify(params).includes('fail')) {
    server.say({ jsonrpc: '2.0', id, error: { code: -32_099, message: words('an error'), data: words('its data') } });
    server.exit(7);
  } else if (method === 'tools/call') {
    server.say(`a banner with ${words('noise')}`);
    server.say({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: words('a log') } });
    server.say({ jsonrpc: '2.0', method: `notifications/${words('a method')}`, params: { [words('a key')]: 1 } });
    server.say({ jsonrpc: '2.0', id: words('an id'), method: 'roots/list' });
    server.answer(id, {
      content: [{ type: 'text', text: words('a text') }],
      structuredContent: { patient: words('a structure') },
    });
  }
}

interface Recorded {
  readonly path: string;
  readonly text: string;
  readonly recording: Recording;
  readonly report: RecordingReport;
  readonly host: Host;
}

/** A session with a server that says much, as it was written down. */
async function recordSession(options: Partial<RecordingOptions> = {}, more: unknown = ''): Promise<Recorded> {
  const folder = mkdtempSync(join(tmpdir(), 'recording-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'session.mcp-frames.jsonl');
  const recorder = await openRecording({ path, secrets: [secret], ...options });
  const { connect } = lineServers(talkative);
  const handlers = { 'roots/list': () => ({ roots: [{ uri: `file:///${words('a root')}` }] }) };
  const host = new Host(recorder.wrap(connect), new ManualClock(), { handlers, capabilities: { roots: {} } });
  await host.steps([
    { do: 'initialize' },
    { do: 'list' },
    { do: 'call', tool: 'echo', args: { patient: words('an argument') } },
    { do: 'call', tool: 'echo', args: { fail: words('another argument'), more } },
  ]);
  await host.end();
  const report = await recorder.close();
  return { path, text: readFileSync(path, 'utf8'), recording: await readRecording(path), report, host };
}

/** Messages of one side. */
function messagesOf({ records }: Recording, from: 'client' | 'server'): unknown[] {
  return records.flatMap((record) =>
    record.type === 'frame' && record.from === from && record.message !== undefined ? [record.message] : [],
  );
}

verifies('O-05', 'of a session the protocol is written, and nothing that anybody said', async () => {
  const { text, recording, report, host } = await recordSession();
  expect(host.settlements).toEqual(['1 fulfilled', '2 fulfilled', '3 fulfilled', '4 MCP_ERROR']);
  expect(text).not.toContain(secret);
  expect(text).not.toMatch(/words of|patient|banner|last words/);
  expect(messagesOf(recording, 'client')).toMatchObject([
    { id: 1, method: 'initialize', params: { capabilities: { roots: {} }, protocolVersion: '2025-11-25' } },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/list' },
    { id: 3, method: 'tools/call', params: { name: 'echo', arguments: {} } },
    { result: { roots: [{ uri: expect.any(String) }] } },
    { id: 4, method: 'tools/call' },
  ]);
  expect(messagesOf(recording, 'server')).toMatchObject([
    { id: 1, result: { serverInfo: { name: 'memory', version: '1.2.3' } } },
    { id: 2, result: { tools: [{ name: 'echo', inputSchema: { type: 'object' } }, {}] } },
    { method: 'notifications/message', params: { level: 'info' } },
    {},
    { method: 'roots/list' },
    { id: 3, result: { content: [{ type: 'text' }] } },
    { id: 4, error: { code: -32_099 } },
  ]);
  const ends = recording.records.filter(({ type }) => type === 'end');
  expect(ends).toMatchObject([{ code: 'MCP_PROCESS_EXIT', message: 'the server exited with code 7', exitCode: 7 }]);
  expect(report).toMatchObject({ records: recording.records.length, bytes: text.length, dropped: 0 });
});

verifies('O-05', 'what is masked has its length, and the same words have the same mask', async () => {
  const { recording } = await recordSession();
  for (const record of recording.records) {
    if (record.type === 'frame') {
      expect(Buffer.byteLength(record.line ?? JSON.stringify(record.message))).toBe(record.bytes);
    }
  }
  const text = JSON.stringify(messagesOf(recording, 'server'));
  const [inSchema] = /(?<="properties":\{")[A-Z]+(?=":\{"type":"string")/.exec(text) ?? [];
  const [inResult] = /(?<="structuredContent":\{")[A-Z]+/.exec(text) ?? [];
  expect(inSchema).toMatch(/^[A-Z]{7}$/);
  expect(inResult).toBe(inSchema);
});

verifies('O-05', 'what is kept is kept, but for known secrets, wherever they stand', async () => {
  const { text } = await recordSession({ content: 'keep' });
  expect(text).not.toContain(secret);
  for (const place of [
    'an argument',
    'a text',
    'an error',
    'a key',
    'noise',
    'a name',
    'an id',
    'a method',
    'a root',
  ]) {
    expect(text).toContain(`words of ${place} [redacted]`);
  }
});

verifies('O-05', 'what is kept is kept without what is called a secret, be it a text or a number', async () => {
  const { text } = await recordSession({ content: 'keep' }, { password: 271_828, pin: 314_159 });
  expect(text).not.toContain('271828');
  expect(text).toContain('314159');
});

verifies('O-05', 'what goes over the wire is written in the order in which it went', async () => {
  const { recording } = await recordSession();
  const order = recording.records.flatMap((record) => (record.type === 'frame' ? [record.from[0]] : [record.type]));
  expect(order.join(' ')).toBe('opened c s c c s c s s s s s c c s process end closing closed');
});

verifies('O-05', 'the file is for its owner alone, and one that is there is left alone', async () => {
  const { path } = await recordSession();
  // Windows has no such bits.
  expect(statSync(path).mode & 0o777).toBe(process.platform === 'win32' ? 0o666 : 0o600);
  await expect(openRecording({ path })).rejects.toMatchObject({
    code: 'MCP_INVALID_CONFIG',
    errno: 'EEXIST',
    file: path,
  });
});

verifies('O-05', 'of a line that is too long nothing is kept, and that is said', async () => {
  const { recording } = await recordSession({ maxFrameBytes: 256 });
  const cut = recording.records.filter((record) => record.type === 'frame' && record.isCut === true);
  expect(cut.length).toBeGreaterThan(0);
  for (const record of cut) expect(record).not.toHaveProperty('message');
});

verifies('O-05', 'what is too much at once is left out, counted, and said in its place', async () => {
  const { recording, report } = await recordSession({ maxQueuedBytes: 4_096 }, 'x'.repeat(5_000));
  const gaps = recording.records.filter((record) => record.type === 'gap');
  expect(gaps.length).toBeGreaterThan(0);
  expect(gaps.reduce((sum, { count }) => sum + count, 0)).toBe(report.dropped);
});

verifies('O-05', 'options that are none are refused', async () => {
  const code = 'MCP_INVALID_CONFIG';
  await expect(openRecording({ path: '' })).rejects.toMatchObject({ code });
  await expect(openRecording({ path: 'a', content: 'all' as 'keep' })).rejects.toMatchObject({ code });
  await expect(openRecording({ path: 'a', maxBytes: 1 })).rejects.toMatchObject({ code });
});
