import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AnswerError, ClosedError, MessageLayer, RpcError, TimeoutError } from '../calculator/client/message.ts';
import { MemoryTransport } from './support/memory-transport.ts';

let transport = new MemoryTransport();
let dropped: string[] = [];
let messages = new MessageLayer(transport);

beforeEach(() => {
  transport = new MemoryTransport();
  dropped = [];
  messages = new MessageLayer(transport, { timeoutMs: 1_000, onDropped: (why) => dropped.push(why) });
});
afterEach(() => void vi.useRealTimers());

const answer = (id: unknown, value: string): void => transport.say({ jsonrpc: '2.0', id, result: { value } });

describe('E-01: the layer of messages', () => {
  test('ids count up from 1, and each answer finds its request, in whatever order', async () => {
    const all = Promise.all(['a', 'b', 'c'].map((method) => messages.request(method)));
    expect(transport.sent).toEqual(['a', 'b', 'c'].map((method, at) => ({ jsonrpc: '2.0', id: at + 1, method })));
    for (const id of [3, 1, 2]) answer(id, `answer ${id}`);
    expect(await all).toEqual([1, 2, 3].map((id) => ({ value: `answer ${id}` })));
    expect(messages.pendingCount).toBe(0);
  });

  test('an answer to a string, to an unknown id, or a second one ends nothing', async () => {
    const request = messages.request('a');
    for (const id of ['1', 7, null, undefined]) answer(id, 'wrong');
    expect(messages.pendingCount).toBe(1);
    answer(1, 'right');
    answer(1, 'again');
    expect(await request).toEqual({ value: 'right' });
    expect(dropped).toEqual(Array.from({ length: 5 }, () => 'nobody waits for this id'));
  });

  test('an error is an answer, with code and data, and the connection goes on', async () => {
    const request = messages.request('a');
    transport.say({ jsonrpc: '2.0', id: 1, error: { code: -32601, message: 'unknown method a', data: { a: 1 } } });
    await expect(request).rejects.toEqual(new RpcError(-32601, 'unknown method a', { a: 1 }));
    const next = messages.request('b');
    answer(2, 'well');
    expect(await next).toEqual({ value: 'well' });
  });

  test.each([{ result: null }, { result: [] }, { error: 'no' }])(
    'an answer with %j is named for what it is, and given no code that the server did not say',
    async (answered) => {
      const request = messages.request('a');
      transport.say({ jsonrpc: '2.0', id: 1, ...answered });
      await expect(request).rejects.toThrow(AnswerError);
      const next = messages.request('b');
      answer(2, 'well');
      expect(await next).toEqual({ value: 'well' });
    },
  );

  test('lines that are no messages are dropped and told of; the next one counts', async () => {
    const request = messages.request('a');
    for (const line of ['ready!', '{"jsonrpc":', '42', '[]', 'null', '{}', '{"jsonrpc":"1.0","id":1,"result":{}}']) {
      transport.sayLine(line);
    }
    transport.say({ jsonrpc: '2.0', id: 1 });
    transport.say({ jsonrpc: '2.0', id: 1, result: {}, error: { code: 1, message: '' } });
    answer(1, 'well');
    expect(await request).toEqual({ value: 'well' });
    expect(dropped.filter((why) => why === 'not JSON')).toHaveLength(2);
    expect(dropped.filter((why) => why === 'no JSON-RPC message')).toHaveLength(7);
  });

  test('a timeout ends the waiting, tells the server, and lets a late answer fall', async () => {
    vi.useFakeTimers();
    const request = messages.request('slow', { a: 1 });
    await Promise.all([
      expect(request).rejects.toEqual(new TimeoutError('slow', 1_000)),
      vi.advanceTimersByTimeAsync(1_000),
    ]);
    expect(transport.sent.at(-1)).toMatchObject({ method: 'notifications/cancelled', params: { requestId: 1 } });
    expect(transport.sent.at(-1)).not.toHaveProperty('id');
    answer(1, 'late');
    expect(dropped).toEqual(['nobody waits for this id']);
    expect({ pending: messages.pendingCount, timers: vi.getTimerCount() }).toEqual({ pending: 0, timers: 0 });
  });

  test('what must not be cancelled is not, and an answer takes its timer back', async () => {
    vi.useFakeTimers();
    const request = messages.request('initialize', {}, { timeoutMs: 5, isCancellable: false });
    await Promise.all([
      expect(request).rejects.toThrow('no answer to initialize within 5 ms'),
      vi.advanceTimersByTimeAsync(5),
    ]);
    expect(transport.sent).toHaveLength(1);
    const next = messages.request('a');
    answer(2, 'well');
    await next;
    expect(vi.getTimerCount()).toBe(0);
  });

  test('a notification has no id, and is heard by who listens, until they do not', () => {
    messages.notify('notifications/initialized');
    expect(transport.sent).toEqual([{ jsonrpc: '2.0', method: 'notifications/initialized' }]);
    const heard: unknown[] = [];
    const forget = messages.onNotification('notifications/progress', (params) => heard.push(params));
    const tell = (method: string, progress: number): void =>
      transport.say({ jsonrpc: '2.0', method, params: { progress } });
    tell('notifications/progress', 1);
    tell('notifications/message', 2);
    forget();
    tell('notifications/progress', 3);
    expect(heard).toEqual([{ progress: 1 }]);
    expect(transport.sent).toHaveLength(1);
  });

  test("a server's ping is answered, its other requests are refused, and its ids never meet ours", async () => {
    const request = messages.request('a');
    transport.say({ jsonrpc: '2.0', id: 1, method: 'ping' });
    transport.say({ jsonrpc: '2.0', id: 's-1', method: 'roots/list' });
    expect(transport.sent.slice(1)).toMatchObject([
      { id: 1, result: {} },
      { id: 's-1', error: { code: -32601 } },
    ]);
    answer(1, 'ours');
    expect(await request).toEqual({ value: 'ours' });
  });

  test('closing ends all that waits; afterwards nothing is sent, and every request is refused', async () => {
    const waiting = [messages.request('a'), messages.request('b')];
    await messages.close();
    expect(transport.isClosed).toBe(true);
    for (const request of [...waiting, messages.request('c')]) await expect(request).rejects.toThrow(ClosedError);
    messages.notify('notifications/cancelled');
    expect(transport.sent).toHaveLength(2);
  });

  test('when the server ends, each request hears how', async () => {
    const waiting = [messages.request('a'), messages.request('b')];
    const ending = { kind: 'exited', exitCode: 3, signal: null } as const;
    transport.end(ending);
    for (const request of [...waiting, messages.request('c')]) await expect(request).rejects.toMatchObject({ ending });
    expect(messages.pendingCount).toBe(0);
  });
});
