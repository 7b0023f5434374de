import { expect, test } from 'vitest';
import { SseReader } from '../../src/http/sse-reader.ts';

interface Read {
  readonly events: [type: string | undefined, data: string, isInvalidUtf8: boolean][];
  readonly ids: (string | undefined)[];
  readonly push: (chunk: string | Buffer) => boolean;
  readonly reader: SseReader;
}

function reading(maxEventBytes = 1_000): Read {
  const events: Read['events'] = [];
  const ids: Read['ids'] = [];
  const reader = new SseReader({
    maxEventBytes,
    onEvent: ({ type, data, isInvalidUtf8 }) => events.push([type, data, isInvalidUtf8]),
    onId: (id) => ids.push(id),
    onRetry: () => {},
    onComment: () => {},
  });
  return { events, ids, reader, push: (chunk) => reader.push(Buffer.from(chunk)) };
}

test('a line may end in CR alone: the event is there at once, and not with the next byte', () => {
  const { push, events } = reading();
  push('data: one\r\r');
  expect(events).toEqual([[undefined, 'one', false]]);
  push('data: two\rdata: lines\r\r');
  expect(events[1]).toEqual([undefined, 'two\nlines', false]);
});

test.each([1, 2, 3, 5, 100])('whatever the lines end in, in chunks of %i bytes the events are the same', (size) => {
  const { push, events, ids } = reading();
  const bytes = Buffer.from(
    'id: 7\r\ndata: a\r\n\r\n: note\r\rdata: b\rdata: c\n\ndata: d\n\r\nevent: x\ndata: e\r\n\n',
  );
  for (let at = 0; at < bytes.length; at += size) push(bytes.subarray(at, at + size));
  expect(events.map(([type, data]) => [type, data])).toEqual([
    [undefined, 'a'],
    [undefined, 'b\nc'],
    [undefined, 'd'],
    ['x', 'e'],
  ]);
  expect(ids).toEqual(['7']);
});

test('a byte order mark at the beginning is none of the first line', () => {
  const { push, events } = reading();
  push('\ufeffdata: one\n\n');
  expect(events).toEqual([[undefined, 'one', false]]);
});

test('an event over the limit is refused as soon as it is, in one line or in many', () => {
  const { push } = reading(100);
  expect(push(`data: ${'x'.repeat(80)}`)).toBe(true);
  expect(push('x'.repeat(80))).toBe(false);
  const lines = reading(100);
  const taken = Array.from({ length: 20 }, () => lines.push('data: 12345\n'));
  expect(taken.indexOf(false)).toBe(8);
});

test('what keeps a stream alive for months is not counted for the event after it', () => {
  const { push, events, reader } = reading(100);
  for (let beat = 0; beat < 1_000; beat += 1) expect(push(': alive\n\n')).toBe(true);
  expect(reader.unfinishedBytes).toBe(0);
  push('data: one\n\n');
  expect(events).toEqual([[undefined, 'one', false]]);
});

test('bytes that are no UTF-8 are told for the event that they are in, in whatever chunk it ends', () => {
  const { push, events } = reading();
  push(Buffer.from([...Buffer.from('data: a'), 0xf0, 0x9f, 0x98, 0x0a]));
  push('data: b\n');
  push('\n');
  push('data: \ufffd\n\n');
  expect(events.map(([, , isInvalidUtf8]) => isInvalidUtf8)).toEqual([true, false]);
});

test('an id that no header can hold, and an empty one, is nowhere to go on from', () => {
  const { push, ids } = reading();
  push('id: a\ndata: 1\n\n');
  push('id: \u0001\ndata: 2\n\n');
  push('id: ü\ndata: 3\n\n');
  push('id\ndata: 4\n\n');
  expect(ids).toEqual(['a', undefined, Buffer.from('ü').toString('latin1'), undefined]);
});
