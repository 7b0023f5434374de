import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type TestContext } from 'vitest';
import { failureRecord } from '../../src/trace/failure-record.ts';
import { failureReport } from '../../src/trace/failure-report.ts';
import { openTrace, type Trace, type TraceOptions } from '../../src/trace/open-trace.ts';
import { readRecording } from '../../src/trace/read-recording.ts';
import { readTrace } from '../../src/trace/read-trace.ts';
import { TraceQueue } from '../../src/trace/trace-queue.ts';
import { traceRecord } from '../../src/trace/trace-record.ts';
import { errorOf } from '../support/peer.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { verifies } from './verifies.ts';

const failure = (message: string) => ({ type: 'failure', code: 'MCP_TIMEOUT', message }) as const;

/** A trace that is closed when the test is over. */
async function opened(context: TestContext, options: TraceOptions): Promise<Trace> {
  const trace = await openTrace(options);
  context.onTestFinished(() => trace.close());
  return trace;
}

async function messagesIn(path: string): Promise<string[]> {
  const { records } = await readTrace(path);
  return records.flatMap((record) => (record.type === 'failure' ? [record.message] : []));
}

verifies('O-06', 'a trace has one writer: a second one is refused, and nothing is moved', async (context) => {
  const path = join(temporaryFolder(context), 'trace.jsonl');
  const trace = await opened(context, { path });
  trace.add(failure('first'));
  await trace.flush();
  const error = await errorOf(openTrace({ path }));
  expect(error).toMatchObject({ code: 'MCP_INVALID_CONFIG', file: path });
  expect(error.message).toMatch(/somebody writes this trace already: choose another path/);
  expect(error.message).toContain(`process ${process.pid}`);
  trace.add(failure('second'));
  await trace.close();
  expect(readdirSync(join(path, '..'))).toEqual(['trace.jsonl']);
  expect(await messagesIn(path)).toEqual(['first', 'second']);
});

verifies('O-06', 'a writer that cannot be asked is gone when it did not touch its lock', async (context) => {
  const path = join(temporaryFolder(context), 'trace.jsonl');
  const lock = `${path}.lock`;
  const elsewhere = { pid: 1, space: 'another container', token: '0123456789abcdef', since: '' };
  writeFileSync(lock, JSON.stringify(elsewhere));
  await expect(openTrace({ path })).rejects.toMatchObject({ message: expect.stringContaining('another container') });
  const minuteAgo = new Date(Date.now() - 60_000);
  utimesSync(lock, minuteAgo, minuteAgo);
  const trace = await openTrace({ path });
  expect(JSON.parse(readFileSync(lock, 'utf8'))).toMatchObject({ pid: process.pid });
  await trace.close();
  expect(readdirSync(join(path, '..'))).toEqual(['trace.jsonl']);
});

verifies('O-06', 'a file that somebody else put in its place is not moved', async (context) => {
  const path = join(temporaryFolder(context), 'trace.jsonl');
  const errors: unknown[] = [];
  const trace = await opened(context, { path, maxFileBytes: 4_096, onError: (error) => errors.push(error) });
  execFileSync('mv', [path, `${path}.mine`]);
  writeFileSync(path, 'of somebody else\n');
  for (let index = 0; index < 10; index += 1) {
    trace.add(failure('x'.repeat(1_000)));
    await trace.flush();
  }
  expect(errors).toMatchObject([{ code: 'MCP_INVALID_CONFIG', errno: 'EEXIST', file: path }]);
  expect(readFileSync(path, 'utf8')).toBe('of somebody else\n');
  expect(trace.dropped).toBeGreaterThan(0);
});

verifies('O-06', 'what is no regular file is not read, and nobody waits for it', async (context) => {
  const folder = temporaryFolder(context);
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  for (const read of [readTrace, readRecording]) {
    const message = expect.stringContaining('is no regular file');
    await expect(read(pipe)).rejects.toMatchObject({ code: 'MCP_INVALID_CONFIG', file: pipe, message });
    await expect(read(folder)).rejects.toMatchObject({ code: 'MCP_INVALID_CONFIG', errno: 'EISDIR' });
  }
});

verifies('O-06', 'a trace that an editor put a byte order mark before is one', async (context) => {
  const path = join(temporaryFolder(context), 'trace.jsonl');
  const trace = await openTrace({ path });
  trace.add(failure('first'));
  await trace.close();
  writeFileSync(path, `\ufeff${readFileSync(path, 'utf8')}`);
  expect(await messagesIn(path)).toEqual(['first']);
  await using next = await openTrace({ path });
  expect(await messagesIn(`${next.path}.1`)).toEqual(['first']);
});

verifies('O-06', 'a number that is none is refused, before anything is read', async (context) => {
  const missing = join(temporaryFolder(context), 'missing');
  for (const wrong of [0, -1, 1.5, NaN, Infinity, '5' as unknown as number]) {
    const error = await errorOf(readTrace(missing, { maxRecords: wrong }));
    expect([error.code, error.message]).toEqual(['MCP_INVALID_CONFIG', expect.stringMatching(/^maxRecords should be/)]);
    const other = await errorOf(readRecording(missing, { maxBytes: wrong }));
    expect([other.code, other.message]).toEqual(['MCP_INVALID_CONFIG', expect.stringMatching(/^maxBytes should be/)]);
  }
});

