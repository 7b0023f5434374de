import { describe, expect } from 'vitest';
import { asks, bay, calling, done, doneRead } from '../support/input-rounds.ts';
import { clientBench, watch } from '../support/memory-client.ts';
import { verifies } from './verifies.ts';

describe('a tool that needs input', () => {
  verifies(
    'C-08',
    'gets it from the handlers, in a new request with the same parameters and the state as it came',
    async () => {
      const state = ' \u2028{"a": 1 }\n é ';
      const seen: unknown[] = [];
      const { call, calls } = await calling([asks({ bay, who: { method: 'roots/list' } }, state), done], {
        'elicitation/create': (params) => (seen.push(params), { action: 'accept', content: { bay: 4 } }),
        'roots/list': () => ({ roots: [] }),
      });
      const args = { depot: 'north' };
      const ended = await call(args);
      expect(ended()).toEqual(doneRead);
      expect(seen).toEqual([bay.params]);
      const [first, second] = calls();
      expect([first?.id, second?.id]).toEqual([2, 3]);
      expect(second?.params).toEqual({
        ...first?.params,
        inputResponses: { bay: { action: 'accept', content: { bay: 4 } }, who: { roots: [] } },
        requestState: state,
      });
    },
  );

  verifies('C-08', 'is sent no state where it gave none, and only that of the last round', async () => {
    const { call, calls } = await calling([asks({ bay }, 'one'), asks({ bay }), asks(undefined, 'three'), done], {
      'elicitation/create': () => ({ action: 'decline' }),
    });
    const ended = await call();
    expect(ended()).toBe('waits'); // the third round is a pause
    expect(calls().map(({ params }) => [params?.['requestState'], params?.['inputResponses']])).toEqual([
      [undefined, undefined],
      ['one', { bay: { action: 'decline' } }],
      [undefined, { bay: { action: 'decline' } }],
    ]);
  });

  verifies('C-08', 'that only wants to be asked later is, after a pause that grows', async () => {
    const { call, calls, clock } = await calling([asks(undefined, 'a'), asks(undefined, 'b'), done]);
    const ended = await call();
    await clock.advance(99);
    expect(calls()).toHaveLength(1);
    await clock.advance(1);
    expect(calls()).toHaveLength(2);
    await clock.advance(200);
    expect(ended()).toEqual(doneRead);
    expect(calls().map(({ params }) => params?.['requestState'])).toEqual([undefined, 'a', 'b']);
    expect(clock.timers).toBe(0);
  });

  verifies('C-08', 'gets the arguments that were given, whatever became of the object since', async () => {
    const { call, calls } = await calling([asks({ bay }), done], {
      'elicitation/create': () => ((args['depot'] = 'south'), { action: 'cancel' }),
    });
    const args: Record<string, unknown> = { depot: 'north' };
    await call(args);
    expect(calls().map(({ params }) => params?.['arguments'])).toEqual([{ depot: 'north' }, { depot: 'north' }]);
  });

  verifies('C-16', 'has a token of its own for the progress of each round', async () => {
    const { call, calls } = await calling([asks({ bay }), done], { 'elicitation/create': () => ({}) });
    await call({}, { onProgress: () => {} });
    const tokens = calls().map(({ params }) => Reflect.get(Object(params?.['_meta']), 'progressToken') as unknown);
    expect(new Set(tokens).size).toBe(2);
  });

  const bad: [string, unknown][] = [
    ['a question that this client has no handler for', asks({ a: { method: 'sampling/createMessage' } })],
    ['a question of another kind', asks({ a: { method: 'tools/call' } })],
    ['a question without a method', asks({ a: {} })],
    ['a question that is none', asks({ a: 'name?' })],
    ['parameters that are no object', asks({ a: { method: 'elicitation/create', params: [] } })],
    ['questions that are no object', asks([bay])],
    ['a state that is no string', asks({ bay }, { a: 1 })],
    ['neither questions nor a state', asks(undefined)],
    ['too many questions', asks(Object.fromEntries(Array.from({ length: 33 }, (_, index) => [index, bay])))],
  ];
  for (const [what, result] of bad) {
    verifies('C-09', `fails with ${what}, and nobody is asked`, async () => {
      let asked = 0;
      const { call, calls, client } = await calling([result, done], { 'elicitation/create': () => (asked += 1) });
      const ended = await call();
      expect(ended()).toMatchObject({ code: 'MCP_INVALID_RESULT', method: 'tools/call', requestId: 2 });
      expect([asked, calls().length, client.state]).toEqual([0, 1, 'ready']);
    });
  }

  verifies('C-11', 'is not sent an answer that is no JSON', async () => {
    const { call, calls } = await calling([asks({ bay })], { 'elicitation/create': () => ({ content: { bay: 4n } }) });
    const ended = await call();
    expect(ended()).toMatchObject({ code: 'MCP_INVALID_PARAMS', message: expect.stringContaining('inputResponses') });
    expect(calls()).toHaveLength(1);
  });

  verifies('C-25', 'is none in the legacy era: there the words mean nothing', async () => {
    const { client, clock, transports } = clientBench(
      { initialize: () => ({ protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: {} }) },
      { era: 'legacy', allowUnlistedTools: true },
    );
    const ready = client.initialize();
    await clock.settle();
    await ready;
    const ended = watch(client.callTool('a'));
    await clock.settle();
    transports[0]?.answer(2, { ...done, resultType: 'input_required', inputRequests: { bay } });
    await clock.settle();
    expect(ended()).toEqual(doneRead);
  });

  verifies('C-08', 'keeps its state and its answers to itself: no other request has them', async () => {
    const results = [asks({ bay }, 'of the first'), done, done, done];
    const { client, call, calls, clock, transport } = await calling(results, {
      'elicitation/create': () => new Promise((resolve) => void clock.setTimer(1_000, () => resolve({}))),
    });
    const first = await call({ n: 1 });
    const second = await call({ n: 2 });
    void watch(client.listTools());
    void watch(client.ping());
    await clock.advance(1_000);
    const third = await call({ n: 3 });
    expect([first(), second(), third()]).toEqual([doneRead, doneRead, doneRead]);
    const carries = calls().map(({ params }) => [params?.['arguments'], params?.['requestState'] ?? 'none']);
    expect(carries).toEqual([
      [{ n: 1 }, 'none'],
      [{ n: 2 }, 'none'],
      [{ n: 1 }, 'of the first'],
      [{ n: 3 }, 'none'],
    ]);
    const others = transport.sent.filter((message) => message.params !== calls()[2]?.params);
    const leaks = others.filter(
      ({ id, params }) => id !== calls()[2]?.id && /inputRes|State/.test(JSON.stringify(params)),
    );
    expect(leaks).toEqual([]);
  });

  verifies('C-11', 'is not sent an answer that is no object', async () => {
    for (const answer of ['yes', 4, [{}], true]) {
      const { call, calls } = await calling([asks({ bay })], { 'elicitation/create': () => answer });
      const ended = await call();
      expect(ended()).toMatchObject({ code: 'MCP_INVALID_PARAMS', message: expect.stringContaining('no object') });
      expect(calls()).toHaveLength(1);
    }
  });

  verifies('C-16', 'may have done something before it asked, also when the next round is never sent', async () => {
    const tooLarge = await calling(
      [asks({ bay })],
      { 'elicitation/create': () => ({ content: 'x'.repeat(2_000) }) },
      {
        limits: { maxSentBytes: 1_000 },
      },
    );
    expect((await tooLarge.call())()).toMatchObject({ code: 'MCP_INVALID_PARAMS', outcome: 'unknown' });
    const noObject = await calling([asks({ bay })], { 'elicitation/create': () => 'yes' });
    expect((await noObject.call())()).toMatchObject({ code: 'MCP_INVALID_PARAMS', outcome: 'unknown' });
    expect([tooLarge.calls().length, noObject.calls().length]).toEqual([1, 1]);
  });
});
