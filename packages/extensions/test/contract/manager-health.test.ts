import { expect } from 'vitest';
import { Refusal } from '../support/memory-client.ts';
import {
  failureIn,
  friendlyServer,
  managerBench,
  outcomeOf,
  type ManagerBench,
} from '../manager/support/manager-bench.ts';
import { verifies } from './verifies.ts';

const state = ({ manager }: ManagerBench): string | undefined => manager.status().servers[0]?.state;

function pings({ processes }: ManagerBench): number {
  return processes.reduce((sum, one) => sum + one.sentWith('ping').length, 0);
}

/** A server that is held, so that it stays. */
async function heldBench(script: Record<string, () => unknown>): Promise<ManagerBench> {
  const bench = managerBench({ files: { script: { ...friendlyServer, ...script } } });
  bench.manager.lease('agent');
  await outcomeOf(bench, bench.manager.tools());
  return bench;
}

// github.com/NousResearch/hermes-agent/issues/97245: 362 restarts a day for want of a ping.
verifies('M-05', 'a server without ping is alive, and is not asked again', async () => {
  const bench = await heldBench({ ping: () => new Refusal(-32_601) });
  await bench.clock.advance(24 * 3_600_000);
  expect(pings(bench)).toBe(1);
  expect(bench.processes).toHaveLength(1);
  expect(state(bench)).toBe('ready');
  await outcomeOf(bench, bench.manager.close());
});

verifies('M-05', 'a ping that is never answered does no harm to a server that works', async () => {
  const bench = await heldBench({});
  for (let minute = 0; minute < 60; minute += 1) {
    await bench.clock.advance(38_000);
    expect(await outcomeOf(bench, bench.manager.call({ server: 'files', tool: 'echo' }))).toMatchObject({
      text: 'echo',
    });
    await bench.clock.advance(22_000);
  }
  expect(bench.processes).toHaveLength(1);
  expect(pings(bench)).toBe(1);
  await outcomeOf(bench, bench.manager.close());
});

verifies(
  'M-05',
  'a ping that is never answered does no harm to an idle server either: its list is the last question',
  async () => {
    const bench = await heldBench({});
    await bench.clock.advance(24 * 3_600_000);
    expect(bench.processes).toHaveLength(1);
    expect(pings(bench)).toBe(2);
    await outcomeOf(bench, bench.manager.close());
  },
);

verifies('M-05', 'a busy server that answers a ping late, or has calls under way, is not restarted', async () => {
  const bench: ManagerBench = managerBench({
    files: {
      script: {
        ...friendlyServer,
        ping: ({ id }) =>
          void bench.clock.setTimer(pings(bench) === 1 ? 5_500 : 10, () => bench.processes[0]?.answer(id)),
      },
    },
  });
  bench.manager.lease('agent');
  await outcomeOf(bench, bench.manager.tools());
  await bench.clock.advance(600_000);
  expect(bench.processes).toHaveLength(1);
  const calling = bench.manager.call({ server: 'files', tool: 'never' });
  calling.catch(() => {});
  const before = pings(bench);
  await bench.clock.advance(59_000);
  expect(pings(bench)).toBe(before);
  expect(bench.processes).toHaveLength(1);
  await outcomeOf(bench, bench.manager.close());
});

verifies('M-05', 'a server that answers nothing any more is closed, and a new process takes its place', async () => {
  const silence = { now: false };
  const bench: ManagerBench = managerBench({
    files: {
      script: {
        ...friendlyServer,
        ping: () => (silence.now ? undefined : {}),
        'tools/list': (message) => (silence.now ? undefined : friendlyServer['tools/list']?.(message)),
      },
    },
  });
  bench.manager.lease('agent');
  await outcomeOf(bench, bench.manager.tools());
  await bench.clock.advance(100_000);
  silence.now = true;
  const [first] = bench.processes;
  // A flood of notifications is no proof of life: an answer is.
  const flood = (): void => {
    first?.receive({ jsonrpc: '2.0', method: 'notifications/message', params: {} });
    if (bench.processes.length === 1) bench.clock.setTimer(100, flood);
  };
  flood();
  await bench.clock.advance(60_000);
  expect(first?.isGone).toBe(true);
  silence.now = false;
  await bench.clock.advance(60_000);
  expect(state(bench)).toBe('ready');
  expect(bench.processes.length).toBeGreaterThan(1);
  expect(bench.processes.at(-1)?.sentWith('initialize')).toHaveLength(1);
  await outcomeOf(bench, bench.manager.close());
});

