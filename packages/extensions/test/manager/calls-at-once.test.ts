import { getEventListeners } from 'node:events';
import { describe, expect, test } from 'vitest';
import type { PolicyDecision } from '../../src/adapter/call-policy.ts';
import { failureIn, managerBench, outcomeOf, type ManagerBench } from './support/manager-bench.ts';

const echo = { server: 'files', tool: 'echo' };
const never = { server: 'files', tool: 'never' };
const allow: PolicyDecision = { decision: 'allow' };

type Policy = (bench: ManagerBench) => PolicyDecision | Promise<PolicyDecision>;

async function readyBench(policy: Policy = () => allow): Promise<ManagerBench> {
  const bench: ManagerBench = managerBench(
    { files: { config: { permission: 'execute' } } },
    { policy: () => policy(bench) },
  );
  await outcomeOf(bench, bench.manager.tools());
  return bench;
}

test('a call of a ready server is written in the turn in which it was made', async () => {
  const bench = await readyBench();
  const calling = bench.manager.call(echo);
  expect(bench.manager.status().calls).toBe(1);
  expect(await outcomeOf(bench, calling)).toMatchObject({ text: 'echo' });
  expect(bench.manager.status().calls).toBe(0);
});

test('what is wrong with a call is never thrown, and its promise says it', async () => {
  const bench = await readyBench();
  const wrong = [
    [() => bench.manager.call({ server: 'nobody', tool: 'echo' }), 'MCP_INVALID_PARAMS'],
    [() => bench.manager.call({ server: 'files', tool: 'nothing' }), 'MCP_UNKNOWN_TOOL'],
    [() => bench.manager.call('nothing'), 'MCP_UNKNOWN_TOOL'],
    [() => bench.manager.call(echo, {}, { signal: AbortSignal.abort() }), 'MCP_ABORTED'],
    [() => bench.manager.call(echo, { value: 1n }), 'MCP_INVALID_PARAMS'],
  ] as const;
  for (const [call, code] of wrong) expect(await failureIn(bench, call())).toMatchObject({ code });
  expect(bench.processes[0]?.sentWith('tools/call')).toEqual([]);
});

describe.each([
  ['at once', (answer: Policy): Policy => answer],
  [
    'by a promise',
    (answer: Policy): Policy =>
      async (bench) =>
        answer(bench),
  ],
])('a policy that answers %s', (_, later) => {
  test('and aborts the run, or closes the manager, has ended the call as they do', async () => {
    const cases = [
      [(bench: ManagerBench) => expect(bench.manager.abortRun('r')).toBe(1), 'user'],
      [(bench: ManagerBench) => void bench.manager.close(), 'shutdown'],
    ] as const;
    for (const [act, abortedBy] of cases) {
      const bench = await readyBench(later((one) => (act(one), allow)));
      const failure = await failureIn(bench, bench.manager.call(echo, {}, { runId: 'r' }));
      expect(failure).toMatchObject({ code: 'MCP_ABORTED', abortedBy, outcome: 'not-sent', serverName: 'files' });
      expect(bench.processes[0]?.sentWith('tools/call')).toEqual([]);
      expect(bench.manager.status().calls).toBe(0);
      await outcomeOf(bench, bench.manager.close());
    }
  });

  test('and stops the server first: the call starts it again, and is sent once', async () => {
    let stops = 1;
    const bench = await readyBench(
      later((one) => {
        if (stops > 0) one.manager.stop('files');
        stops -= 1;
        return allow;
      }),
    );
    expect(await outcomeOf(bench, bench.manager.call(echo))).toMatchObject({ text: 'echo' });
    expect(bench.processes.map((one) => one.sentWith('tools/call').length)).toEqual([0, 1]);
  });
});

test('a caller and his run that are aborted in the same turn: who comes first says why', async () => {
  for (const order of ['caller', 'user']) {
    const bench = await readyBench();
    const controller = new AbortController();
    const calling = bench.manager.call(never, {}, { signal: controller.signal, runId: 'r' });
    calling.catch(() => {});
    await bench.clock.settle();
    if (order === 'caller') controller.abort('mine');
    expect(bench.manager.abortRun('r')).toBe(order === 'caller' ? 0 : 1);
    if (order === 'user') controller.abort('mine');
    expect(await failureIn(bench, calling)).toMatchObject({ code: 'MCP_ABORTED', abortedBy: order });
    await bench.clock.settle();
    expect(bench.processes[0]?.sentWith('notifications/cancelled')).toHaveLength(1);
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
  }
});

test('calls of one run with different signals: each is ended by its own', async () => {
  const bench = await readyBench();
  const [mine, other] = [new AbortController(), new AbortController()];
  const calls = [mine.signal, mine.signal, other.signal, undefined].map((signal) =>
    bench.manager.call(never, {}, { signal, runId: 'r' }),
  );
  for (const call of calls) call.catch(() => {});
  await bench.clock.settle();
  mine.abort('mine');
  await bench.clock.settle();
  expect(bench.manager.status().calls).toBe(2);
  expect(bench.manager.abortRun('r')).toBe(2);
  const ends = await Promise.all(calls.map((call) => failureIn(bench, call)));
  expect(ends.map(({ abortedBy }) => abortedBy)).toEqual(['caller', 'caller', 'user', 'user']);
  // The run goes on: what was aborted is not what comes next.
  expect(await outcomeOf(bench, bench.manager.call(echo, {}, { runId: 'r' }))).toMatchObject({ text: 'echo' });
});

test('of ten thousand calls nothing is left: no listener, no timer, no call', async () => {
  const bench = await readyBench();
  await bench.clock.settle();
  const timers = bench.clock.timers;
  const lasting = new AbortController();
  const fresh: AbortController[] = [];
  for (let round = 0; round < 100; round += 1) {
    const calls = Array.from({ length: 100 }, (_, index) => {
      const controller = index % 4 === 1 ? new AbortController() : index % 4 === 2 ? lasting : undefined;
      if (index % 4 === 1 && controller !== undefined) fresh.push(controller);
      const isHung = index % 10 === 1 || index % 10 === 3;
      return bench.manager.call(isHung ? never : echo, {}, { signal: controller?.signal, runId: `r${round}` });
    });
    const ended = Promise.allSettled(calls);
    await bench.clock.settle();
    for (const controller of fresh.slice(-25)) controller.abort();
    bench.manager.abortRun(`r${round}`);
    await outcomeOf(bench, ended);
  }
  expect(bench.manager.status()).toMatchObject({ calls: 0, servers: [{ state: 'ready', failures: 0 }] });
  expect(bench.clock.timers).toBe(timers);
  for (const { signal } of [lasting, ...fresh]) expect(getEventListeners(signal, 'abort')).toEqual([]);
  await outcomeOf(bench, bench.manager.close());
  expect(bench.clock.timers).toBe(0);
});
