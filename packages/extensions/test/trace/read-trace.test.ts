import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { McpClientError } from '../../src/errors.ts';
import { openTrace } from '../../src/trace/open-trace.ts';
import { readTrace, type ReadTraceOptions } from '../../src/trace/read-trace.ts';
import type { TraceRecord } from '../../src/trace/trace-record.ts';
import { eventfulSession } from './support/eventful-session.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const start = {
  type: 'trace',
  formatVersion: 1,
  traceId: 't-1',
  startedAt: '2026-01-02T03:04:05.678Z',
  part: 1,
  producer: { name: 'test', version: '1' },
};

const failure = (message: string): TraceRecord => ({ type: 'failure', at: 1, code: 'MCP_TIMEOUT', message });
const request = (id: number, state: 'pending' | 'fulfilled'): TraceRecord => {
  return { type: 'request', at: id, instanceId: 'i', id, method: 'tools/call', state };
};

/** A file of such lines; what is no text is written as JSON. */
function fileOf(folder: string, lines: readonly unknown[], name: string = 'trace.jsonl'): string {
  const path = join(folder, name);
  writeFileSync(path, lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''));
  return path;
}

async function refusal(path: string, options: ReadTraceOptions = {}): Promise<McpClientError> {
  return readTrace(path, options).then(
    () => expect.fail('it was read'),
    (error: McpClientError) => error,
  );
}

const untouched = { unknown: {}, invalid: [], invalidCount: 0, isTorn: false, older: 0 };

describe('reading a trace', () => {
  test('gives what was written', async (context) => {
    const path = join(temporaryFolder(context), 'trace.jsonl');
    const trace = await openTrace({ path });
    const told: unknown[] = [];
    await eventfulSession({
      onEvent: (event, origin) => {
        told.push(event);
        return trace.listener(event, origin);
      },
    });
    await trace.close();
    const read = await readTrace(path);
    expect(read.start.traceId).toBe(trace.traceId);
    expect(read.skipped).toEqual(untouched);
    expect(read.records.filter(({ type }) => type === 'request')).toHaveLength(9);
    expect(told.length).toBeGreaterThan(30);
  });

  test('takes all parts of it together, however many there are, and none of another trace', async (context) => {
    const path = join(temporaryFolder(context), 'trace.jsonl');
    const other = await openTrace({ path });
    other.add({ type: 'failure', code: 'MCP_TIMEOUT', message: 'other' });
    await other.close();
    const trace = await openTrace({ path, maxFileBytes: 4_096, maxFiles: 100 });
    const messages = Array.from({ length: 40 }, (_, index) => `${index} ${'x'.repeat(1_000)}`);
    for (const message of messages) {
      trace.add({ type: 'failure', code: 'MCP_TIMEOUT', message });
      await trace.flush();
    }
    await trace.close();
    const { start: first, records, skipped } = await readTrace(path);
    expect(first.part).toBe(1);
    expect(records.map((record) => record.type === 'failure' && record.message)).toEqual(messages);
    expect(skipped).toEqual(untouched);
  });

  test('whose oldest parts are gone says by its first part that they are', async (context) => {
    const folder = temporaryFolder(context);
    fileOf(folder, [{ ...start, part: 3 }, failure('a')], 'trace.jsonl.1');
    const { start: first, records } = await readTrace(fileOf(folder, [{ ...start, part: 4 }, failure('b')]));
    expect(first.part).toBe(3);
    expect(records).toEqual([failure('a'), failure('b')]);
  });

  test('has one record of a request: its end, if that came', async (context) => {
    const path = fileOf(temporaryFolder(context), [
      start,
      request(1, 'pending'),
      request(2, 'pending'),
      request(1, 'fulfilled'),
    ]);
    expect((await readTrace(path)).records).toEqual([request(2, 'pending'), request(1, 'fulfilled')]);
  });

  test('keeps the newest records when there are too many, and says how many it left out', async (context) => {
    const all = Array.from({ length: 25 }, (_, index) => failure(String(index)));
    const { records, skipped } = await readTrace(fileOf(temporaryFolder(context), [start, ...all]), { maxRecords: 10 });
    expect(records).toEqual(all.slice(15));
    expect(skipped.older).toBe(15);
  });
});