verifies(
  'O-06',
  'a record that is none costs that record: it is dropped, counted, and that is said',
  async (context) => {
    const path = join(temporaryFolder(context), 'trace.jsonl');
    const trace = await opened(context, { path });
    const unreadable = Object.defineProperty(failure('x'), 'message', {
      enumerable: true,
      get: () => {
        throw new Error('not to be read');
      },
    });
    trace.add(failure('first'));
    for (const bad of [
      { ...failure('x'), exitCode: 1.5 },
      { ...failure('x'), id: 1n as unknown as number },
      unreadable,
    ]) {
      trace.add(bad);
    }
    trace.add(failure('x'.repeat(2 * 1024 * 1024))); // longer than a line may be
    await trace.flush();
    trace.add(failure('last'));
    await trace.close();
    expect(trace.dropped).toBe(4);
    const { records, skipped } = await readTrace(path);
    expect(records.map((record) => (record.type === 'failure' ? record.message : record))).toEqual([
      'first',
      { type: 'dropped', at: expect.any(Number), count: 4 },
      'last',
    ]);
    expect(skipped.invalidCount).toBe(0);
  },
);

verifies('O-06', 'what a listener is told and cannot be written costs that record too', async (context) => {
  const path = join(temporaryFolder(context), 'trace.jsonl');
  const trace = await opened(context, { path });
  const origin = { instanceId: 'i' };
  trace.listener({ type: 'stray-answer', id: 1n as unknown as number, isLate: false }, origin);
  trace.listener({ type: 'notification-received', method: 'ping', bytes: 1 }, origin);
  await trace.close();
  expect((await readTrace(path)).records).toMatchObject([{ type: 'notification' }, { type: 'dropped', count: 1 }]);
  expect(trace.dropped).toBe(1);
});

verifies('O-06', 'a failure that has other numbers than the format has is a record without them', () => {
  const error = Object.assign(new Error('x'), { exitCode: 1.5, requestId: 2 ** 60 });
  const record = failureRecord(failureReport(error), 1);
  expect(record).toMatchObject({ type: 'failure', message: 'x' });
  expect(traceRecord.safeParse(record)).toMatchObject({ success: true });
});

verifies('O-06', 'what is dropped while the last write is under way is said too', async () => {
  const lines: string[] = [];
  const queue = new TraceQueue({
    file: {
      append: async (text) => {
        if (lines.push(...text.split('\n').filter(Boolean)) === 1) queue.drop();
      },
      close: () => Promise.resolve(),
    },
    maxQueued: 10,
    now: () => 0,
    lineOf: (record) => `${JSON.stringify(record)}\n`,
    onError: () => {},
  });
  queue.push({ ...failure('only'), at: 0 });
  await queue.close();
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { type: 'failure' },
    { type: 'dropped', count: 1 },
  ]);
});

verifies('O-06', 'a method of the protocol is told, also where it is somebody’s secret', async (context) => {
  const path = join(temporaryFolder(context), 'trace.jsonl');
  const trace = await opened(context, { path, secrets: ['tools/call', 'acme/call'] });
  for (const method of ['tools/call', 'acme/call']) {
    trace.listener({ type: 'notification-received', method, bytes: 1 }, { instanceId: 'i' });
  }
  await trace.close();
  const methods = (await readTrace(path)).records.map((record) => 'method' in record && record.method);
  expect(methods).toEqual(['tools/call', '[redacted]']);
});

verifies('O-06', 'what is secret is not written, and what is of the format is', async (context) => {
  const path = join(temporaryFolder(context), 'trace.jsonl');
  const secret = 'gV7-plum-Rk2-pear-Xw9-fig-Qm4-lime';
  const trace = await opened(context, { path, secrets: [secret, 'disabled'] });
  trace.listener({ type: 'server-state', serverName: 'calc', state: 'disabled', generation: 0 });
  const message = `${'x'.repeat(490)}${secret}, it said`;
  trace.listener({ type: 'diagnostic', kind: 'noise', message }, { instanceId: 'i' });
  await trace.close();
  expect((await readTrace(path)).skipped.invalidCount).toBe(0);
  expect(readFileSync(path, 'utf8')).not.toContain(secret.slice(0, 6));
});

verifies('O-06', 'a link in the place of a trace is left alone', async (context) => {
  const folder = temporaryFolder(context);
  const path = join(folder, 'trace.jsonl');
  writeFileSync(join(folder, 'empty'), '');
  symlinkSync(join(folder, 'empty'), path);
  await expect(openTrace({ path })).rejects.toMatchObject({ code: 'MCP_INVALID_CONFIG', file: path });
  expect(readdirSync(folder).toSorted()).toEqual(['empty', 'trace.jsonl']);
});

verifies('O-06', 'a request that was refused with a code of any size is read again', async (context) => {
  const path = join(temporaryFolder(context), 'trace.jsonl');
  const trace = await opened(context, { path });
  const origin = { instanceId: 'i' };
  trace.listener({ type: 'request', id: 1, method: 'ping', bytes: 1 }, origin);
  const end = { end: 'refused', durationMs: 1, code: 'MCP_ERROR', remoteCode: 2 ** 60 } as const;
  trace.listener({ type: 'request-settled', id: 1, method: 'ping', ...end }, origin);
  await trace.close();
  expect((await readTrace(path)).records).toMatchObject([{ type: 'request', remoteCode: 2 ** 60 }]);
});
