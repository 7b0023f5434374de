import { expect } from 'vitest';
import type { Timer } from '../../src/base/clock.ts';
import {
  failureIn,
  friendlyServer,
  managerBench,
  outcomeOf,
  type ManagerBench,
} from '../manager/support/manager-bench.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { verifies } from './verifies.ts';

const never = { server: 'files', tool: 'never' };

verifies(
  'M-06',
  'whoever ends a run, its calls end with that reason, and the server is told in neutral words',
  async () => {
    const bench = managerBench({ files: {} });
    await outcomeOf(bench, bench.manager.tools());
    const controller = new AbortController();
    const calls = [
      bench.manager.call(never, {}, { runId: 'a' }),
      bench.manager.call(never, {}, { runId: 'a' }),
      bench.manager.call(never, {}, { runId: 'b' }),
      bench.manager.call(never, {}, { runId: 'b', signal: controller.signal }),
    ];
    for (const call of calls) call.catch(() => {});
    await bench.clock.settle();
    expect(bench.manager.abortRun('a')).toBe(2);
    expect(bench.manager.abortRun('a')).toBe(0);
    controller.abort('my own reason');
    await bench.clock.settle();
    const [first, second, third, fourth] = calls;
    for (const call of [first, second]) {
      expect(await failureIn(bench, call ?? Promise.resolve())).toMatchObject({
        code: 'MCP_ABORTED',
        abortedBy: 'user',
        outcome: 'unknown',
      });
    }
    expect(await failureIn(bench, fourth ?? Promise.resolve())).toMatchObject({
      abortedBy: 'caller',
      abortReason: 'my own reason',
    });
    const cancelled = bench.processes[0]?.sentWith('notifications/cancelled') ?? [];
    expect(cancelled).toHaveLength(3);
    expect(JSON.stringify(cancelled)).not.toMatch(/my own|user|budget/);
    expect(bench.manager.status()).toMatchObject({ calls: 1, servers: [{ state: 'ready', failures: 0 }] });
    const closing = bench.manager.close();
    expect(await failureIn(bench, third ?? Promise.resolve())).toMatchObject({
      code: 'MCP_ABORTED',
      abortedBy: 'shutdown',
    });
    await outcomeOf(bench, closing);
  },
);

verifies('M-06', 'closing tells servers of what is cancelled, ends them side by side, and says how', async () => {
  const bench = managerBench({ files: {}, search: {}, lazy: {} });
  await outcomeOf(bench, bench.manager.tools({ servers: ['files', 'search'] }));
  const calling = bench.manager.call(never);
  calling.catch(() => {});
  await bench.clock.settle();
  const closing = bench.manager.close();
  expect(bench.manager.close()).toBe(closing);
  expect(await outcomeOf(bench, closing)).toEqual({
    exited: ['files', 'search'],
    killed: [],
    survivors: [],
    unfinished: [],
  });
  expect(bench.processes[0]?.sentWith('notifications/cancelled')).toHaveLength(1);
  expect(bench.alive()).toEqual([]);
  expect(bench.clock.timers).toBe(0);
  expect(bench.manager.status()).toMatchObject({ isClosed: true, processes: 0, calls: 0 });
});

// CherryHQ/cherry-studio#16242, can1357/oh-my-pi#2100: the end waited behind a call that hung.
verifies(
  'M-06',
  'closing is never behind a hung call, a start, or a server that does not go: the deadline holds',
  async () => {
    const bench = managerBench({
      files: {},
      stubborn: { onStart: (process) => void (process.goesAtOnce = false) },
      starting: { script: {} },
      preparing: { prepare: () => new Promise(() => {}) },
    });
    await outcomeOf(bench, bench.manager.tools({ servers: ['files', 'stubborn'] }));
    bench.manager.call(never).catch(() => {});
    bench.manager.tools().catch(() => {});
    await bench.clock.advance(10);
    const closing = bench.manager.close({ deadlineMs: 3_000 });
    await bench.clock.advance(3_000);
    const report = await outcomeOf(bench, closing);
    expect(report).toMatchObject({ exited: ['files', 'starting'], unfinished: expect.arrayContaining(['stubborn']) });
    bench.processes.find(({ serverName }) => serverName === 'stubborn')?.go();
    await bench.clock.advance(10_000);
    expect(bench.alive()).toEqual([]);
    expect(bench.clock.timers).toBe(0);
  },
);

// docker/mcp-gateway: Close() could start a container that had never run.
verifies('M-06', 'closing starts nothing, whatever was about to be: a wait, a back-off, a restart', async () => {
  const bench = managerBench({ lazy: {}, crashing: {}, turning: { onStart: (one) => void (one.goesAtOnce = false) } });
  bench.manager.lease('agent');
  await outcomeOf(bench, bench.manager.tools({ servers: ['crashing', 'turning'] }));
  bench.processes[0]?.die();
  bench.manager.rotate('turning').catch(() => {});
  await bench.clock.settle();
  const started = bench.processes.length;
  const waiting = bench.manager.call({ server: 'crashing', tool: 'echo' });
  waiting.catch(() => {});
  await bench.clock.settle();
  const closing = bench.manager.close();
  bench.processes[1]?.go();
  expect(await failureIn(bench, waiting)).toMatchObject({
    code: 'MCP_ABORTED',
    abortedBy: 'shutdown',
    outcome: 'not-sent',
  });
  await outcomeOf(bench, closing);
  await bench.clock.advance(3_600_000);
  expect(bench.processes).toHaveLength(started);
});

