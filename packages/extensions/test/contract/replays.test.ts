import { expect } from 'vitest';
import type { RecordingRecord } from '../../src/trace/recording-record.ts';
import { replay } from '../../src/trace/replay.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { Host } from '../trace/support/host.ts';
import { replayedHost, textsOf } from '../trace/support/replayed-host.ts';
import {
  answers,
  asks,
  beginning,
  calls,
  exits,
  says,
  tells,
  writtenRecording,
} from '../trace/support/written-recording.ts';
import { verifies } from './verifies.ts';

const call = (tool: string) => ({ do: 'call', tool }) as const;

verifies('O-05', 'answers, progress and cancellations are for the ids that the client has now', async () => {
  const recording = writtenRecording(
    asks(41, 'initialize'),
    ...beginning
      .slice(1, 3)
      .map((said) => JSON.parse(JSON.stringify(said).replace('"id":1', '"id":41')) as typeof said),
    asks(50, 'tools/list'),
    answers(50, { tools: [{ name: 'a' }] }),
    calls(51, 'a', { progressToken: 51 }),
    tells('server', 'notifications/progress', { progressToken: 51, progress: 1 }),
    calls(60, 'a'),
    tells('client', 'notifications/cancelled', { requestId: 60 }),
    ['server', { jsonrpc: '2.0', id: '51', result: {} }],
    says(51, 'the first'),
  );
  const { host, server } = await replayedHost(recording);
  await host.steps([{ ...call('a'), resetTimeoutOnProgress: true }, call('a'), { do: 'abort', call: 4 }]);
  expect(host.settlements).toEqual(['1 fulfilled', '2 fulfilled', '4 MCP_ABORTED', '3 fulfilled']);
  expect(host.events).toContainEqual({ type: 'progress', id: 3 });
  expect(host.diagnostics).toMatchObject([{ kind: 'malformed' }]); // "3" and not "51"
  expect([server.divergences, server.unseen()]).toEqual([[], []]);
  await host.end();
});

verifies('O-05', 'ids of what the server asks are its own, and stay', async () => {
  const recording = writtenRecording(
    ...beginning,
    calls(9, 'a'),
    ['server', { jsonrpc: '2.0', id: 9, method: 'ping' }],
    ['client', { jsonrpc: '2.0', id: 9, result: {} }],
    says(9, 'after the ping'),
  );
  const { host, server } = await replayedHost(recording);
  await host.step(call('a'));
  expect(textsOf(host)).toEqual(['after the ping']);
  expect([server.divergences, server.unseen()]).toEqual([[], []]);
  await host.end();
});

verifies(
  'O-05',
  'what the client sends in another order ends a strict replay, and says what was expected',
  async () => {
    const recording = writtenRecording(...beginning, calls(3, 'a'), says(3, 'of a'), calls(4, 'b'), says(4, 'of b'));
    const { host, server } = await replayedHost(recording);
    await host.steps([call('b'), call('a')]);
    const message = 'line 4 of the client was expected to be tools/call a, and tools/call b came';
    expect(server.divergences).toEqual([{ connection: 1, expected: 'tools/call a', got: 'tools/call b', message }]);
    expect(host.diagnostics).toEqual([{ kind: 'process', message: `the replay: ${message}` }]);
    expect(host.settlements.slice(2)).toEqual(['3 MCP_PROCESS_EXIT', '4 MCP_PROCESS_EXIT']);
    expect(host.results[2]).toMatchObject({ message: `the replay ends: ${message}`, exitCode: null });
    expect(server.unseen()).toEqual(['tools/call a', 'tools/call b']);
    await host.end();
  },
);

verifies(
  'O-05',
  'a tolerant replay answers each call as it was answered, and what it does not know not at all',
  async () => {
    const recording = writtenRecording(...beginning, calls(3, 'a'), says(3, 'of a'), calls(4, 'b'), says(4, 'of b'));
    const { host, server } = await replayedHost(recording, { divergence: 'tolerant' });
    await host.steps([call('b'), call('a'), { do: 'ping' }, { do: 'time', ms: 6_000 }]);
    expect(host.settlements.slice(2)).toEqual(['3 fulfilled', '4 fulfilled', '5 MCP_TIMEOUT']);
    expect(textsOf(host)).toEqual(['of b', 'of a']);
    expect(server.divergences).toMatchObject([{ got: 'ping' }, { got: 'notifications/cancelled of 5' }]);
    await host.end();
  },
);

