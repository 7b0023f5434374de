import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { FixtureMode, FixtureOptions } from '../src/index.ts';
import { isAlive, waitUntilGone } from '../src/testing/index.ts';
import { hasSignals } from './support/platform.ts';
import { RawChild } from './support/raw-child.ts';

/** What each tool of `odd-answers` writes for the id 1: its lines, or how they begin. */
const oddLines: readonly (readonly [tool: string, ...lines: string[]])[] = [
  ['no-jsonrpc', '{"id":1,"result":{"content":"no-jsonrpc"}}'],
  ['null-result', '{"jsonrpc":"2.0","id":1,"result":null}'],
  ['string-result', '{"jsonrpc":"2.0","id":1,"result":"done"}'],
  ['bad-content', '{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":7}]}}'],
  ['error-is-string', '{"jsonrpc":"2.0","id":1,"error":"it broke"}'],
  ['error-no-message', '{"jsonrpc":"2.0","id":1,"error":{"code":-32000}}'],
  ['error-code-string', '{"jsonrpc":"2.0","id":1,"error":{"code":"EFAIL","message":"it broke"}}'],
  ['error-id-null', '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}'],
  ['null-error', '{"jsonrpc":"2.0","id":1,"result":{"content":"null-error"},"error":null}'],
  ['fraction-id', '{"jsonrpc":"2.0","id":1.5', '{"jsonrpc":"2.0","id":1,'],
  ['extra-members', '{"jsonrpc":"2.0","id":1,"result":{"content":"extra-members","_meta":{"own":1},"extra":2},"trace"'],
  ['prototype-keys', '{"jsonrpc":"2.0","id":1,"__proto__":'],
  ['log-lines', '{"level":30', '["ready"]', '{"jsonrpc":"2.0","id":1,'],
  ['terminal-codes', '\u001b[2J', '{"jsonrpc":"2.0","id":1,'],
  ['nul-bytes', '\0\0\0', '{"jsonrpc":"2.0","id":1,'],
  ['byte-order-mark', '\ufeff{"jsonrpc":"2.0","id":1,'],
  ['glued-banner', 'Loading model... {"jsonrpc":"2.0","id":1,'],
  ['half-then-newline', '{"jsonrpc":"2.0","id":1,"result"'],
  ['invalid-utf8', '{"jsonrpc":"2.0","id":1,"result":{"content":"a\ufffd\ufffdb'],
  [
    'deep-result',
    '{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"deep-result"}],"structuredContent"',
  ],
  ['deep-noise', '[[[[', '{"jsonrpc":"2.0","id":1,'],
  ['deep-error-data', '{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"deep","data":[[[['],
  ['huge-error-data', '{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"data","data":"dddd'],
  ['huge-error-message', '{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"mmmm'],
  ['array-of-numbers', '[1,1,1,', '{"jsonrpc":"2.0","id":1,'],
  ['millions-of-objects', '{"jsonrpc":"2.0","id":1,"result":{"content":[],"structuredContent":{"all":[{},{},'],
  ['big-answer', '{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"bbbb'],
];

describe('mode odd-answers (C-21, C-22, C-25, Q-01)', () => {
  test('has a tool for each oddity, and each writes what it is named after', async () => {
    const raw = await new RawChild({ mode: 'odd-answers' }).handshake();
    for (const [tool] of oddLines) raw.call(1, tool);
    await raw.server.waitFor(() => raw.server.received('tools/call').length === oddLines.length);
    await raw.close();
    const expected = oddLines.flatMap(([, ...lines]) => lines);
    expect(raw.lines.slice(1).map((line, at) => line.slice(0, expected[at]?.length))).toEqual(expected);
  });

  test('answers-for-nobody comes before the answer, and the usual tools are there', async () => {
    const raw = await new RawChild({ mode: 'odd-answers' }).handshake();
    raw.call(1, 'answers-for-nobody');
    raw.call(2, 'echo', { value: 'x' });
    await raw.answerTo(2);
    const ids = raw.messages.slice(1).map(({ id }) => id);
    expect([ids.length, ids[0], ids.slice(-2)]).toEqual([10_002, 1_000_000_007, [1, 2]]);
    await raw.close();
  });
});

describe('floods (Q-01, Q-02)', () => {
  test('mode noise-flood prints so many lines before the answer (C-21)', async () => {
    const raw = await new RawChild({ mode: 'noise-flood', count: 1_200 }).handshake();
    raw.call(1, 'echo', { value: 'x' });
    await raw.answerTo(1);
    expect(raw.lines.filter((line) => line.startsWith('[debug]'))).toHaveLength(1_200);
    await raw.close();
  });

  test.runIf(hasSignals)('mode request-flood asks without reading, and answers nothing (C-17, C-18)', async () => {
    const raw = await new RawChild({ mode: 'request-flood', count: 1_000 }).handshake();
    raw.call(1, 'echo', { value: 'x' });
    await raw.until(() => raw.messages.length === 1_001, 'the requests');
    expect(raw.messages.at(-1)).toEqual({ jsonrpc: '2.0', id: 'ping 999', method: 'ping' });
    raw.child.kill('SIGTERM');
    await raw.exit();
  });

  test.runIf(hasSignals)('mode double-flood fills both pipes and ignores all but SIGKILL (C-20, C-24)', async () => {
    const raw = await new RawChild({ mode: 'double-flood' }).handshake();
    raw.call(1, 'never');
    raw.call(2, 'echo', { value: 'x' });
    await raw.until(() => raw.output.length > 70_000 && raw.errors.length > 70_000, 'both floods');
    expect(raw.lines).toHaveLength(1);
    raw.child.stdin.end();
    await raw.server.waitFor((entry) => entry.event === 'stdin-end');
    raw.child.kill('SIGTERM');
    await raw.server.waitFor((entry) => entry.event === 'signal');
    expect(isAlive(raw.child.pid ?? 0)).toBe(true);
  });
});

