import { expect } from 'vitest';
import type { Fault } from '../../src/trace/fault.ts';
import { replay } from '../../src/trace/replay.ts';
import { replayedHost, textsOf } from '../trace/support/replayed-host.ts';
import { answers, asks, beginning, calls, says, tells, writtenRecording } from '../trace/support/written-recording.ts';
import { verifies } from './verifies.ts';

const progress = { progressToken: 3, progress: 1 };
/** Lines of the server: 1 and 2 are of the beginning, 3 is progress, 4 answers b, 5 answers a. */
const recording = writtenRecording(
  ...beginning,
  calls(3, 'a', { progressToken: 3 }),
  calls(4, 'b'),
  tells('server', 'notifications/progress', progress),
  says(4, 'of b'),
  says(3, 'of a'),
);

const twoCalls = [
  { do: 'call', tool: 'a', resetTimeoutOnProgress: true },
  { do: 'call', tool: 'b' },
] as const;

/** How the two calls end, with these faults. */
async function endsWith(...faults: readonly Fault[]) {
  const { host, server } = await replayedHost(recording, { faults });
  await host.steps(twoCalls);
  const atOnce = host.settlements.slice(2);
  await host.step({ do: 'time', ms: 2_000 });
  const texts = textsOf(host);
  const diagnostics = host.diagnostics.map(({ kind }) => kind);
  const later = host.settlements.slice(2 + atOnce.length);
  const { timers } = host.clock;
  await host.end();
  return { atOnce, later, texts, diagnostics, timers, events: host.events, divergences: server.divergences };
}

verifies('O-05', 'without a fault the answers come as they came', async () => {
  expect(await endsWith()).toMatchObject({
    atOnce: ['4 fulfilled', '3 fulfilled'],
    texts: ['of b', 'of a'],
    divergences: [],
    timers: 0,
  });
});

verifies('O-05', 'drop: a line never comes, and its call times out', async () => {
  const ends = await endsWith({ fault: 'drop', at: { frame: 4 } });
  expect(ends).toMatchObject({ atOnce: ['3 fulfilled'], later: ['4 MCP_TIMEOUT'], timers: 0 });
  // The recording has no cancellation: that is said, and the connection goes on.
  expect(ends.divergences).toMatchObject([{ connection: 1, got: 'notifications/cancelled of 4' }]);
});

verifies('O-05', 'delay: a line comes later by the clock, and others overtake it', async () => {
  const ends = await endsWith({ fault: 'delay', at: { method: 'tools/call', tool: 'b' }, ms: 500 });
  expect(ends).toMatchObject({ atOnce: ['3 fulfilled'], later: ['4 fulfilled'], texts: ['of a', 'of b'] });
});

verifies('O-05', 'delay: an answer that is too late is one that nobody waits for', async () => {
  const ends = await endsWith({ fault: 'delay', at: { frame: 4 }, ms: 1_500 });
  expect(ends).toMatchObject({ later: ['4 MCP_TIMEOUT'], texts: ['of a'], timers: 0 });
  expect(ends.events).toContainEqual({ type: 'stray-answer', id: 4, isLate: true });
});

verifies('O-05', 'hold: a line comes after another one, also when that is dropped', async () => {
  const hold: Fault = { fault: 'hold', at: { frame: 4 }, after: { frame: 5 } };
  expect(await endsWith(hold)).toMatchObject({ atOnce: ['3 fulfilled', '4 fulfilled'] });
  expect(await endsWith(hold, { fault: 'drop', at: { frame: 5 } })).toMatchObject({
    atOnce: ['4 fulfilled'],
    later: ['3 MCP_TIMEOUT'],
  });
});

verifies('O-05', 'duplicate: a line comes as often as it says, and settles its call once', async () => {
  const ends = await endsWith({ fault: 'duplicate', at: { kind: 'answer', tool: 'b' }, times: 3 });
  expect(ends.atOnce).toEqual(['4 fulfilled', '3 fulfilled']);
  expect(ends.events.filter((event) => Reflect.get(Object(event), 'type') === 'stray-answer')).toHaveLength(2);
});

