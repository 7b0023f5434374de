import { expect } from 'vitest';
import { TraceQueue } from '../../src/trace/trace-queue.ts';
import type { TraceRecord } from '../../src/trace/trace-record.ts';
import { verifies } from './verifies.ts';

const record: TraceRecord = { type: 'diagnostic', at: 0, message: 'x' };

for (const turns of [0, 1, 2, 3, 4]) {
  verifies(
    'O-06',
    `what is pushed ${turns} turns after the last write is written or counted, never to a closed file`,
    async () => {
      const lines: string[] = [];
      const errors: unknown[] = [];
      let isClosed = false;
      const append = async (text: string): Promise<void> => {
        if (isClosed) throw new Error('it is closed');
        lines.push(...text.split('\n').filter(Boolean));
      };
      const queue = new TraceQueue({
        file: { append, close: async () => void (isClosed = true) },
        maxQueued: 100,
        now: () => 0,
        lineOf: (one) => `${JSON.stringify(one)}\n`,
        onError: (error) => errors.push(error),
      });
      queue.push(record);
      const pushing = queue.flush().then(async () => {
        for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
        queue.push(record);
      });
      await Promise.all([pushing, queue.close()]);
      await queue.flush();
      expect(errors).toEqual([]);
      expect(lines.length + queue.dropped).toBe(2);
    },
  );
}
