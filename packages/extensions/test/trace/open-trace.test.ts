import { execFileSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, type TestContext } from 'vitest';
import type { McpClientError } from '../../src/errors.ts';
import { openTrace, type Trace, type TraceOptions } from '../../src/trace/open-trace.ts';
import { traceRecord, traceStart } from '../../src/trace/trace-record.ts';
import { processClient } from '../support/process-client.ts';
import { eventfulSession, planted } from './support/eventful-session.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** A trace in a folder of its own, closed when the test is over. */
async function traceIn(context: TestContext, options: Partial<TraceOptions> = {}): Promise<Trace> {
  const trace = await openTrace({ path: join(temporaryFolder(context), 'trace.jsonl'), ...options });
  context.onTestFinished(() => trace.close());
  return trace;
}

const linesOf = (path: string): string[] => readFileSync(path, 'utf8').split('\n').slice(0, -1);
const failure = (message: string) => ({ type: 'failure', code: 'MCP_TIMEOUT', message }) as const;

/** What opening a trace fails with. */
async function refusal(options: TraceOptions): Promise<McpClientError> {
  return openTrace(options).then(
    async (trace) => {
      await trace.close();
      throw new Error('it was opened');
    },
    (error: McpClientError) => error,
  );
}

describe('a trace', () => {
  test('is a first line and then records, for its owner alone', async (context) => {
    const trace = await traceIn(context);
    await eventfulSession({ serverName: 'calc', onEvent: trace.listener });
    await trace.flush();
    const [first = '', ...rest] = linesOf(trace.path);
    expect(traceStart.parse(JSON.parse(first))).toMatchObject({ traceId: trace.traceId, part: 1 });
    expect(rest.length).toBeGreaterThan(20);
    for (const line of rest) traceRecord.parse(JSON.parse(line));
    expect(readFileSync(trace.path, 'utf8')).not.toContain(planted);
    // oxlint-disable-next-line no-bitwise -- the bits of the mode
    expect(statSync(trace.path).mode & 0o777).toBe(0o600);
  });

  test('of a real process tells of its life', async (context) => {
    const trace = await traceIn(context);
    const { client } = processClient(context, {}, { serverName: 'calc', onEvent: trace.listener });
    await client.initialize();
    await client.listTools();
    await client.callTool('echo', { value: planted });
    await client.close();
    await trace.close();
    const records = linesOf(trace.path).map((line) => JSON.parse(line) as Record<string, unknown>);
    const events = records.filter(({ type }) => type === 'process').map(({ event }) => event);
    expect(events).toEqual(['started', 'stdin-ended', 'exited']);
    expect(records.filter(({ type }) => type === 'request').map(({ tool }) => tool)).toContain('echo');
    expect(readFileSync(trace.path, 'utf8')).not.toContain(planted);
  });

  test('takes out what is secret, known or by its form, before anything is written', async (context) => {
    const trace = await traceIn(context, { secrets: ['hunter2-hunter2'] });
    trace.add(failure('tried hunter2-hunter2 and sk-abcdefghijklmnopqrstuvwx'));
    trace.protect(['lent-by-the-broker']);
    trace.add(failure('tried lent-by-the-broker'));
    trace.listener(
      { type: 'request-refused', method: 'tools/call', tool: 'ghp_abcdefghijklmnop', code: 'MCP_BUSY' },
      {
        instanceId: 'i',
      },
    );
    await trace.flush();
    const text = readFileSync(trace.path, 'utf8');
    expect(text.match(/\[redacted\]/g)).toHaveLength(4);
    expect(text).not.toMatch(/hunter2|sk-abc|lent-by|ghp_/);
  });

  test('is of the format also when a secret is one of its words', async (context) => {
    const trace = await traceIn(context, { secrets: ['disabled', 'fulfilled', 'from-server', 'stdin-ended'] });
    const origin = { instanceId: 'i' };
    const end = { end: 'fulfilled', durationMs: 1 } as const;
    trace.listener({ type: 'server-state', serverName: 'calc', state: 'disabled', generation: 0 });
    trace.listener({ type: 'request', id: 1, method: 'ping', bytes: 1 }, origin);
    trace.listener({ type: 'request-settled', id: 1, method: 'ping', ...end }, origin);
    trace.listener({ type: 'notification-received', method: 'disabled', bytes: 1 }, origin);
    trace.listener({ type: 'process-step', step: 'stdin-ended' }, origin);
    await trace.flush();
    const records = linesOf(trace.path).slice(1);
    for (const line of records) expect(traceRecord.safeParse(JSON.parse(line)), line).toMatchObject({ success: true });
    expect(records.join('')).toContain('"method":"[redacted]"');
  });

  test('takes out what is left of a secret where a text was cut', async (context) => {
    const secret = 'gV7-plum-Rk2-pear-Xw9-fig-Qm4-lime';
    const trace = await traceIn(context, { secrets: [secret] });
    const origin = { instanceId: 'i' };
    for (const shown of [10, 20, 30]) {
      const message = `${'x'.repeat(500 - shown)}${secret}, it said`;
      trace.listener({ type: 'diagnostic', kind: 'noise', message }, origin);
    }
    trace.listener({ type: 'diagnostic', kind: 'noise', message: 'the plum, the pear… and no more' }, origin);
    await trace.flush();
    const text = readFileSync(trace.path, 'utf8');
    expect(text).not.toContain(secret.slice(0, 6));
    expect(text.match(/x\[redacted\]… \(\d+ characters\)/g)).toHaveLength(3);
    expect(text).toContain('the plum, the pear… and no more');
  });

  test('is closed once, and takes nothing after that', async (context) => {
    const trace = await traceIn(context);
    trace.listener({ type: 'request', id: 1, method: 'tools/call', bytes: 3 }, { instanceId: 'i' });
    await Promise.all([trace.close(), trace.close()]);
    const before = linesOf(trace.path);
    // What waited then is said.
    expect(before.at(-1)).toContain('"state":"pending"');
    trace.add(failure('late'));
    await trace.flush();
    expect(linesOf(trace.path)).toEqual(before);
    expect(trace.dropped).toBe(1);
  });
});