verifies('O-05', 'the end comes as it came: code, message and last words', async () => {
  const { host } = await replayedHost(writtenRecording(...beginning, calls(3, 'a'), exits));
  await host.step(call('a'));
  expect(host.results[2]).toMatchObject({
    code: 'MCP_PROCESS_EXIT',
    message: 'the server exited with code 7',
    exitCode: 7,
    stderrTail: 'out of luck',
  });
  await host.end();
});

const holes: readonly [name: string, record: RecordingRecord, why: string][] = [
  [
    'a line that was too long to be kept',
    { type: 'frame', at: 9, connection: 1, from: 'server', bytes: 9_999_999, isCut: true },
    'a line of the server with 9999999 bytes was too long to be kept',
  ],
  ['a gap', { type: 'gap', at: 9, reason: 'busy', count: 12 }, '12 records are missing (busy)'],
];
for (const [name, record, why] of holes) {
  verifies('O-05', `nobody knows how it went on after ${name}: the replay ends there, and says so`, async () => {
    const { host } = await replayedHost(writtenRecording(...beginning, calls(3, 'a'), record, says(3, 'never')));
    await host.step(call('a'));
    expect(host.settlements.slice(2)).toEqual(['3 MCP_PROCESS_EXIT']);
    expect(host.diagnostics).toEqual([{ kind: 'process', message: `the replay: ${why}` }]);
    await host.end();
  });
}

verifies('O-05', 'nor how a connection began whose beginning is in a gap, although its end is there', async () => {
  const clock = new ManualClock();
  const gap: RecordingRecord = { type: 'gap', at: 0, reason: 'busy', count: 12 };
  const host = new Host(replay(writtenRecording(gap, ...beginning), { clock }).connect, clock);
  await host.step({ do: 'initialize' });
  expect(host.results).toMatchObject([{ code: 'MCP_HANDSHAKE_FAILED' }]);
  expect(host.diagnostics).toEqual([{ kind: 'process', message: 'the replay: 12 records are missing (busy)' }]);
  await host.end();
});

verifies(
  'O-05',
  'a connection of which nothing is there is not another one: its replay ends at once, and says so',
  async () => {
    const clock = new ManualClock();
    const { records, ...rest } = writtenRecording(...beginning);
    const second = records.map((record) => (record.type === 'gap' ? record : { ...record, connection: 2 }));
    const server = replay({ ...rest, records: second }, { clock });
    const hosts = [new Host(server.connect, clock), new Host(server.connect, clock)];
    for (const host of hosts) await host.step({ do: 'initialize' });
    expect(hosts.map(({ settlements }) => settlements)).toEqual([['1 MCP_HANDSHAKE_FAILED'], ['1 fulfilled']]);
    const message = 'the replay: nothing of connection 1 is in the recording';
    expect(hosts[0]?.diagnostics).toEqual([{ kind: 'process', message }]);
    for (const host of hosts) await host.end();
  },
);

verifies('O-05', 'a client that connects once more than it did finds nobody', async () => {
  const clock = new ManualClock();
  const { connect } = replay(writtenRecording(), { clock });
  const host = new Host(connect, clock);
  await host.step({ do: 'initialize' });
  expect(host.results).toMatchObject([{ code: 'MCP_HANDSHAKE_FAILED' }]);
  expect(host.diagnostics).toMatchObject([{ message: expect.stringContaining('the recording has 0 connections') }]);
  await host.end();
});

verifies(
  'O-05',
  'a line that is longer than the client takes ends the connection as it does with a server',
  async () => {
    const recording = writtenRecording(...beginning, calls(3, 'a'), says(3, 'x'.repeat(5_000)));
    const { host } = await replayedHost(recording, { limits: { maxLineBytes: 1_000 } });
    await host.step(call('a'));
    expect(host.settlements.slice(2)).toEqual(['3 MCP_MESSAGE_TOO_LARGE']);
    await host.end();
  },
);

verifies('O-05', 'with the times of the recording an answer takes as long as it did', async () => {
  const end = {
    type: 'frame',
    at: 405,
    connection: 1,
    from: 'server',
    bytes: 9,
    message: { jsonrpc: '2.0', id: 3, result: { content: [] } },
  } as const;
  const recording = writtenRecording(...beginning, calls(3, 'a'), end);
  const clock = new ManualClock();
  const host = new Host(replay(recording, { clock, times: 'recorded' }).connect, clock);
  await host.steps([{ do: 'initialize' }, { do: 'time', ms: 1 }, { do: 'list' }, { do: 'time', ms: 1 }, call('a')]);
  await host.step({ do: 'time', ms: 399 });
  expect(host.settlements).toHaveLength(2);
  await host.step({ do: 'time', ms: 1 });
  expect(host.settlements).toHaveLength(3);
  await host.end();
});
