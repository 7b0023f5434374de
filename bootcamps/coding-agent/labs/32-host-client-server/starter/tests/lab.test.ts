import { reportEvidence, someText } from '@coding-agent/fixture-servers/lab';
import { expect, test } from 'vitest';
import { RequestTimeoutError } from '../src/errors.ts';
import { answerOf, type Outcome } from '../src/message.ts';
import { turn } from './support/fake-clock.ts';
import { connect, errorOf, rawEnd, valueOf, watch } from './support/lab.ts';
import { shop } from './support/shop.ts';

test(
  'a request that nobody answers ends after two seconds, and says which one it was',
  { meta: { id: 'deadline' } },
  async (context) => {
    const { peer, far, now, advance } = await connect(context);
    const [first, second] = [someText('first'), someText('second')];
    const early = peer.request(first, { value: 1 });
    const earlyEnd = watch(early, 'a request nobody answers');
    const ends: number[] = [];
    const end = (): void => void ends.push(now());
    void early.then(end, end);
    await advance(1_500);
    const late = watch(peer.request(second, { value: 2 }), 'a second request, 1500 ms later');
    await advance(500);
    const [endedAt] = ends; // looked at now: a guard by another clock would end it a while later

    const error = await earlyEnd.error('REQUEST_TIMEOUT');
    expect(error, 'the kind of error').toBeInstanceOf(RequestTimeoutError);
    expect(endedAt, 'the moment at which it ended, on the clock of the test').toBe(2_000);
    expect(error, 'what the error names').toMatchObject({ method: first, requestId: 1 });
    expect(error.message, 'the message names the method').toContain(first);
    expect(error.message, 'the message names the id').toMatch(/\b1\b/);
    expect(peer.pending, 'requests left in the map: the second one').toBe(1);

    await advance(1_499);
    expect(peer.pending, 'the second request has 1 ms left').toBe(1);
    await advance(1);
    expect(await late.error('REQUEST_TIMEOUT'), 'what the second error names').toMatchObject({
      method: second,
      requestId: 2,
    });
    expect(peer.pending, 'requests left in the map when all have timed out').toBe(0);

    far.send({ jsonrpc: '2.0', id: error instanceof RequestTimeoutError ? error.requestId : 0, result: {} });
    await turn();
    expect(peer.strays, 'an answer after the deadline belongs to nobody').toBe(1);
  },
);

test('whatever ends a request gives its timer back', { meta: { id: 'timers' } }, async (context) => {
  const { peer, far, running, advance } = await connect(context);
  const answered = peer.request('answered', { value: 1 });
  const answeredId = await far.idOf('answered', answered);
  expect(running(), 'timers while a request waits').toBe(1);
  far.send({ jsonrpc: '2.0', id: answeredId, result: {} });
  await valueOf(answered, 'a request with an answer');
  expect(running(), 'timers that still run after an answer').toBe(0);

  const refused = peer.request('refused', { value: 2 });
  far.send({ jsonrpc: '2.0', id: await far.idOf('refused', refused), error: { code: -32001, message: 'no' } });
  await errorOf(refused, 'REMOTE_ERROR', 'a request that the server refuses');
  expect(running(), 'timers that still run after an error').toBe(0);

  const waiting = watch(peer.request('closed', { value: 3 }), 'a request that waits at the end');
  expect(peer.settleAll('the test is over'), 'what was unfinished').toEqual(['closed']);
  await waiting.error('CLOSED');
  expect(running(), 'timers that still run after the end').toBe(0);

  await advance(60_000);
  expect(peer.pending, 'requests left in the map').toBe(0);
});

test('a call goes out as a request, and its answer finds it', { meta: { id: 'request-id' } }, async (context) => {
  const { peer, far } = await connect(context);
  const [one, other] = [someText('one'), someText('other')];
  const first = peer.request('first', { value: one });
  const firstId = await far.idOf('first', first);
  const second = peer.request('second', { value: other });
  const secondId = await far.idOf('second', second);
  expect(secondId, 'each request has an id of its own').toBeGreaterThan(firstId);
  far.send({ jsonrpc: '2.0', id: firstId, result: { value: one } });
  expect(await valueOf(first, 'the first call'), 'the first call has its own answer').toEqual({ value: one });

  const third = peer.request('third', { value: 3 });
  const thirdId = await far.idOf('third', third);
  expect(thirdId, 'an id is not used again').toBeGreaterThan(secondId);
  far.send({ jsonrpc: '2.0', id: thirdId, result: { value: 3 } });
  far.send({ jsonrpc: '2.0', id: secondId, result: { value: other } });
  expect(await valueOf(third, 'the call that is answered first'), 'its own answer').toEqual({ value: 3 });
  expect(await valueOf(second, 'the call that is answered last'), 'its own answer').toEqual({ value: other });
  expect(peer.strays, 'answers that belonged to nobody').toBe(0);
});

