import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Fault } from '../../src/trace/fault.ts';
import type { Recording } from '../../src/trace/read-recording.ts';
import { replay, type ReplayOptions } from '../../src/trace/replay.ts';
import { ManualClock } from '../support/manual-clock.ts';
import type { Host } from './support/host.ts';
import { obedientServer, orderedSession, play, readyHost, timedSession } from './support/random-session.ts';
import type { SessionStep } from './support/random-session.ts';
import { recorded } from './support/recorded.ts';

interface Played {
  readonly host: Host;
  readonly recording: Recording;
}

/** A session with a server in memory, and its recording. */
async function record(steps: readonly SessionStep[], content: 'mask' | 'keep'): Promise<Played> {
  const { connect, servers } = obedientServer();
  const clock = new ManualClock();
  const played: Host[] = [];
  const session = async (through: typeof connect): Promise<void> => {
    const host = await readyHost(through, clock);
    played.push(host);
    await play(host, steps, servers[0]);
    await host.end();
  };
  const recording = await recorded(connect, session, { content, clock });
  const [host] = played;
  if (host === undefined) throw new Error('nothing was played');
  return { host, recording };
}

/** The host's part of it again. */
async function again(recording: Recording, steps: readonly SessionStep[], options: ReplayOptions = {}) {
  const clock = new ManualClock();
  const server = replay(recording, { clock, ...options });
  const host = await readyHost(server.connect, clock);
  await play(host, steps);
  await host.end();
  return { host, server };
}

/** Each run writes a file and reads it: a busy machine may take its time. */
const slowMs = 240_000;

const content = fc.constantFrom('mask' as const, 'keep' as const);

test(
  'a replay settles the same calls in the same way and order, with the same results where they were kept',
  async () => {
    await fc.assert(
      fc.asyncProperty(orderedSession, content, async (steps, kept) => {
        const { host: first, recording } = await record(steps, kept);
        const { host, server } = await again(recording, steps);
        expect(server.divergences).toEqual([]);
        expect(server.unseen()).toEqual([]);
        expect(host.settlements).toEqual(first.settlements);
        if (kept === 'keep') expect(JSON.stringify(host.results)).toBe(JSON.stringify(first.results));
      }),
      { numRuns: 60 },
    );
  },
  slowMs,
);

test(
  'with the times of the recording it also tells the same events in the same order',
  async () => {
    await fc.assert(
      fc.asyncProperty(timedSession, content, async (steps, kept) => {
        const { host: first, recording } = await record(steps, kept);
        const { host, server } = await again(recording, steps, { times: 'recorded' });
        expect(server.divergences).toEqual([]);
        expect(host.settlements).toEqual(first.settlements);
        expect(host.events).toEqual(first.events);
      }),
      { numRuns: 60 },
    );
  },
  slowMs,
);

const frame = fc.record({ frame: fc.integer({ min: 1, max: 12 }) });
const faults: fc.Arbitrary<Fault[]> = fc.array(
  fc.oneof(
    fc.record({ fault: fc.constant('drop' as const), at: frame }),
    fc.record({ fault: fc.constant('delay' as const), at: frame, ms: fc.integer({ min: 1, max: 80 }) }),
    fc.record({ fault: fc.constant('hold' as const), at: frame, after: frame }),
    fc.record({ fault: fc.constant('duplicate' as const), at: frame, times: fc.integer({ min: 2, max: 4 }) }),
    fc.record({
      fault: fc.constant('cut' as const),
      at: frame,
      byte: fc.nat({ max: 80 }),
      rest: fc.constantFrom('next-line' as const, 'never' as const),
    }),
    fc.record({ fault: fc.constant('crash' as const), at: frame, byte: fc.nat({ max: 80 }) }),
    fc.record({ fault: fc.constant('reorder' as const), at: frame, with: frame }),
  ),
  { maxLength: 5 },
);

test(
  'whatever goes wrong, each call settles once, nothing is left, and it goes wrong twice in the same way',
  async () => {
    await fc.assert(
      fc.asyncProperty(timedSession, faults, async (steps, wanted) => {
        const { recording } = await record(steps, 'keep');
        const lines = recording.records.filter((one) => one.type === 'frame' && one.from === 'server').length;
        const fitting = wanted.filter((one) =>
          [one.at, 'after' in one ? one.after : one.at, 'with' in one ? one.with : one.at].every(
            (at) => (at.frame ?? 0) <= lines,
          ),
        );
        const runs = [];
        for (const _ of [1, 2]) {
          const { host, server } = await again(recording, steps, { faults: fitting });
          const numbers = host.settlements.map((one) => one.split(' ')[0]);
          expect(numbers.toSorted((a, b) => Number(a) - Number(b))).toEqual(
            Array.from({ length: host.asked }, (__, index) => String(index + 1)),
          );
          expect([host.client.pendingCount, host.clock.timers, host.client.state]).toEqual([0, 0, 'closed']);
          const { settlements, events, diagnostics } = host;
          runs.push({ settlements, events, diagnostics, divergences: server.divergences, unseen: server.unseen() });
        }
        expect(runs[1]).toEqual(runs[0]);
      }),
      { numRuns: 100 },
    );
  },
  slowMs,
);
