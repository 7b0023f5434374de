import { describe, expect, test } from 'vitest';
import type { FixtureMode, WireMessage } from '../src/index.ts';
import { isAlive } from '../src/testing/index.ts';
import { RawChild } from './support/raw-child.ts';

/** What a mode sends for one echo of `x` with id 1, after the handshake; `last` is the id of the last message. */
async function echoOnce(mode: FixtureMode, last: number | string = 1): Promise<WireMessage[]> {
  const raw = await new RawChild({ mode }).handshake();
  raw.call(1, 'echo', { value: 'x' });
  await raw.answerTo(last);
  await raw.close();
  return raw.messages.slice(1);
}

describe('malformed answers to tools/call (C-22, Q-01)', () => {
  test('mode both has a result and an error in one message', async () => {
    const [answer] = await echoOnce('both');
    expect(answer).toEqual({
      jsonrpc: '2.0',
      id: 1,
      result: { content: 'x' },
      error: { code: -32603, message: expect.any(String) },
    });
  });

  test('mode neither has none of the two', async () => {
    expect(await echoOnce('neither')).toEqual([{ jsonrpc: '2.0', id: 1 }]);
  });

  test('mode not-object sends four JSON values that are no objects, then the answer', async () => {
    const raw = await new RawChild({ mode: 'not-object' }).handshake();
    raw.call(1, 'echo', { value: 'x' });
    await raw.answerTo(1);
    expect(raw.lines.slice(1)).toEqual(['42', 'null', '"text"', '[]', expect.stringContaining('"id":1')]);
    await raw.close();
  });

  test('mode duplicate-id answers twice, with another text the second time', async () => {
    const answers = await echoOnce('duplicate-id');
    expect(answers.map(({ id, result }) => [id, result])).toEqual([
      [1, { content: 'x' }],
      [1, { content: 'duplicate' }],
    ]);
  });

  test('mode unknown-id answers a request that nobody made first (C-10)', async () => {
    const answers = await echoOnce('unknown-id');
    expect(answers.map(({ id, result }) => [id, result])).toEqual([
      [1_000_000_007, { content: 'for nobody' }],
      [1, { content: 'x' }],
    ]);
  });

  test('mode string-ids answers with the digits of the id (C-10)', async () => {
    expect(await echoOnce('string-ids', '1')).toEqual([{ jsonrpc: '2.0', id: '1', result: { content: 'x' } }]);
  });
});

describe('mode reverse (C-10, C-12)', () => {
  test('answers a batch last first, whatever their delays', async () => {
    const raw = await new RawChild({ mode: 'reverse', batch: 3 }).handshake();
    for (const id of [1, 2, 3]) raw.call(id, 'echo', { value: `${id}`, delay: (4 - id) * 1000 });
    await raw.answerTo(1);
    expect(raw.messages.slice(1).map(({ id, result }) => [id, result])).toEqual(
      [3, 2, 1].map((id) => [id, { content: `${id}` }]),
    );
    await raw.close();
  });

  test('forgets a request that is cancelled while it waits', async () => {
    const raw = await new RawChild({ mode: 'reverse' }).handshake();
    raw.call(1, 'echo', { value: 'cancelled' });
    raw.cancel(1);
    raw.call(2, 'echo', { value: 'two' });
    raw.call(3, 'echo', { value: 'three' });
    await raw.answerTo(2);
    expect(raw.messages.slice(1).map(({ id }) => id)).toEqual([3, 2]);
    await raw.close();
  });
});

describe('mode late-answer (C-14, Q-03)', () => {
  test('answers a cancelled `never` just before the answer to the next request', async () => {
    const raw = await new RawChild({ mode: 'late-answer' }).handshake();
    raw.call(1, 'never');
    raw.cancel(1);
    raw.call(2, 'echo', { value: 'next' });
    await raw.answerTo(2);
    expect(raw.messages.slice(1).map(({ id, result }) => [id, result])).toEqual([
      [1, { content: 'late' }],
      [2, { content: 'next' }],
    ]);
    await raw.close();
  });

  test('does not answer `never` before another request has come', async () => {
    const raw = await new RawChild({ mode: 'late-answer' }).handshake();
    raw.call(1, 'echo', { value: 'earlier', delay: 30 });
    raw.call(2, 'never');
    await raw.answerTo(1);
    expect(raw.messages.map(({ id }) => id)).toEqual([0, 1]);
    await raw.close();
  });

  test('answers a delayed echo in spite of its cancellation', async () => {
    const raw = await new RawChild({ mode: 'late-answer' }).handshake();
    raw.call(1, 'echo', { value: 'unwanted', delay: 20 });
    raw.cancel(1);
    expect((await raw.answerTo(1)).result).toEqual({ content: 'unwanted' });
    await raw.close();
  });
});