describe('what a reader does not know', () => {
  test('is skipped and counted: types and members of later versions', async (context) => {
    const path = fileOf(temporaryFolder(context), [
      { ...start, later: true },
      { type: 'weather', at: 1 },
      { type: 'weather', at: 2 },
      { ...failure('a'), mood: 'good' },
    ]);
    const { records, skipped } = await readTrace(path);
    expect(records).toEqual([failure('a')]);
    expect(skipped).toEqual({ ...untouched, unknown: { weather: 2 } });
  });

  test('is said with its place, when a line is damaged; the others are read', async (context) => {
    const path = fileOf(temporaryFolder(context), [
      start,
      failure('a'),
      '{"type":"failure","at":1,',
      '[]',
      '',
      { at: 1 },
      { ...failure('b'), at: 'noon' },
      failure('c'),
    ]);
    const { records, skipped } = await readTrace(path);
    expect(records).toEqual([failure('a'), failure('c')]);
    expect(skipped.invalid.map(({ line, why }) => `${line}: ${why}`)).toEqual([
      '3: it is no JSON object',
      '4: it is no JSON object',
      '5: it is no JSON object',
      '6: it has no type',
      expect.stringMatching(/^7: at: /),
    ]);
    expect(skipped.invalidCount).toBe(5);
  });

  test('is not an unfinished last line: whoever wrote it was ended, and nothing else is lost', async (context) => {
    const path = join(temporaryFolder(context), 'trace.jsonl');
    const whole = `${JSON.stringify(start)}\n${JSON.stringify(failure('ä'))}\n`;
    const last = Buffer.from(JSON.stringify(failure('ü')));
    for (let cut = 1; cut < last.length; cut += 1) {
      writeFileSync(path, Buffer.concat([Buffer.from(whole), last.subarray(0, cut)]));
      const { records, skipped } = await readTrace(path);
      expect([records, skipped.isTorn, skipped.invalidCount]).toEqual([[failure('ä')], true, 0]);
    }
  });

  test('may be as much as it likes: what is told of it is bounded', async (context) => {
    const lines = Array.from({ length: 1_000 }, (_, index) => ({ type: `t${index}`, at: 1 }));
    const path = fileOf(temporaryFolder(context), [start, ...lines, ...lines.map(() => 'no'), failure('a')]);
    const { records, skipped } = await readTrace(path);
    expect(records).toEqual([failure('a')]);
    expect(Object.keys(skipped.unknown).length).toBeLessThan(50);
    expect(skipped.invalid.length).toBeLessThan(50);
    expect(skipped.invalidCount).toBe(1_000);
  });

  test('is a line without end: what came before it is read', async (context) => {
    const path = fileOf(temporaryFolder(context), [start, failure('a'), 'x'.repeat(2 * 1024 * 1024), failure('b')]);
    const { records, skipped } = await readTrace(path);
    expect(records).toEqual([failure('a')]);
    expect(skipped.invalid).toMatchObject([{ line: 3, why: expect.stringContaining('the rest was not read') }]);
  });
});

describe('what is no trace', () => {
  test.for([
    ['an empty file', [], 'it is empty'],
    ['a text', ['hello'], 'its first line is hello'],
    ['records alone', [failure('a')], 'its first line is {"type":"failure"'],
    ['a newer format', [{ ...start, formatVersion: 2 }], 'it is of format 2, and this version reads 1'],
    ['a damaged first line', [{ ...start, startedAt: 'noon' }], 'its first line is damaged: startedAt'],
    ['one long line', ['x'.repeat(2 * 1024 * 1024)], 'its first line has more than'],
    ['what a terminal would obey', ['\u001b[2J'], 'its first line is \\u001b[2J'],
  ] as const)('is refused with the reason: %s', async ([, lines, why], context) => {
    const path = fileOf(temporaryFolder(context), lines);
    const error = await refusal(path);
    expect(error).toMatchObject({ code: 'MCP_INVALID_CONFIG', file: path });
    expect(error.message).toContain(why);
  });

  test('a first line that is not finished', async (context) => {
    const path = join(temporaryFolder(context), 'trace.jsonl');
    writeFileSync(path, JSON.stringify(start).slice(0, 30));
    expect((await refusal(path)).message).toContain('not finished');
  });

  test('is refused with what the system says: nothing there, a folder', async (context) => {
    const folder = temporaryFolder(context);
    mkdirSync(join(folder, 'folder'));
    expect(await refusal(join(folder, 'none'))).toMatchObject({ code: 'MCP_INVALID_CONFIG', errno: 'ENOENT' });
    expect(await refusal(join(folder, 'folder'))).toMatchObject({ code: 'MCP_INVALID_CONFIG', errno: 'EISDIR' });
  });
});

test('reading ends when its caller takes it back', async (context) => {
  const path = fileOf(temporaryFolder(context), [start, failure('a')]);
  expect(await refusal(path, { signal: AbortSignal.abort() })).toMatchObject({ code: 'MCP_ABORTED' });
});