describe('a large trace', () => {
  test('goes on in a new file; each has a first line, and only so many are kept', async (context) => {
    const trace = await traceIn(context, { maxFileBytes: 4_096, maxFiles: 3 });
    for (let index = 0; index < 40; index += 1) {
      trace.add(failure(`${index} ${'x'.repeat(1_000)}`));
      await trace.flush();
    }
    await trace.close();
    const folder = join(trace.path, '..');
    expect(readdirSync(folder).toSorted()).toEqual(['trace.jsonl', 'trace.jsonl.1', 'trace.jsonl.2']);
    const parts = ['trace.jsonl.2', 'trace.jsonl.1', 'trace.jsonl'].map((name) => {
      expect(statSync(join(folder, name)).size).toBeLessThanOrEqual(4_096);
      return traceStart.parse(JSON.parse(linesOf(join(folder, name))[0] ?? '')).part;
    });
    const [oldest = 0] = parts;
    expect(parts).toEqual([oldest, oldest + 1, oldest + 2]);
    expect(oldest).toBeGreaterThan(1);
    expect(linesOf(trace.path).at(-1)).toContain('"39 ');
  });

  test('has room for a write that is larger than a file may be', async (context) => {
    const trace = await traceIn(context, { maxFileBytes: 4_096 });
    for (let index = 0; index < 100; index += 1) trace.add(failure(`${index} ${'x'.repeat(200)}`));
    await trace.flush();
    expect(linesOf(trace.path)).toHaveLength(101);
  });

  test('drops what is too much for one moment, counts it, and says so in its place', async (context) => {
    const trace = await traceIn(context, { maxQueued: 10 });
    for (let index = 0; index < 25; index += 1) trace.add(failure(String(index)));
    expect(trace.dropped).toBe(15);
    await trace.flush();
    trace.add(failure('after'));
    await trace.flush();
    const records = linesOf(trace.path)
      .slice(1)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(records).toHaveLength(12);
    expect(records[10]).toMatchObject({ type: 'dropped', count: 15 });
  });
});