describe('handshakes (C-05, C-08)', () => {
  async function begin(mode: FixtureMode, options: FixtureOptions = {}): Promise<RawChild> {
    const raw = new RawChild({ mode, ...options });
    raw.say({ id: 0, method: 'initialize', params: { protocolVersion: '2025-11-25' } });
    return raw;
  }

  test('mode exit-in-handshake says why on stderr, and ends with code 7', async () => {
    const raw = await begin('exit-in-handshake');
    const closed = once(raw.child, 'close');
    expect(await raw.exit()).toEqual({ code: 7, signal: null });
    await closed;
    expect([raw.output, raw.errors]).toEqual(['', expect.stringContaining('no configuration file')]);
    expect(raw.server.received()).toHaveLength(1);
  });

  test('mode refuse-handshake refuses, and not for the revision', async () => {
    const raw = await begin('refuse-handshake');
    expect((await raw.answerTo(0)).error).toEqual({ code: -32603, message: 'no database' });
    await raw.close();
  });

  test('mode glued-banner begins the line of the first answer', async () => {
    const raw = await begin('glued-banner');
    await raw.until(() => raw.lines.length === 1, 'the first line');
    expect(raw.lines[0]).toMatch(/^fixture server ready \{"jsonrpc"/);
    await raw.close();
  });

  test('mode batch-answer answers a call in an array, under the revision that it was given', async () => {
    for (const revision of [undefined, '2025-06-18']) {
      const raw = await new RawChild({ mode: 'batch-answer', ...(revision && { revision }) }).handshake();
      expect(raw.messages[0]?.result).toMatchObject({ protocolVersion: revision ?? '2025-03-26' });
      raw.call(1, 'echo', { value: 'x' });
      await raw.until(() => raw.lines.length === 2, 'the answer');
      expect(JSON.parse(raw.lines[1] ?? '')).toMatchObject([{ method: 'notifications/fixture' }, { id: 1 }]);
      await raw.close();
    }
  });
});

describe('lists (C-09)', () => {
  async function page(raw: RawChild, id: number, cursor?: string): Promise<{ tools: object[]; nextCursor?: string }> {
    raw.say({ id, method: 'tools/list', params: { cursor } });
    return (await raw.answerTo(id)).result as { tools: object[]; nextCursor?: string };
  }

  test('mode circling-cursors goes from a to b and back', async () => {
    const raw = await new RawChild({ mode: 'circling-cursors' }).handshake();
    const cursors = [(await page(raw, 1)).nextCursor, (await page(raw, 2, 'a')).nextCursor];
    expect([...cursors, (await page(raw, 3, 'b')).nextCursor]).toEqual(['a', 'b', 'a']);
    await raw.close();
  });

  test('mode page-refused names a page that it does not give', async () => {
    const raw = await new RawChild({ mode: 'page-refused' }).handshake();
    expect((await page(raw, 1)).nextCursor).toBe('page-2');
    expect(await page(raw, 2, 'page-2')).toBeUndefined();
    await raw.close();
  });

  test('mode bad-tools has two bad ones, and the usual ones work', async () => {
    const raw = await new RawChild({ mode: 'bad-tools' }).handshake();
    const { tools } = await page(raw, 1);
    expect(tools).toHaveLength(14);
    expect(tools).toContainEqual(expect.objectContaining({ name: 'bad-schema', inputSchema: 'object' }));
    raw.call(2, 'echo', { value: 'x' });
    await raw.answerTo(2);
    await raw.close();
  });
});

test.runIf(hasSignals)(
  'mode grandchild-session: the grandchild is not met by a signal to the group (C-32)',
  async () => {
    const raw = await new RawChild({ mode: 'grandchild-session' }).handshake();
    const [server = 0, grandchild = 0] = raw.server.pids();
    expect(() => process.kill(-grandchild, 0)).not.toThrow(); // a group of its own
    await raw.server.waitFor((entry) => entry.event === 'spawned');
    raw.child.stdin.end();
    await waitUntilGone(server);
    expect(isAlive(grandchild)).toBe(true);
  },
);

describe('mode side-effects (C-16)', () => {
  test('appends a line, and then answers, fails, or ends', async () => {
    const raw = await new RawChild({ mode: 'side-effects', shape: 'mcp' }).handshake();
    const file = `${raw.server.journalFile}.effects`;
    raw.call(1, 'append', { file });
    expect((await raw.answerTo(1)).result).toEqual({ content: [{ type: 'text', text: 'appended' }] });
    raw.call(2, 'append', { file, end: 'expire' });
    expect((await raw.answerTo(2)).result).toMatchObject({
      content: [{ text: expect.stringContaining('session expired') }],
      isError: true,
    });
    raw.call(3, 'append', { file, end: 'exit' });
    expect(await raw.exit()).toEqual({ code: 7, signal: null });
    expect(readFileSync(file, 'utf8')).toBe('called\n'.repeat(3));
    expect(raw.messages.map(({ id }) => id)).toEqual([0, 1, 2]);
  });
});
