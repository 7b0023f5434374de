import { describe, expect, test } from 'vitest';
import { InboundRefusal } from '../../src/rpc/inbound-handlers.ts';
import { peerBench } from '../support/peer.ts';

const request = (id: number, params: unknown = {}): unknown => ({ jsonrpc: '2.0', id, method: 'work', params });

describe('requests of the server', () => {
  test('a refusal that is no JSON is told as a failure of the handler, and answered all the same', async () => {
    const refusals = [
      { code: -1, message: 'no', data: { n: 1n } },
      { code: 1.5, message: 'no' },
    ];
    const handlers = {
      work: (): never => {
        throw new InboundRefusal(refusals.shift() ?? { code: -1, message: 'sound' });
      },
    };
    const { transport, clock, diagnostics } = peerBench({ handlers });
    for (const id of [1, 2, 3]) transport.receive(request(id));
    await clock.settle();
    expect(transport.sent.map(({ error }) => error?.code)).toEqual([-32_603, -32_603, -1]);
    expect(diagnostics.map(({ kind }) => kind)).toEqual(['handler-failed', 'handler-failed']);
  });

  test('what is under way is bounded by count and by bytes, also when the server cancels at once', async () => {
    let running = 0;
    const handlers = {
      work: (): Promise<void> => {
        running += 1;
        return new Promise(() => {});
      },
    };
    const many = peerBench({ handlers, some: { maxInbound: 5 } });
    for (let id = 1; id <= 50; id += 1) {
      many.transport.receive(request(id));
      many.transport.receive({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } });
    }
    await many.clock.settle();
    expect(running).toBe(5);

    const large = peerBench({ handlers, some: { maxInboundBytes: 3_000 } });
    running = 0;
    for (let id = 1; id <= 5; id += 1) large.transport.receive(request(id, { text: 'x'.repeat(1_200) }));
    await large.clock.settle();
    expect([running, large.transport.sent.length]).toEqual([2, 3]);
  });

  test('before the handshake is done a ping is answered, and nothing else', async () => {
    let asked = 0;
    const { peer, transport, clock } = peerBench({ handlers: { work: () => (asked += 1) } });
    peer.handshakeDone = false;
    transport.receive(request(1));
    transport.receive({ jsonrpc: '2.0', id: 2, method: 'ping' });
    await clock.settle();
    expect([asked, transport.sent.map(({ error, result }) => error?.code ?? result)]).toEqual([0, [-32_601, {}]]);
  });

  test('an id that a number cannot hold is malformed, not another id', async () => {
    const { transport, clock, diagnostics } = peerBench();
    transport.receive('{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}');
    await clock.settle();
    expect([transport.sent, diagnostics.map(({ kind }) => kind)]).toEqual([[], ['malformed']]);
  });
});

describe('what the caller does while it asks', () => {
  test('an abort by a getter of the arguments is an abort, with nothing sent', async () => {
    const caller = new AbortController();
    const { transport, ask } = peerBench();
    const params = {
      get x() {
        caller.abort();
        return 1;
      },
    };
    const call = await ask({ params, signal: caller.signal });
    expect(call.ended()).toMatchObject({ code: 'MCP_ABORTED', outcome: 'not-sent' });
    expect(transport.sent).toEqual([]);
  });

  test('a call within the making of another has a progress token of its own', async () => {
    const { peer, transport, clock } = peerBench();
    const seen: string[] = [];
    const asked = (name: string, params: object): void =>
      void peer.send({ method: 'tools/call', params, timeoutMs: 1_000, onProgress: () => seen.push(name) });
    let looks = 0;
    asked('outer', {
      get x() {
        looks += 1;
        if (looks === 1) asked('inner', {});
        return 1;
      },
    });
    await clock.settle();
    const tokens = transport.sent.map(({ params }) => Reflect.get(params?.['_meta'] ?? {}, 'progressToken') as number);
    for (const progressToken of tokens) {
      transport.receive({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken, progress: 1 } });
    }
    expect(seen).toEqual(['inner', 'outer']);
  });

  test('an abort that another listener kept from us is still no timeout', async () => {
    const caller = new AbortController();
    caller.signal.addEventListener('abort', (event) => event.stopImmediatePropagation());
    const { ask, clock } = peerBench();
    const call = await ask({ signal: caller.signal, timeoutMs: 50 });
    caller.abort();
    await clock.advance(50);
    expect(call.ended()).toMatchObject({ code: 'MCP_ABORTED' });
  });

  test('a host that was busy over a deadline reads what lies in the pipe before it gives up', async () => {
    const { transport, ask, clock } = peerBench();
    const call = await ask({ timeoutMs: 300 });
    const silent = await ask({ timeoutMs: 300 });
    clock.block(600); // timers fire late, and the pipe is read after them
    await clock.fire();
    transport.answer(1, { in: 'time' });
    await clock.advance(5);
    expect(call.ended()).toEqual({ in: 'time' });
    expect(silent.ended()).toMatchObject({ code: 'MCP_TIMEOUT' });
  });
});