describe('mode out-of-turn (L-08, O-03)', () => {
  /** The answers to calls with the ids 1 and 2, in the order in which they came. */
  async function answersTo(...args: readonly [tool: string, args: Record<string, unknown>][]): Promise<unknown[][]> {
    const raw = await new RawChild({ mode: 'out-of-turn' }).handshake();
    args.forEach(([tool, values], index) => raw.call(index + 1, tool, values));
    for (const index of args.keys()) await raw.answerTo(index + 1);
    await raw.close();
    return raw.messages.slice(1).map(({ id, result, error }) => [id, error?.code ?? result]);
  }

  test('`later` is answered just after the next call, or just before it, in spite of its cancellation', async () => {
    const [one, two] = [{ content: 'one' }, { content: 'two' }];
    const echo = ['echo', { value: 'two' }] as const;
    expect(await answersTo(['later', { value: 'one' }], [...echo])).toEqual([
      [2, two],
      [1, one],
    ]);
    const raw = await new RawChild({ mode: 'out-of-turn' }).handshake();
    raw.call(1, 'later', { value: 'one', turn: 'before' });
    raw.cancel(1);
    raw.call(2, ...echo);
    await raw.answerTo(2);
    await raw.close();
    expect(raw.messages.slice(1).map(({ id, result }) => [id, result])).toEqual([
      [1, one],
      [2, two],
    ]);
  });

  test('`later` refuses a value that is no text, and a turn that there is not', async () => {
    expect(await answersTo(['later', { value: 1 }], ['later', { value: 'x', turn: 'never' }])).toEqual([
      [1, -32602],
      [2, -32602],
    ]);
  });
});

test('mode server-requests asks with ids that the client uses too, before it answers (C-18)', async () => {
  const raw = await new RawChild({ mode: 'server-requests' }).handshake();
  raw.call(1, 'echo', { value: 'x' });
  await raw.answerTo(1);
  raw.say({ id: 1, result: {} });
  raw.say({ id: 2, error: { code: -32601, message: 'no such method' } });
  await raw.close();
  expect(raw.messages.slice(1).map(({ id, method }) => [id, method])).toEqual([
    [1, 'ping'],
    [2, 'fixture/unknown'],
    [1, undefined],
  ]);
  expect(raw.server.received().slice(-2)).toEqual([
    { jsonrpc: '2.0', id: 1, result: {} },
    { jsonrpc: '2.0', id: 2, error: { code: -32601, message: 'no such method' } },
  ]);
});

test('mode env-dump shows the environment that the server got (C-02)', async () => {
  const raw = await new RawChild({ mode: 'env-dump' }).handshake();
  raw.say({ id: 1, method: 'tools/list' });
  expect(JSON.stringify((await raw.answerTo(1)).result)).toContain('"name":"env"');
  raw.call(2, 'env');
  const { content } = (await raw.answerTo(2)).result as { content: string };
  expect(JSON.parse(content)).toMatchObject({ PATH: process.env['PATH'] });
  await raw.close();
});

test('mode explorer says what it may, and what the system says where it may not (M-09)', async () => {
  const raw = await new RawChild({ mode: 'explorer' }).handshake();
  const ask = async (id: number, name: string, args: Record<string, unknown> = {}): Promise<string> => {
    raw.call(id, name, args);
    return ((await raw.answerTo(id)).result as { content: string }).content;
  };
  expect(await ask(1, 'read', { path: import.meta.filename })).toContain('mode explorer');
  expect(await ask(2, 'list', { path: import.meta.dirname })).toContain('answer-modes.test.ts');
  expect(await ask(3, 'write', { path: import.meta.dirname })).toBe('EISDIR');
  expect(await ask(4, 'connect', { port: 1 })).toBe('ECONNREFUSED');
  expect(JSON.parse(await ask(5, 'whoami'))).toMatchObject({ pid: raw.child.pid });
  const helper = Number(await ask(6, 'spawn'));
  expect(isAlive(helper)).toBe(true);
  process.kill(helper, 'SIGKILL');
  await raw.close();
});

describe('mode early-answer (C-12, C-17)', () => {
  test('refuses a long request before its line is complete, and serves the next one', async () => {
    const raw = await new RawChild({ mode: 'early-answer' }).handshake();
    const head = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"value":"';
    raw.child.stdin.write(head + 'x'.repeat(100_000));
    expect((await raw.answerTo(1)).error, 'the answer to half a line').toMatchObject({ code: -32001 });
    raw.child.stdin.write(`${'x'.repeat(100_000)}"}}}\n`);
    raw.call(2, 'echo', { value: 'next' });
    expect((await raw.answerTo(2)).result).toEqual({ content: 'next' });
    await raw.close();
    expect(raw.messages.map(({ id }) => id)).toEqual([0, 1, 2]);
    expect(raw.server.received('tools/call').map(({ id }) => id)).toEqual([1, 2]);
  });

  test('refuses a long request whose id comes last, when its line is complete', async () => {
    const raw = await new RawChild({ mode: 'early-answer' }).handshake();
    const params = { name: 'echo', arguments: { value: 'x'.repeat(100_000) } };
    raw.say({ method: 'tools/call', params, id: 1 });
    expect((await raw.answerTo(1)).error).toMatchObject({ code: -32001 });
    raw.call(2, 'echo', { value: 'next' });
    expect((await raw.answerTo(2)).result).toEqual({ content: 'next' });
    await raw.close();
    expect(raw.messages.map(({ id }) => id)).toEqual([0, 1, 2]);
  });
});

test('mode silent reads everything and answers nothing', async () => {
  const raw = new RawChild({ mode: 'silent' });
  raw.say({ id: 0, method: 'initialize', params: {} });
  raw.say({ id: 1, method: 'ping' });
  await raw.close();
  expect(raw.output).toBe('');
  expect(raw.server.received().map(({ method }) => method)).toEqual(['initialize', 'ping']);
});
