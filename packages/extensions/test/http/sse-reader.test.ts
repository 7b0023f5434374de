import { expect, test } from 'vitest';
import { SseReader } from '../../src/http/sse-reader.ts';

interface Read {
  readonly events: [data: string, isInvalidUtf8: boolean][];
  readonly others: number[];
  readonly ids: (string | undefined)[];
  readonly nothing: number[];
  readonly push: (chunk: string | Buffer) => boolean;
  readonly reader: SseReader;
}

function reading(maxEventBytes = 1_000): Read {
  const events: Read['events'] = [];
  const others: number[] = [];
  const ids: Read['ids'] = [];
  const nothing: number[] = [];
  const reader = new SseReader({
    maxEventBytes,
    onEvent: ({ data, isInvalidUtf8 }) => events.push([data, isInvalidUtf8]),
    onOther: ({ data }) => others.push(data.length),
    onId: (id) => ids.push(id),
    onRetry: () => {},
    onNothing: (length) => nothing.push(length),
  });
  return { events, others, ids, nothing, reader, push: (chunk) => reader.push(Buffer.from(chunk)) };
}

test('a line may end in CR alone: the event is there at once, and not with the next byte', () => {
  const { push, events } = reading();
  push('data: one\r\r');
  expect(events).toEqual([['one', false]]);
  push('data: two\rdata: lines\r\r');
  expect(events[1]).toEqual(['two\nlines', false]);
});

test.each([1, 2, 3, 5, 100])('whatever the lines end in, in chunks of %i bytes the events are the same', (size) => {
  const { push, events, others, ids } = reading();
  const bytes = Buffer.from(
    'id: 7\r\ndata: a\r\n\r\n: note\r\rdata: b\rdata: c\n\ndata: d\n\r\nevent: x\ndata: e\r\n\n',
  );
  for (let at = 0; at < bytes.length; at += size) push(bytes.subarray(at, at + size));
  expect(events.map(([data]) => data)).toEqual(['a', 'b\nc', 'd']);
  expect(others).toEqual([1]);
  expect(ids).toEqual(['7']);
});

test('a byte order mark at the beginning is none of the first line', () => {
  const { push, events } = reading();
  push('\ufeffdata: one\n\n');
  expect(events).toEqual([['one', false]]);
});

test('an event over the limit is refused as soon as it is, in one line or in many', () => {
  const { push } = reading(100);
  expect(push(`data: ${'x'.repeat(80)}`)).toBe(true);
  expect(push('x'.repeat(80))).toBe(false);
  const lines = reading(100);
  const taken = Array.from({ length: 20 }, () => lines.push('data: 12345\n'));
  expect(taken.indexOf(false)).toBe(1); // a line counts more than its bytes
});

test('what keeps a stream alive for months is not counted for the event after it', () => {
  const { push, events, reader } = reading(100);
  for (let beat = 0; beat < 1_000; beat += 1) expect(push(': alive\n\n')).toBe(true);
  expect(reader.unfinishedBytes).toBe(0);
  push('data: one\n\n');
  expect(events).toEqual([['one', false]]);
});

test('bytes that are no UTF-8 are told for the event that they are in, in whatever chunk it ends', () => {
  const { push, events } = reading();
  push(Buffer.from([...Buffer.from('data: a'), 0xff, 0x0a]));
  push('data: b\n');
  push('\n');
  push('data: \ufffd\n\n');
  expect(events.map(([, isInvalidUtf8]) => isInvalidUtf8)).toEqual([true, false]);
});

test('an event of short lines takes no more memory than one of long ones: each of its lines counts, too', () => {
  const { push, reader } = reading(1024 * 1024);
  const short = 'data: x\n'.repeat(1_000);
  let taken = 0;
  while (push(short)) taken += 1_000;
  expect(taken).toBeLessThan(16_000);
  expect(reader.unfinishedBytes).toBe(0);
});

test('an id without data is one all the same, and the next event has it no more', () => {
  const { push, ids, events } = reading();
  push('id: 1\n\ndata: x\n\n');
  expect(ids).toEqual(['1']);
  expect(events).toEqual([['x', false]]);
});

test('an id that no header can hold, and an empty one, is nowhere to go on from', () => {
  const { push, ids } = reading();
  push('id: a\ndata: 1\n\n');
  push('id: \u0001\ndata: 2\n\n');
  push('id: ü\ndata: 3\n\n');
  push('id\ndata: 4\n\n');
  expect(ids).toEqual(['a', undefined, Buffer.from('ü').toString('latin1'), undefined]);
});

test.each(['retry: 1\n', 'id: 1\n', 'event: x\n', 'data:\n'])(
  '%j without an end is an event that is too large',
  (line) => {
    const { push } = reading(10_000);
    let lines = 0;
    while (lines < 10_000 && push(line)) lines += 1;
    expect(lines).toBeLessThan(200);
  },
);

test.each(['retry: 1\n\n', 'id: 1\n\n', 'event: x\n\n', 'data:\n\n', 'id: 7\ndata:\n\n', '\n', ': note\n'])(
  '%j says nothing, and is counted each time',
  (text) => {
    const { push, events, others, nothing } = reading();
    for (let times = 0; times < 10; times += 1) push(text);
    expect([events, others]).toEqual([[], []]);
    expect(nothing.length).toBeGreaterThanOrEqual(10);
  },
);

test('the fields of an event that says something are no noise', () => {
  const { push, events, nothing } = reading();
  for (let times = 0; times < 10; times += 1) push('id: 1\nevent: message\nretry: 5\ndata: x\n\n');
  expect([events.length, nothing]).toEqual([10, []]);
});