describe('a file that is there', () => {
  test('is kept beside the new one when it is a trace, or empty', async (context) => {
    const path = join(temporaryFolder(context), 'trace.jsonl');
    for (const name of ['a', 'b', 'c']) {
      const trace = await openTrace({ path, maxFiles: 2 });
      trace.add(failure(name));
      await trace.close();
    }
    expect(linesOf(path).at(-1)).toContain('"c"');
    expect(linesOf(`${path}.1`).at(-1)).toContain('"b"');
    expect(readdirSync(join(path, '..'))).toHaveLength(2);
  });

  test.for(['trace.jsonl', 'trace.jsonl.1', 'trace.jsonl.4'])(
    'is left alone when it is none: %s',
    async (name, context) => {
      const folder = temporaryFolder(context);
      writeFileSync(join(folder, name), 'my notes\n');
      const error = await refusal({ path: join(folder, 'trace.jsonl') });
      expect(error).toMatchObject({ code: 'MCP_INVALID_CONFIG', file: join(folder, name) });
      expect(error.message).toContain('is no trace');
      expect(readdirSync(folder)).toEqual([name]);
      expect(readFileSync(join(folder, name), 'utf8')).toBe('my notes\n');
    },
  );

  // As with a device: what is empty when it is read need not be an empty file.
  test.skipIf(process.platform === 'win32').for(['pipe', 'link'])(
    'is left alone when it is a %s, and nobody waits for it',
    async (kind, context) => {
      const folder = temporaryFolder(context);
      const path = join(folder, 'trace.jsonl');
      if (kind === 'pipe') execFileSync('mkfifo', [path]);
      else symlinkSync(join(folder, 'empty'), path);
      writeFileSync(join(folder, 'empty'), '');
      const error = await refusal({ path });
      expect(error).toMatchObject({ code: 'MCP_INVALID_CONFIG', file: path });
      expect(error.message).toContain('is no regular file');
      expect(readdirSync(folder).toSorted()).toEqual(['empty', 'trace.jsonl']);
      expect(lstatSync(path).isFile()).toBe(false);
    },
  );
});

describe('a trace that cannot be written', () => {
  test('from the beginning is refused, with the file and what the system says', async (context) => {
    const folder = temporaryFolder(context);
    const path = join(folder, 'there-is-no', 'trace.jsonl');
    expect(await refusal({ path })).toMatchObject({ code: 'MCP_INVALID_CONFIG', errno: 'ENOENT', file: path });
    mkdirSync(join(folder, 'folder'));
    expect(await refusal({ path: join(folder, 'folder') })).toMatchObject({ errno: 'EISDIR' });
  });

  test('any more is told once; the protocol does not notice, and what is lost is counted', async (context) => {
    const folder = temporaryFolder(context);
    const errors: McpClientError[] = [];
    const path = join(folder, 'trace.jsonl');
    const onError = (error: McpClientError): never => {
      errors.push(error);
      throw new Error('the handler fails too');
    };
    const trace = await traceIn(context, { path, maxFileBytes: 4_096, maxFiles: 2, onError });
    // Nothing can take the place of a folder that is not empty: so it cannot go on in a new file.
    mkdirSync(join(`${path}.1`, 'in-the-way'), { recursive: true });
    for (let index = 0; index < 10; index += 1) {
      trace.add(failure(`${index} ${'x'.repeat(1_000)}`));
      await trace.flush();
    }
    const { ended } = await eventfulSession({ onEvent: trace.listener });
    expect(ended.map((end) => end())).not.toContain('waits');
    await trace.close();
    expect(errors).toMatchObject([{ code: 'MCP_INVALID_CONFIG', file: path }]);
    expect(trace.dropped).toBeGreaterThan(20);
    expect(linesOf(path).length).toBeGreaterThan(1);
  });

  test.for([
    ['path', { path: '' }],
    ['maxFileBytes', { path: 'x', maxFileBytes: 100 }],
    ['maxFiles', { path: 'x', maxFiles: 0 }],
    ['maxQueued', { path: 'x', maxQueued: 1.5 }],
  ] as const)('because of %s says which option, and makes no file', async ([name, options]) => {
    const error = await refusal(options);
    expect(error).toMatchObject({ code: 'MCP_INVALID_CONFIG' });
    expect(error.message).toContain(name);
    expect(existsSync('x')).toBe(false);
  });
});
