import type { TraceRecord } from '@coding-agent/extensions/trace';
import { McpClientError } from '@coding-agent/extensions';
import { describe, expect, test } from 'vitest';
import { groupsOf, requestsOf } from '../../src/output/trace-summary.ts';
import { content } from '../support/memory-traces.ts';
import { runInMemory } from '../support/run-in-memory.ts';

type RequestRecord = Extract<TraceRecord, { type: 'request' }>;

const origin = { serverName: 'files', instanceId: '3f2a9c01-d2e4-45a6-8000-000000000000' };

function request(id: number, more: Partial<RequestRecord> = {}): RequestRecord {
  const record: RequestRecord = {
    type: 'request',
    at: id * 10,
    ...origin,
    id,
    method: 'tools/call',
    tool: 'read',
    state: 'fulfilled',
    durationMs: id,
  };
  return { ...record, ...more };
}

const records: readonly TraceRecord[] = [
  {
    type: 'connection',
    at: 1,
    ...origin,
    era: 'legacy',
    protocolVersion: '2025-11-25',
    serverInfo: { name: 'files-server', version: '1.2.3' },
    capabilities: ['tools'],
  },
  request(1, { method: 'tools/list', tool: undefined }),
  request(2),
  request(3, { durationMs: 2_345.6 }),
  request(4, { isError: true }),
  request(5, { state: 'timed-out', durationMs: 60_000, code: 'MCP_TIMEOUT' }),
  request(6, { state: 'refused', durationMs: 7, code: 'MCP_ERROR', remoteCode: -32_602 }),
  { type: 'request', at: 70, ...origin, method: 'tools/call', tool: 'read', state: 'not-sent', code: 'MCP_BUSY' },
  { type: 'stray-answer', at: 80, ...origin, id: 5, isLate: true },
  { type: 'diagnostic', at: 81, ...origin, kind: 'noise', message: 'a line' },
  { type: 'diagnostic', at: 82, ...origin, kind: 'noise', message: 'another' },
  { type: 'process', at: 90, ...origin, event: 'exited', exitCode: 7, signal: null },
  { type: 'failure', at: 91, ...origin, code: 'MCP_PROCESS_EXIT', message: 'it ended' },
];

describe('mcp trace show', () => {
  test('tells who was talked to, how requests ended, how long they took, and what went wrong', async () => {
    const skipped = {
      unknown: { weather: 2 },
      invalidCount: 1,
      invalid: [{ file: 'x', line: 7, why: 'no JSON' }],
      isTorn: true,
    };
    const ran = await runInMemory(['trace', 'show', 'a.jsonl'], { traces: { 'a.jsonl': content(records, skipped) } });
    expect(ran).toMatchObject({ exitCode: 0, err: '' });
    expect(ran.out).toBe(
      [
        'a.jsonl',
        '  begun        2026-01-02T03:04:05.678Z, written by @coding-agent/extensions 1.2.3',
        '  servers      files: files-server 1.2.3, revision 2025-11-25 (legacy)',
        '  also         late answer, diagnostic (noise) ×2, exit (7)',
        '  failures     MCP_PROCESS_EXIT: it ended',
        '  not read     2 records of a type that is not known: weather',
        '               1 damaged line, the first: 7: no JSON',
        '               the last line is not finished: whoever wrote it was ended',
        '',
        'server  request          p50   p95      p99      max      ended',
        'files   tools/list       1 ms  1 ms     1 ms     1 ms     1 fulfilled',
        'files   tools/call read  4 ms  2346 ms  2346 ms  2346 ms  3 fulfilled, 1 timed out, 1 refused, 1 not sent, 1 of them with a tool error',
        '',
        'requests that did not go well',
        'at     server  id  request          took      ended',
        '40 ms  files   4   tools/call read  4 ms      fulfilled: the tool says that it failed',
        '50 ms  files   5   tools/call read  60000 ms  timed out: MCP_TIMEOUT',
        '60 ms  files   6   tools/call read  7 ms      refused: MCP_ERROR -32602',
        '70 ms  files   -   tools/call read  -         not sent: MCP_BUSY',
        '',
      ].join('\n'),
    );
  });

  test('every request with --all; the last ones that went wrong without', async () => {
    const many = Array.from({ length: 30 }, (_, at) => request(30 - at, at < 25 ? { state: 'failed' } : {}));
    const traces = { 'a.jsonl': content(many) };
    const some = await runInMemory(['trace', 'show', 'a.jsonl'], { traces });
    expect(some.out.match(/^\d+ ms .* failed$/gm)).toHaveLength(20);
    expect(some.out).toMatch(/\n5 more: see all of them with --all\n$/);
    const all = await runInMemory(['trace', 'show', 'a.jsonl', '--all'], { traces });
    expect(all.out).toMatch(/\nrequests\nat /);
    const lines = all.out.match(/.* {2}(?:failed|fulfilled)$/gm) ?? [];
    // By when they were made, not by when they ended.
    expect(lines.map((line) => Number.parseInt(line, 10))).toEqual(
      Array.from({ length: 30 }, (_, at) => (at + 1) * 10),
    );
  });

  test('as a document', async () => {
    const ran = await runInMemory(['trace', 'show', 'a.jsonl', '--json'], { traces: { 'a.jsonl': content(records) } });
    expect(ran.document()).toEqual({
      start: content([]).start,
      groups: groupsOf(requestsOf(records)),
      requests: requestsOf(records).map((one) => JSON.parse(JSON.stringify(one)) as unknown),
      skipped: content([]).skipped,
    });
  });

  test('a trace without requests, and one that is none', async () => {
    const empty = await runInMemory(['trace', 'show', 'a.jsonl'], { traces: { 'a.jsonl': content([]) } });
    expect(empty.out).toContain('no request was made\n');
    const none = await runInMemory(['trace', 'show', 'b.jsonl']);
    expect(none).toMatchObject({
      exitCode: 1,
      out: '',
      err: 'error: b.jsonl cannot be read (ENOENT)\n  → name a trace\n',
    });
  });

  test('quantiles are of what was measured, by the nearest rank', () => {
    const [group] = groupsOf(Array.from({ length: 100 }, (_, at) => request(100 - at)));
    expect(group?.durationMs).toEqual({ count: 100, p50: 50, p95: 95, p99: 99, max: 100 });
    expect(groupsOf([request(1, { state: 'pending', durationMs: undefined })])).toEqual([
      { server: 'files', method: 'tools/call', tool: 'read', count: 1, states: { pending: 1 }, toolErrors: 0 },
    ]);
    const nameless = request(1, { serverName: undefined });
    expect(groupsOf([nameless])).toMatchObject([{ server: '3f2a9c01' }]);
  });
});

