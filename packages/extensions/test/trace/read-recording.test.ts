import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readRecording } from '../../src/trace/read-recording.ts';
import { lineOfFrame } from '../../src/trace/frame-record.ts';

const folder = mkdtempSync(join(tmpdir(), 'recordings-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const start = {
  type: 'recording',
  formatVersion: 1,
  startedAt: '2026-12-01T06:00:00.000Z',
  producer: { name: 'somebody', version: '1' },
  content: 'kept',
};
const frame = { type: 'frame', at: 1, connection: 1, from: 'server', bytes: 2, message: {} };

let files = 0;
function fileOf(...lines: readonly unknown[]): string {
  files += 1;
  const path = join(folder, `${files}.mcp-frames.jsonl`);
  writeFileSync(path, lines.map((line) => (typeof line === 'string' ? line : `${JSON.stringify(line)}\n`)).join(''));
  return path;
}

test('a recording is read; what is not known is set aside, and an unfinished last line is left out', async () => {
  const news = { type: 'news', of: 'tomorrow' };
  const path = fileOf(start, frame, news, { ...frame, more: 1 }, '{"type":"frame","at":');
  const recording = await readRecording(path);
  expect(recording).toEqual({ start, records: [frame, frame], others: [news], isTorn: true, missingConnections: [] });
});

test('a connection of which nothing is there is said, also where a number is larger than any that was counted', async () => {
  const of = (connection: number): unknown => ({ ...frame, connection });
  expect((await readRecording(fileOf(start, of(1), of(3), of(6)))).missingConnections).toEqual([2, 4, 5]);
  const gap = { type: 'gap', at: 1, reason: 'busy', count: 9 };
  expect((await readRecording(fileOf(start, gap, of(2)))).missingConnections).toEqual([1]);
  expect((await readRecording(fileOf(start, of(2 ** 53 - 1)))).missingConnections).toHaveLength(1_000);
});

test('a line says what it is as a value, or as a text where its JSON would be another one', async () => {
  const line = '{ "a": 1e2 }';
  const { records } = await readRecording(fileOf(start, frame, { ...frame, message: undefined, line }));
  expect(records.map((record) => record.type === 'frame' && lineOfFrame(record))).toEqual(['{}', line]);
});

test.each<[string, readonly unknown[], string | RegExp]>([
  ['an empty file', [], ': it is no recording: it has no first line'],
  ['a first line that is not finished', ['{"type":"recording"'], ': it is no recording: it has no first line'],
  ['a trace', [{ type: 'trace' }], ':1: it is no recording: it begins with {"type":"trace"}'],
  [
    'a newer format',
    [{ ...start, formatVersion: 2 }],
    ':1: it is of format 2, and this version reads 1: take a newer one',
  ],
  ['a damaged first line', [{ ...start, content: 'half' }], /:1: content: Invalid option/],
  ['a line that is no JSON', [start, frame, 'what\n'], ':3: it is no JSON object'],
  ['a record without a type', [start, {}], ':2: it has no type'],
  ['a record with a wrong member', [start, { ...frame, bytes: 'two' }], /:2: bytes: Invalid input/],
  [
    'a frame that says nothing',
    [start, { ...frame, message: undefined }],
    ':2: a frame has a message, or a line, or isCut',
  ],
])('%s is an error that says where and why', async (_, lines, why) => {
  const path = fileOf(...lines);
  const line = typeof why === 'string' ? /^:(\d+)/.exec(why)?.[1] : String(why).match(/:(\d)/)?.[1];
  await expect(readRecording(path)).rejects.toMatchObject({
    code: 'MCP_INVALID_CONFIG',
    file: path,
    message: typeof why === 'string' ? `${path}${why}` : expect.stringMatching(why),
    ...(line === undefined ? {} : { line: Number(line) }),
  });
});

test('a file that is not there, is too long, or is not wanted any more', async () => {
  const missing = join(folder, 'missing');
  const code = 'MCP_INVALID_CONFIG';
  await expect(readRecording(missing)).rejects.toMatchObject({ code, errno: 'ENOENT', file: missing });
  const path = fileOf(start, frame);
  await expect(readRecording(path, { maxBytes: 100 })).rejects.toMatchObject({ code, file: path });
  await expect(readRecording(path, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'MCP_ABORTED' });
});