verifies('O-05', 'cut: a line becomes two, or its rest never comes; neither is an answer', async () => {
  for (const rest of ['next-line', 'never'] as const) {
    const ends = await endsWith({ fault: 'cut', at: { frame: 4 }, byte: 40, rest });
    expect(ends).toMatchObject({ atOnce: ['3 fulfilled'], later: ['4 MCP_PROTOCOL_ERROR'] });
    expect(ends.diagnostics.filter((kind) => kind === 'noise')).toHaveLength(rest === 'never' ? 1 : 2);
  }
});

verifies('O-05', 'crash: the server ends in the middle of a line, and everything that waits ends with it', async () => {
  const ends = await endsWith({ fault: 'crash', at: { frame: 5 }, byte: 30, signal: 'SIGSEGV' });
  expect(ends.atOnce).toEqual(['4 fulfilled', '3 MCP_PROCESS_EXIT']);
  expect(ends.events).toContainEqual({ type: 'process-exited', exitCode: null, signal: 'SIGSEGV' });
});

verifies('O-05', 'crash: with exit code 1 where nothing else is said', async () => {
  const ends = await endsWith({ fault: 'crash', at: { frame: 3 } });
  expect(ends.atOnce).toEqual(['3 MCP_PROCESS_EXIT', '4 MCP_PROCESS_EXIT']);
  expect(ends.events).toContainEqual({ type: 'process-exited', exitCode: 1, signal: null });
});

verifies('O-05', 'reorder: two lines change places', async () => {
  const ends = await endsWith({ fault: 'reorder', at: { frame: 4 }, with: { frame: 5 } });
  expect(ends).toMatchObject({ atOnce: ['3 fulfilled', '4 fulfilled'], texts: ['of a', 'of b'] });
});

verifies('O-05', 'reorder: an answer that stands before its call now waits for it', async () => {
  const ping = writtenRecording(...beginning, asks(3, 'ping'), answers(3, {}), calls(4, 'a'), says(4, 'of a'));
  const faults: Fault[] = [{ fault: 'reorder', at: { method: 'ping' }, with: { method: 'tools/call' } }];
  const { host, server } = await replayedHost(ping, { faults });
  await host.steps([{ do: 'ping' }, { do: 'call', tool: 'a' }]);
  expect(host.settlements.slice(2).toSorted()).toEqual(['3 fulfilled', '4 fulfilled']);
  expect([host.diagnostics, server.divergences]).toEqual([[], []]);
  await host.end();
});

verifies('O-05', 'what is delayed goes with the connection, and so does its timer', async () => {
  const { host } = await replayedHost(recording, { faults: [{ fault: 'delay', at: { frame: 4 }, ms: 500 }] });
  await host.steps(twoCalls);
  expect(host.settlements.slice(2)).toEqual(['3 fulfilled']);
  await host.end();
  expect(host.settlements.slice(3)).toEqual(['4 CLIENT_CLOSED']);
  expect(host.clock.timers).toBe(0);
});

verifies('O-05', 'several faults of one line add up', async () => {
  const at = { frame: 4 };
  const ends = await endsWith({ fault: 'delay', at, ms: 100 }, { fault: 'duplicate', at });
  expect(ends).toMatchObject({ atOnce: ['3 fulfilled'], later: ['4 fulfilled'] });
  expect(ends.events).toContainEqual({ type: 'stray-answer', id: 4, isLate: true });
});

const refusals: readonly [what: string, fault: unknown, message: RegExp][] = [
  ['chooses no line', { fault: 'drop', at: { frame: 9 } }, /^faults\[0\]: there is no line .* {"frame":9}$/],
  ['chooses none of several', { fault: 'drop', at: { method: 'tools/call', nth: 3 } }, /there is no line/],
  ['chooses by nothing', { fault: 'drop', at: {} }, /^faults\[0\]: at: it should choose a line by frame, kind/],
  ['is none', { fault: 'explode', at: { frame: 1 } }, /^faults\[0\]: fault: Invalid/],
  ['has a member too many', { fault: 'drop', at: { frame: 1 }, often: true }, /^faults\[0\]: /],
];
for (const [what, given, message] of refusals) {
  verifies('O-05', `a fault that ${what} is refused`, () => {
    const refused = expect.objectContaining({ code: 'MCP_INVALID_CONFIG', message: expect.stringMatching(message) });
    expect(() => replay(recording, { faults: [given as Fault] })).toThrow(refused);
  });
}