describe('mcp trace view', () => {
  const traces = { 'a.jsonl': content(records) };

  test('writes one page beside the trace, or where it is wanted, and prints its path', async () => {
    const beside = await runInMemory(['trace', 'view', 'a.jsonl'], { traces });
    expect(beside).toMatchObject({
      exitCode: 0,
      out: 'a.html\n',
      err: expect.stringContaining('7 requests are drawn'),
    });
    expect([...beside.backend.written]).toEqual([['a.html', '<html lang="any">a.jsonl: 13 records</html>\n']]);
    const words = ['trace', 'view', 'a.jsonl', '--out', 'b.html', '--language', 'zh-CN'];
    const named = await runInMemory([...words, '--json'], { traces });
    expect(named.document()).toEqual({ page: 'b.html', requests: 7, skipped: content([]).skipped });
    expect(named.backend.written.get('b.html')).toContain('lang="zh-CN"');
    const path = '/home/ann/secret-client/a.jsonl';
    const elsewhere = await runInMemory(['trace', 'view', path, '--out', 'c.html'], {
      traces: { [path]: content(records) },
    });
    expect([...elsewhere.backend.written]).toEqual([['c.html', '<html lang="any">a.jsonl: 13 records</html>\n']]);
    const one = await runInMemory(['trace', 'view', 'a.jsonl'], { traces: { 'a.jsonl': content([request(1)]) } });
    expect(one.err).toContain('1 request is drawn');
  });

  test.each([
    [['trace', 'view', 'a.jsonl'], /a\.html is there already/],
    [
      ['trace', 'view', 'a.jsonl', '--out', './a.jsonl', '--force'],
      /\.\/a\.jsonl is the trace itself\n.*name another file/,
    ],
    [['trace', 'view', 'b.jsonl'], /b\.jsonl cannot be read/],
    [['trace', 'view', 'a.jsonl', '--language', 'fr'], /Allowed choices are en, zh-CN/],
    [['trace', 'view'], /missing required argument 'file'/],
    [['trace'], /no command was given\n {2}→ see what there is: mcp help trace/],
  ])('%j is refused, and nothing is written', async (words, message) => {
    const ran = await runInMemory(words, { traces, files: ['a.html'] });
    expect(ran).toMatchObject({ exitCode: 1, out: '' });
    expect(ran.err).toMatch(message);
    expect([...ran.backend.written]).toEqual([]);
  });
});

describe('--trace', () => {
  test('is begun before anything is started, and ended after everything is', async () => {
    const { log, err, exitCode } = await runInMemory(['list', '--trace', 'a b.jsonl']);
    expect({ exitCode, log }).toEqual({
      exitCode: 0,
      log: ['trace a b.jsonl', 'list files', 'close', 'traced a b.jsonl'],
    });
    expect(err).toBe(
      "the trace is in a b.jsonl\n  → see it: mcp trace show 'a b.jsonl'; draw it: mcp trace view 'a b.jsonl'\n",
    );
  });

  test('a call that fails is told as without, and is in the trace', async () => {
    const call = (): Promise<never> => Promise.reject(new McpClientError('MCP_TIMEOUT', 'no answer'));
    const words = ['call', 'files/read_file', 'path=x'];
    for (const json of [[], ['--json']]) {
      const plain = await runInMemory([...words, ...json], { call });
      const traced = await runInMemory([...words, ...json, '--trace', 'a.jsonl'], { call });
      expect(traced).toMatchObject({ exitCode: plain.exitCode, out: plain.out });
      expect(traced.err.endsWith(plain.err)).toBe(true);
      expect(traced.backend.reported).toMatchObject([{ server: 'files', tool: 'read_file' }]);
      expect(plain.backend.reported).toEqual([]);
      expect([...traced.backend.written]).toEqual([]);
    }
  });
});
