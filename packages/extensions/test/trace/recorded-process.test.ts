import { fixtureServer, type FixtureOptions } from '@coding-agent/fixture-servers';
import { waitUntilGone } from '@coding-agent/fixture-servers/testing';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { McpClientError } from '../../src/errors.ts';
import { McpClient, type McpClientOptions } from '../../src/mcp-client.ts';
import { openRecording, type RecordingOptions } from '../../src/trace/open-recording.ts';
import { readRecording, type Recording } from '../../src/trace/read-recording.ts';
import { replay } from '../../src/trace/replay.ts';

interface Session {
  readonly path: string;
  readonly text: string;
  readonly recording: Recording;
  readonly options: McpClientOptions;
  /** What `use` came to. */
  readonly ends: unknown[];
}

type Use = (client: McpClient) => Promise<unknown>[];

/** A session with a real process, and its recording. */
async function recordProcess(
  fixture: FixtureOptions,
  use: Use,
  recordingOptions: Partial<RecordingOptions> = {},
  clientOptions: Partial<McpClientOptions> = {},
): Promise<Session> {
  const folder = mkdtempSync(join(tmpdir(), 'recording-'));
  const server = fixtureServer({ shape: 'mcp', ...fixture });
  onTestFinished(async () => {
    await waitUntilGone(server.pids(), { deadlineMs: 15_000 });
    server.dispose();
    rmSync(folder, { recursive: true, force: true });
  });
  const path = join(folder, 'session.mcp-frames.jsonl');
  const recording = await openRecording({ path, ...recordingOptions });
  const { executable, args } = server;
  const options = { executable, args, graces: { killMs: 10_000 }, ...clientOptions };
  const ends = await endsOf(new McpClient(options, { connect: recording.connectTo(options) }), use);
  const report = await recording.close();
  expect(report).toMatchObject({ path, dropped: 0 });
  const text = readFileSync(path, 'utf8');
  expect(report.records + 1).toBe(text.trimEnd().split('\n').length);
  return { path, text, recording: await readRecording(path), options, ends };
}

/** Everything that was asked of a client, as it ended; then it is closed. */
async function endsOf(client: McpClient, use: Use): Promise<unknown[]> {
  const ended = (asked: Promise<unknown>): Promise<unknown> => asked.catch((error: unknown) => error);
  const ends = [await ended(client.initialize())];
  for (const end of await Promise.all(use(client).map(ended))) ends.push(end);
  await client.close();
  return ends.map((end) => (end instanceof McpClientError ? Object.fromEntries(Object.entries(end)) : end));
}

/** What a replay shows to the same client. */
async function replayed({ recording, options }: Session, use: Use): Promise<unknown[]> {
  const server = replay(recording);
  const ends = await endsOf(new McpClient(options, { connect: server.connect }), use);
  expect(server.divergences).toEqual([]);
  expect(server.unseen()).toEqual([]);
  return ends;
}

const calls: Use = (client) => [
  client.listTools(),
  client.callTool('echo', { value: 'good morning' }),
  client.callTool('echo', { value: 'ünï 🙂', delay: 20 }),
  client.callTool('fail', { code: -32_005, message: 'not today', data: { why: 'rain' } }),
  client.callTool('fail', { message: 'not today', isError: true }),
];

test.each<FixtureOptions>([
  { mode: 'normal' },
  { mode: 'dual-era' },
  { mode: 'modern' },
  { mode: 'noise' },
  { mode: 'split' },
  { mode: 'crlf' },
  { mode: 'not-object' },
  { mode: 'duplicate-id' },
  { mode: 'unknown-id' },
  { mode: 'both' },
  { mode: 'server-requests' },
  { mode: 'probe-exit' },
  { mode: 'glued-banner' },
])('a recorded process replays, with what was kept: $mode', async (fixture) => {
  const session = await recordProcess(fixture, calls, { content: 'keep' });
  expect(await replayed(session, calls)).toEqual(session.ends);
});

test('an exit in mid-call replays with its code, its last words, and what had come before', async () => {
  const use: Use = (client) => [client.callTool('never'), client.callTool('exit', { code: 9 })];
  const session = await recordProcess({}, use, { content: 'keep' });
  expect(session.ends).toMatchObject([{}, { code: 'MCP_PROCESS_EXIT', exitCode: 9 }, { code: 'MCP_PROCESS_EXIT' }]);
  expect(await replayed(session, use)).toEqual(session.ends);
});

test('a server that cannot be started replays as one', async () => {
  const session = await recordProcess({}, () => [], { content: 'keep' }, { executable: 'there-is-no-such-program' });
  expect(session.ends).toMatchObject([{ code: 'MCP_SPAWN_FAILED', errno: 'ENOENT' }]);
  expect(await replayed(session, () => [])).toEqual(session.ends);
});

test('of a masked session the words are gone, and its replay comes to the same ends', async () => {
  const secret = 'k5hd8s-hidden-9fj2';
  const use: Use = (client) => [
    client.callTool('echo', { value: `good morning ${secret}` }),
    client.callTool('fail', { code: -32_005, message: `not ${secret}`, data: { [secret]: secret } }),
    client.callTool('exit', { code: 9 }),
  ];
  const env = { MY_SETTING: secret };
  const session = await recordProcess({ mode: 'stderr-flood', bytes: 64, lastWords: secret }, use, {}, { env });
  expect(session.text).not.toContain(secret);
  expect(session.text).not.toMatch(/good morning|Answers with|milliseconds/);
  expect(session.text).toContain('"name":"echo"');
  const codes = (ends: readonly unknown[]): unknown[] =>
    ends.map((end) => ['code', 'exitCode', 'requestId', 'remoteCode'].map((name) => Reflect.get(Object(end), name)));
  expect(codes(await replayed(session, use))).toEqual(codes(session.ends));
});

test('the file is for its owner alone', async () => {
  const { path } = await recordProcess({}, calls);
  // Windows has no such bits.
  expect(statSync(path).mode & 0o777).toBe(process.platform === 'win32' ? 0o666 : 0o600);
});
