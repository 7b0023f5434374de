import { expect, test } from 'vitest';
import { RecordingQueue, type QueuedRecord } from '../../src/trace/recording-queue.ts';
import type { RecordingRecord } from '../../src/trace/recording-record.ts';

/** As a line that takes `steps` turns to be made. */
function* madeOf(record: RecordingRecord, steps: number = 0): Generator<void, RecordingRecord> {
  for (let step = 0; step < steps; step += 1) yield;
  return record;
}

const opened = (connection: number, bytes: number = 0): QueuedRecord => ({
  bytes,
  record: () => madeOf({ type: 'opened', at: 0, connection }),
});

/** A queue into memory. While it is held no write ends. */
function bench(limits: { readonly maxBytes?: number; readonly maxQueuedBytes?: number } = {}) {
  const texts: string[] = [];
  const errors: unknown[] = [];
  let go = (): void => {};
  let held: Promise<void> = Promise.resolve();
  let failure: Error | undefined;
  let closed = 0;
  const append = async (text: string): Promise<void> => {
    await held;
    if (failure !== undefined) throw failure;
    texts.push(text);
  };
  const queue = new RecordingQueue({
    file: { append, close: async () => void (closed += 1) },
    maxBytes: 100_000,
    begunBytes: 0,
    maxQueuedBytes: 100_000,
    now: () => 5,
    onError: (error) => errors.push(error),
    ...limits,
  });
  return {
    queue,
    texts,
    errors,
    closed: () => closed,
    hold: () => void (held = new Promise((resolve) => (go = resolve))),
    release: () => go(),
    fail: (error: Error) => void (failure = error),
    records: () =>
      texts
        .join('')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as RecordingRecord),
  };
}

test('everything is written in order, in a later turn', async () => {
  const { queue, records } = bench({ maxQueuedBytes: 1_000_000, maxBytes: 1_000_000 });
  for (let number = 1; number <= 2_000; number += 1) queue.push(opened(number));
  expect(records()).toEqual([]);
  await queue.flush();
  expect(records().map((record) => 'connection' in record && record.connection)).toEqual(
    Array.from({ length: 2_000 }, (_, index) => index + 1),
  );
  expect(queue).toMatchObject({ records: 2_000, dropped: 0 });
});

test('what is too much while the disk is slow is dropped, and a gap says so in its place', async () => {
  const { queue, records, hold, release } = bench({ maxQueuedBytes: 1_000 });
  hold();
  for (let number = 1; number <= 10; number += 1) queue.push(opened(number, 300));
  release();
  await queue.flush();
  queue.push(opened(11, 300));
  await queue.flush();
  expect(records()).toEqual([
    { type: 'opened', at: 0, connection: 1 },
    { type: 'opened', at: 0, connection: 2 },
    { type: 'gap', at: 5, reason: 'busy', count: 8 },
    { type: 'opened', at: 0, connection: 11 },
  ]);
  expect(queue.dropped).toBe(8);
});

test('a full file ends with a gap, and nothing more is written', async () => {
  const { queue, records, texts } = bench({ maxBytes: 300 });
  for (let number = 1; number <= 100; number += 1) queue.push(opened(number));
  await queue.flush();
  queue.push(opened(101));
  await queue.flush();
  const written = records();
  const last = written.at(-1);
  expect(last).toMatchObject({ type: 'gap', reason: 'full', count: 100 - (written.length - 1) });
  expect(written.length).toBeLessThan(10);
  expect(queue.writtenBytes).toBe(texts.join('').length);
  expect(queue.writtenBytes).toBeLessThanOrEqual(300);
  expect(queue.dropped).toBe(101 - (written.length - 1));
});

test('a file that cannot be written any more is told once, and counts', async () => {
  const { queue, errors, fail } = bench();
  fail(new Error('ENOSPC'));
  queue.push(opened(1));
  await queue.flush();
  queue.push(opened(2));
  await queue.flush();
  expect(errors).toEqual([new Error('ENOSPC')]);
  expect(queue).toMatchObject({ dropped: 2 });
});

test('closing waits for what was pushed, closes once, and takes nothing more', async () => {
  const { queue, records, hold, release, closed } = bench();
  hold();
  queue.push(opened(1));
  const closing = queue.close();
  release();
  await Promise.all([closing, queue.close()]);
  queue.push(opened(2));
  await queue.flush();
  expect(records()).toHaveLength(1);
  expect([closed(), queue.dropped]).toEqual([1, 1]);
});

test('a line that takes long to be made leaves turns to others, and its place to nobody', async () => {
  const { queue, records } = bench();
  queue.push({ bytes: 0, record: () => madeOf({ type: 'opened', at: 0, connection: 1 }, 2_000_000) });
  queue.push(opened(2));
  const written = queue.flush();
  let turns = 0;
  for (; records().length === 0; turns += 1) await new Promise(setImmediate);
  await written;
  expect(turns).toBeGreaterThan(3);
  expect(records()).toMatchObject([{ connection: 1 }, { connection: 2 }]);
});

test('a line is ASCII, so that a file that is cut anywhere is still text', async () => {
  const { queue, records } = bench();
  queue.push({
    bytes: 0,
    record: () => madeOf({ type: 'diagnostic', at: 0, connection: 1, kind: 'process', message: 'é🙂' }),
  });
  await queue.flush();
  expect(records()).toMatchObject([{ message: 'é🙂' }]);
});

test.each([0, 1, 2, 3, 4])(
  'what is pushed %i turns after the last write is written or counted, and never goes to a file that is closed',
  async (turns) => {
    const { queue, texts, errors, closed } = bench();
    queue.push(opened(1));
    const pushing = queue.flush().then(async () => {
      for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
      queue.push(opened(2));
    });
    await Promise.all([pushing, queue.close()]);
    const atClose = texts.length;
    await queue.flush();
    expect([errors, closed(), texts.length]).toEqual([[], 1, atClose]);
    expect(queue.records + queue.dropped).toBe(2);
  },
);