describe('answers that nobody asked for', () => {
  test('an answer to a request that waits for its place of a tool is none', async () => {
    const { transport, ask, clock } = peerBench();
    const lane = { name: 'slow', limit: 1 };
    await ask({ lane });
    const second = await ask({ lane });
    transport.answer(2, { guessed: true });
    await clock.settle();
    expect(second.ended()).toBe('waits');
    transport.answer(1);
    await clock.settle();
    transport.answer(2, { right: true });
    await clock.settle();
    expect(second.ended()).toEqual({ right: true });
  });

  test('only the write that filled the pipe lets the writing go on', async () => {
    const { transport, ask } = peerBench();
    const done: ((error?: Error) => void)[] = [];
    const goesOn = [true, false];
    transport.send = (messages, callback) => {
      transport.writes.push(messages);
      done.push(callback);
      return goesOn.shift() ?? true;
    };
    for (let index = 0; index < 3; index += 1) await ask();
    expect(transport.writes).toHaveLength(2);
    done[0]?.();
    await ask();
    expect(transport.writes).toHaveLength(2);
  });
});

describe('answers that are spoiled', () => {
  const answer = '{"result":{"ok":true},"jsonrpc":"2.0","id":1}';
  test.for([
    ['a banner before an answer whose id is last', `Loading… ${answer}`],
    ['a log line behind it', `${answer}done`],
    ['a notification glued before it', `{"jsonrpc":"2.0","method":"n"}${answer}`],
    ['half of it', '{"jsonrpc":"2.0","id":1,"result":{"content":[{"te'],
    ['a NaN in it', '{"jsonrpc": "2.0", "id": 1, "result": {"structuredContent": {"mean": NaN}}}'],
    ['its id as a string, behind a banner', 'x {"jsonrpc":"2.0","id":"1","result":{}}'],
    ['an array with a malformed answer', '[{"jsonrpc":"2.0","id":1}]'],
  ] as const)('%s: the call is told, and does not wait for its timeout', async ([, line]) => {
    const { transport, ask, clock } = peerBench();
    const call = await ask({ timeoutMs: 60_000 });
    transport.receive(line);
    await clock.advance(100);
    expect(call.ended()).toMatchObject({ code: 'MCP_PROTOCOL_ERROR' });
  });

  test.for([
    'DEBUG got {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo"}}',
    `DEBUG got {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"text":"${'x'.repeat(1_000)}"}}`,
    'request 1 takes long: {"id":1}',
    '{"id":1} {"jsonrpc"',
  ])('a log of %s spoils nothing', async (line) => {
    const { transport, ask, clock } = peerBench();
    const call = await ask({ timeoutMs: 60_000 });
    transport.receive(line);
    await clock.advance(1_000);
    expect(call.ended()).toBe('waits');
  });
});