verifies('M-05', 'a check starts, lists and pings; it closes what it opened, and leaves what was there', async () => {
  const bench = managerBench({ files: { script: { ...friendlyServer, ping: () => ({}) } } });
  expect(await outcomeOf(bench, bench.manager.check('files'))).toMatchObject({ isHealthy: true, answerMs: 0 });
  await bench.clock.settle();
  expect(bench.processes[0]?.sent.map(({ method }) => method)).toEqual([
    'initialize',
    'notifications/initialized',
    'tools/list',
    'ping',
  ]);
  expect(bench.alive()).toEqual([]);
  await outcomeOf(bench, bench.manager.tools());
  await outcomeOf(bench, bench.manager.check('files'));
  await bench.clock.settle();
  expect(bench.alive()).toHaveLength(1);
  expect(bench.processes.flatMap((one) => one.sentWith('tools/call'))).toEqual([]);
});

verifies('M-05', 'a failure is told again for a while without asking again', async () => {
  const bench: ManagerBench = managerBench({
    files: {
      script: {},
      onStart: (one) =>
        void bench.clock.setTimer(1, () =>
          one.end({ code: 'MCP_SPAWN_FAILED', errno: 'EACCES', message: 'not allowed' }),
        ),
    },
  });
  for (let index = 0; index < 20; index += 1) {
    const checking = bench.manager.check('files');
    await bench.clock.advance(1);
    expect(await outcomeOf(bench, checking)).toMatchObject({ isHealthy: false, reason: { code: 'MCP_SPAWN_FAILED' } });
  }
  expect(bench.processes).toHaveLength(1);
});

verifies(
  'M-05',
  'a call to a server that was given up waits for the new process, or is refused with the cause',
  async () => {
    const bench: ManagerBench = managerBench(
      {
        files: {
          script: {
            ...friendlyServer,
            ping: () => undefined,
            'tools/list': () => (bench.clock.now() < 1 ? friendlyServer['tools/list']?.({}) : undefined),
          },
        },
      },
      { restart: { baseMs: 60_000 }, timeouts: { patienceMs: 1_000 } },
    );
    bench.manager.lease('agent');
    await outcomeOf(bench, bench.manager.tools());
    await bench.clock.advance(60_000);
    expect(bench.alive()).toEqual([]);
    const error = await failureIn(bench, bench.manager.call({ server: 'files', tool: 'echo' }));
    expect(error).toMatchObject({ code: 'MCP_TIMEOUT', outcome: 'not-sent', serverName: 'files' });
    await outcomeOf(bench, bench.manager.close());
  },
);

verifies('M-05', 'an answer of any kind is proof of life, also to the last question: a list that is none', async () => {
  const broken = { now: false };
  const bench = await heldBench({
    'tools/list': () => (broken.now ? { tools: 'none' } : { tools: [] }),
  });
  broken.now = true;
  await bench.clock.advance(24 * 3_600_000);
  expect(bench.processes).toHaveLength(1);
  expect(pings(bench)).toBe(2);
  await outcomeOf(bench, bench.manager.close());
});

verifies('M-05', 'a check that is taken back says nothing of the server', async () => {
  for (const script of [{}, friendlyServer]) {
    const bench = managerBench({ files: { script } });
    const controller = new AbortController();
    const checking = bench.manager.check('files', { signal: controller.signal });
    checking.catch(() => {});
    await bench.clock.advance(100);
    controller.abort();
    expect(await failureIn(bench, checking)).toMatchObject({ code: 'MCP_ABORTED', abortedBy: 'caller' });
    await bench.clock.settle();
    expect(bench.alive()).toEqual([]);
  }
});

verifies('M-05', 'a check leaves a server alone that somebody had begun to start', async () => {
  const go: (() => void)[] = [];
  const bench = managerBench({
    files: {
      config: { start: 'prewarm' },
      script: { ...friendlyServer, ping: () => ({}) },
      prepare: () => new Promise((resolve) => void go.push(resolve)),
    },
  });
  const starting = bench.manager.start();
  await bench.clock.settle();
  const checking = bench.manager.check('files');
  await bench.clock.settle();
  for (const one of go) one();
  expect(await outcomeOf(bench, checking)).toMatchObject({ isHealthy: true });
  await outcomeOf(bench, starting);
  expect(bench.alive()).toHaveLength(1);
  await outcomeOf(bench, bench.manager.close());
});