verifies('M-06', 'after closing everything is refused, also by tools that were handed out', async () => {
  const bench = managerBench({ files: {} });
  const { tools } = await outcomeOf(bench, bench.manager.tools());
  const closing = bench.manager.close();
  const late = tools[0]?.execute({}) ?? Promise.resolve();
  expect(await failureIn(bench, late)).toMatchObject({ code: 'CLIENT_CLOSED', outcome: 'not-sent' });
  await outcomeOf(bench, closing);
  expect(bench.processes[0]?.sentWith('tools/call')).toEqual([]);
  const asked = [
    bench.manager.tools(),
    bench.manager.start(),
    bench.manager.call({ server: 'files', tool: 'echo' }),
    bench.manager.rotate('files'),
    tools[0]?.execute({}) ?? Promise.resolve(),
  ];
  for (const one of asked) one.catch(() => {});
  for (const one of asked) expect(await failureIn(bench, one)).toMatchObject({ code: 'CLIENT_CLOSED' });
  expect(() => bench.manager.lease('agent')).toThrow('closed');
  expect(bench.processes).toHaveLength(1);
});

verifies('M-06', 'a call that was aborted before anything was sent says so', async () => {
  const bench = managerBench({ files: { script: { ...friendlyServer, initialize: () => undefined } } });
  const calling = bench.manager.call({ server: 'files', tool: 'echo' }, {}, { runId: 'a' });
  calling.catch(() => {});
  await bench.clock.settle();
  await outcomeOf(bench, bench.manager.close({ reason: 'user' }));
  expect(await failureIn(bench, calling)).toMatchObject({
    code: 'MCP_ABORTED',
    abortedBy: 'user',
    outcome: 'not-sent',
  });
});

verifies(
  'M-06',
  'a call that somebody is asked about is aborted as any other, and closing does not wait for an answer',
  async () => {
    const asked: string[] = [];
    const approver = ({ runId = '' }: { readonly runId?: string }): Promise<boolean> => {
      asked.push(runId);
      return new Promise(() => {});
    };
    const bench = managerBench({ files: { config: { permission: 'execute' } } }, { approver });
    const { tools } = await outcomeOf(bench, bench.manager.tools());
    const calls = ['a', 'b'].map((runId) => tools[0]?.execute({}, { runId }) ?? Promise.resolve());
    for (const call of calls) call.catch(() => {});
    await bench.clock.settle();
    expect(asked).toEqual(['a', 'b']);
    bench.manager.abortRun('a');
    const [first, second] = calls;
    expect(await failureIn(bench, first ?? Promise.resolve())).toMatchObject({
      code: 'MCP_ABORTED',
      abortedBy: 'user',
    });
    await outcomeOf(bench, bench.manager.close());
    expect(await failureIn(bench, second ?? Promise.resolve())).toMatchObject({
      code: 'MCP_ABORTED',
      abortedBy: 'shutdown',
    });
    expect(bench.processes[0]?.sentWith('tools/call')).toEqual([]);
  },
);

verifies('M-06', 'a host that closes when it hears of a state waits for the end all the same', async () => {
  const closings: Promise<unknown>[] = [];
  const bench: ManagerBench = managerBench(
    { files: {} },
    {
      onEvent: (event) => {
        if (event.type === 'server-state' && event.state === 'stopping') closings.push(bench.manager.close());
      },
    },
  );
  await outcomeOf(bench, bench.manager.tools());
  const [process] = bench.processes;
  if (process !== undefined) process.goesAtOnce = false;
  bench.manager.call(never).catch(() => {});
  await bench.clock.settle();
  bench.manager.rotate('files').catch(() => {}); // it is told of while the call may still end
  let report: unknown;
  void closings[0]?.then((one) => (report = one));
  await bench.clock.advance(100);
  expect([closings.length > 0, report, process?.isGone]).toEqual([true, undefined, false]);
  process?.go();
  await bench.clock.settle();
  expect([report, process?.isGone]).toEqual([expect.objectContaining({ exited: ['files'], unfinished: [] }), true]);
});

verifies('M-06', 'a deadline that is longer than a timer can wait is waited for, and not over at once', async () => {
  for (const deadlineMs of [2 ** 31, Infinity]) {
    const waits: number[] = [];
    const clock = new ManualClock();
    const watched = { now: () => clock.now(), defer: (run: () => void) => clock.defer(run) };
    const setTimer = (afterMs: number, run: () => void): Timer => (waits.push(afterMs), clock.setTimer(afterMs, run));
    const bench = managerBench({ files: {} }, {}, { clock: { ...watched, setTimer } });
    await outcomeOf({ clock }, bench.manager.close({ deadlineMs }));
    expect(Math.max(...waits)).toBe(2 ** 31 - 1);
  }
});

verifies('M-06', 'a place for what was cut that is never found holds up neither closing nor the outcome', async () => {
  const script = {
    ...friendlyServer,
    'tools/call': () => ({ content: [{ type: 'text', text: 'x'.repeat(100_000) }] }),
  };
  const spill = (): Promise<string> => new Promise(() => {});
  const bench = managerBench({ files: { script } }, { results: { spill } });
  await outcomeOf(bench, bench.manager.tools());
  const calling = bench.manager.call({ server: 'files', tool: 'echo' });
  await bench.clock.settle();
  await outcomeOf(bench, bench.manager.close());
  expect((await outcomeOf(bench, calling)).truncations).toEqual([expect.objectContaining({ what: 'text' })]);
});