test(
  'params that were left out and params that are empty stay two things',
  { meta: { id: 'params' } },
  async (context) => {
    const { peer, far } = await connect(context);
    const lastOf = async (): Promise<unknown> => {
      await turn();
      return far.received.at(-1);
    };
    const params = { value: someText() };
    peer.notify('notifications/full', params);
    expect(await lastOf(), 'with params').toEqual({ jsonrpc: '2.0', method: 'notifications/full', params });
    peer.notify('notifications/absent');
    expect(await lastOf(), 'without params: no member of that name').toEqual({
      jsonrpc: '2.0',
      method: 'notifications/absent',
    });
    peer.notify('notifications/empty', {});
    expect(await lastOf(), 'with empty params').toEqual({ jsonrpc: '2.0', method: 'notifications/empty', params: {} });

    for (const wrong of [null, ['list'], 'text']) {
      const before = far.received.length;
      const refused = peer.request('wrong', wrong as never);
      await errorOf(refused, 'INVALID_PARAMS', `params that are ${JSON.stringify(wrong)}`);
      await turn();
      expect(far.received.length - before, 'messages sent with params that are no object').toBe(0);
      expect(peer.pending, 'requests left in the map that were never sent').toBe(0);
    }

    const wire = rawEnd(shop({ readOnly: false }).transport);
    wire.send({ jsonrpc: '2.0', id: 1, method: 'ping' });
    expect(await wire.answersTo(1), 'the server on a request without params').toMatchObject([{ result: {} }]);
    wire.send({ jsonrpc: '2.0', id: 2, method: 'ping', params: null });
    expect(await wire.answersTo(2), 'the server on params that are null').toMatchObject([{ error: { code: -32602 } }]);
  },
);

test(
  'an answer has a result or an error: the sender sees to it, the receiver insists',
  { meta: { id: 'one-of' } },
  async (context) => {
    const { peer, far, running } = await connect(context);
    const error = { code: -32001, message: someText('no') };
    expect(answerOf(7, { result: {} }), 'an answer with a result').toEqual({ jsonrpc: '2.0', id: 7, result: {} });
    expect(answerOf(8, { error }), 'an answer with an error').toEqual({ jsonrpc: '2.0', id: 8, error });
    reportEvidence(context, { answers: 2 });
    const odd: Record<string, unknown> = { both: { result: {}, error }, neither: {}, undefined: { result: undefined } };
    for (const [what, outcome] of Object.entries(odd)) {
      const made = Promise.resolve().then(() => answerOf(9, outcome as Outcome));
      await errorOf(made, 'MALFORMED_RESPONSE', `the sender makes an answer of ${what}`);
    }

    for (const body of [{ result: { value: 'half' }, error }, {}]) {
      const other = peer.request('other', { value: 1 });
      const otherId = await far.idOf('other', other);
      const spoiled = peer.request('spoiled', { value: 2 });
      far.send({ jsonrpc: '2.0', id: await far.idOf('spoiled', spoiled), ...body });
      await errorOf(spoiled, 'MALFORMED_RESPONSE', `the receiver of an answer with [${Object.keys(body).join(', ')}]`);
      expect(peer.pending, 'the request beside it still waits').toBe(1);
      far.send({ jsonrpc: '2.0', id: otherId, result: { value: 'whole' } });
      expect(await valueOf(other, 'the request beside it'), 'the answer of the request beside it').toEqual({
        value: 'whole',
      });
    }
    expect(running(), 'timers left').toBe(0);
  },
);

test(
  'nobody can wait for a notification, and nobody answers one',
  { meta: { id: 'notification' } },
  async (context) => {
    const { peer, far, running } = await connect(context);
    const { transport, log, effects } = shop({ readOnly: false });
    const wire = rawEnd(transport);
    wire.send({ jsonrpc: '2.0', method: 'tools/call', params: { name: 'erase', arguments: {} } });
    wire.send({ jsonrpc: '2.0', id: 1, method: 'ping' });
    await turn();
    expect(wire.received, 'what the server says to a call without an id, and to the ping after it').toHaveLength(1);
    expect({ log, effects }, 'what the server did').toEqual({ log: ['ping'], effects: [] });

    const before = far.received.length;
    expect(peer.notify('notifications/told', { value: 1 }), 'what notify() gives back').toBeUndefined();
    await turn();
    expect(far.received.length - before, 'messages that notify() sent').toBe(1);
    reportEvidence(context, { told: 1 });
    await errorOf(
      peer.request('notifications/told', { value: 2 }),
      'NOT_A_REQUEST',
      'a notification that is waited for',
    );
    await turn();
    expect(far.received.length - before, 'messages that the refused one sent').toBe(1);
    expect([peer.pending, running()], 'requests and timers left').toEqual([0, 0]);
  },
);
