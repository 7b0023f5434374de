import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PendingRequest } from '../../src/rpc/pending-request.ts';
import { SendQueue } from '../../src/rpc/send-queue.ts';
import { ManualClock } from '../support/manual-clock.ts';

/** A request as the queue sees it. */
function request(id: number): PendingRequest {
  const settlement = new Promise<never>(() => {});
  return {
    id,
    method: 'x',
    about: undefined,
    cancellable: true,
    signal: undefined,
    startedAt: 0,
    sent: false,
    queued: undefined,
    settlement,
  };
}

const steps = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({ kind: fc.constant('push' as const), bytes: fc.integer({ min: 1, max: 200_000 }) }),
    },
    { weight: 1, arbitrary: fc.constant({ kind: 'notify' as const }) },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('end' as const), which: fc.nat() }) },
    { weight: 1, arbitrary: fc.constant({ kind: 'turn' as const }) },
    { weight: 1, arbitrary: fc.constant({ kind: 'drained' as const }) },
  ),
  { maxLength: 400, size: 'max' },
);

test('C-17: what waits goes out in order and once; what has ended meanwhile never does; bytes that wait are counted', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (given) => {
      const clock = new ManualClock();
      const sent: string[] = [];
      let writes: (() => void)[] = [];
      const queue = new SendQueue({
        transport: {
          send: (lines, done) => {
            sent.push(...lines.map(String));
            writes.push(done);
            return false; // full, until it is told that it is through
          },
        },
        clock,
        limits: { maxQueuedMessages: 1_000_000, maxQueuedBytes: 1_000_000_000 },
        onWriteFailed: () => {},
      });
      const waiting = new Map<PendingRequest | object, { readonly line: string; readonly bytes: number }>();
      const expected: string[] = [];
      let next = 1;
      /** The model's write: everything up to 256 KiB, at least one. */
      const settleModel = (): void => {
        for (const line of sent.slice(expected.length)) {
          const [[key, first] = []] = waiting;
          expect(first?.line).toBe(line);
          if (key !== undefined) waiting.delete(key);
          expected.push(line);
        }
        expect(queue.queuedBytes).toBe([...waiting.values()].reduce((sum, { bytes }) => sum + bytes, 0));
      };
      for (const step of given) {
        if (step.kind === 'push') {
          const asked = request(next);
          waiting.set(asked, { line: `r${next}`, bytes: step.bytes });
          queue.push(`r${next}`, step.bytes, asked);
        } else if (step.kind === 'notify') {
          waiting.set({}, { line: `n${next}`, bytes: 10 });
          queue.push(`n${next}`, 10);
        } else if (step.kind === 'end') {
          const asked = [...waiting.keys()].filter((key): key is PendingRequest => 'id' in key);
          const chosen = asked.at(step.which % Math.max(1, asked.length));
          if (chosen !== undefined) {
            queue.forget(chosen);
            queue.forget(chosen);
            waiting.delete(chosen);
          }
        } else if (step.kind === 'drained') {
          const done = writes;
          writes = [];
          for (const told of done) told();
        }
        next += 1;
        await clock.settle();
        settleModel();
      }
      // In the end all of it is through.
      for (let turn = 0; waiting.size > 0 && turn < 500; turn += 1) {
        const done = writes;
        writes = [];
        for (const told of done) told();
        await clock.settle();
        settleModel();
      }
      expect(waiting.size).toBe(0);
      expect(queue.queuedBytes).toBe(0);
    }),
    { numRuns: 40 },
  );
});
