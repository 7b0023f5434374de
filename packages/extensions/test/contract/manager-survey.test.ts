import { expect } from 'vitest';
import { initialized, type Script } from '../support/memory-client.ts';
import {
  failureIn,
  friendlyServer,
  managerBench,
  outcomeOf,
  twoTools,
  type ManagerBench,
} from '../manager/support/manager-bench.ts';
import { verifies } from './verifies.ts';

const silent: Script = {};

// github.com/mastra-ai/mastra/issues/13521, evalstate/fast-agent#289, CherryHQ/cherry-studio#16242
verifies('M-08', 'one good server of five answers in time, and each of the others has its reason', async () => {
  const bench: ManagerBench = managerBench({
    good: {},
    missing: {
      onStart: (one) =>
        void bench.clock.setTimer(1, () =>
          one.end({ code: 'MCP_SPAWN_FAILED', errno: 'ENOENT', message: 'no such program' }),
        ),
      script: silent,
    },
    hanging: { script: silent },
    slow: {
      script: {
        ...friendlyServer,
        initialize: ({ id }) =>
          void bench.clock.setTimer(3_000, () =>
            bench.processes.find(({ serverName }) => serverName === 'slow')?.answer(id, initialized),
          ),
      },
    },
    crashing: { onStart: (one) => void bench.clock.setTimer(5, () => one.die()), script: silent },
  });
  const asking = bench.manager.tools({ timeoutMs: 1_000 });
  await bench.clock.advance(1_000);
  const { tools, servers } = await outcomeOf(bench, asking);
  expect(bench.clock.now()).toBe(1_000);
  expect(tools.map(({ serverName }) => serverName)).toEqual(['good', 'good']);
  expect(servers.map(({ name, reason }) => [name, reason?.code])).toEqual([
    ['good', undefined],
    ['missing', 'MCP_SPAWN_FAILED'],
    ['hanging', 'MCP_TIMEOUT'],
    ['slow', 'MCP_TIMEOUT'],
    ['crashing', 'MCP_HANDSHAKE_FAILED'],
  ]);
  // The slow one went on, and is there the next time.
  await bench.clock.advance(2_500);
  const askingAgain = bench.manager.tools({ timeoutMs: 1 });
  await bench.clock.advance(1);
  const later = await outcomeOf(bench, askingAgain);
  expect(later.tools.map(({ serverName }) => serverName)).toEqual(['good', 'good', 'slow', 'slow']);
  await outcomeOf(bench, bench.manager.close());
});

verifies('M-08', 'a server that must be there fails the start when it is not, by its name', async () => {
  const bench = managerBench({
    good: { config: { start: 'prewarm' } },
    needed: { config: { isRequired: true }, script: silent },
  });
  const starting = bench.manager.start({ timeoutMs: 2_000 });
  starting.catch(() => {});
  await bench.clock.advance(2_000);
  expect(await failureIn(bench, starting)).toMatchObject({ code: 'MCP_TIMEOUT', serverName: 'needed' });
  expect(bench.manager.status().servers[0]).toMatchObject({ state: 'ready' });
  await outcomeOf(bench, bench.manager.close());
});

verifies('M-08', 'the broker of one server that hangs holds up no other, and not for ever', async () => {
  const timeouts = { prepareMs: 10_000 };
  const bench = managerBench({ good: {}, stuck: { prepare: () => new Promise(() => {}) } }, { timeouts });
  const asking = bench.manager.tools({ timeoutMs: 20_000 });
  await bench.clock.advance(11_000);
  const { servers } = await outcomeOf(bench, asking);
  expect(servers.map(({ reason }) => reason?.code)).toEqual([undefined, 'MCP_SPAWN_FAILED']);
  expect(servers[1]?.reason?.message).toContain('could not be prepared within 10000 ms');
  expect(await bench.manager.quarantine.list()).toEqual([]);
  const closing = bench.manager.close();
  await bench.clock.advance(5_000);
  expect(await closing).toMatchObject({ exited: ['good'], unfinished: [] });
});

// github.com/microsoft/aspire/issues/14375: 1,742 refreshes.
verifies('M-08', 'a storm of changes of a list is a few readings and one new version', async () => {
  let tools: object[] = twoTools.tools;
  const bench: ManagerBench = managerBench({
    files: { script: { ...friendlyServer, 'tools/list': () => ({ tools }) } },
  });
  const { version } = await outcomeOf(bench, bench.manager.tools());
  tools = [...tools, { name: 'third' }];
  const before = bench.processes[0]?.sentWith('tools/list').length ?? 0;
  for (let index = 0; index < 1_000; index += 1) {
    bench.processes[0]?.receive({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
    if (index % 10 === 9) await bench.clock.advance(1);
  }
  await bench.clock.advance(5_000);
  const readings = (bench.processes[0]?.sentWith('tools/list').length ?? 0) - before;
  expect(readings).toBeLessThanOrEqual(3);
  expect(bench.manager.status().version).toBe(version + 1);
  expect((await outcomeOf(bench, bench.manager.tools())).tools).toHaveLength(3);
});

verifies('M-08', 'a change that is told while the list is read for the first time is not lost', async () => {
  let tools: object[] = twoTools.tools;
  const bench: ManagerBench = managerBench({
    files: {
      script: {
        ...friendlyServer,
        'tools/list': ({ id }) => {
          const asked = { tools };
          if (tools.length === 2) {
            bench.processes[0]?.receive({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
            tools = [...twoTools.tools, { name: 'third' }];
          }
          bench.processes[0]?.answer(id, asked);
        },
      },
    },
  });
  await outcomeOf(bench, bench.manager.tools());
  await bench.clock.advance(1_000);
  expect((await outcomeOf(bench, bench.manager.tools())).tools).toHaveLength(3);
  await outcomeOf(bench, bench.manager.close());
});

verifies('M-08', 'what cannot be made of a list is a reason of its server, and nobody waits for ever', async () => {
  const limits = { maxTextBytes: -1 };
  const bench = managerBench({ files: {} }, { results: { limits } });
  const { servers } = await outcomeOf(bench, bench.manager.tools());
  expect(servers[0]?.reason).toMatchObject({ code: 'MCP_INVALID_CONFIG' });
  await bench.clock.settle();
  expect(bench.alive()).toEqual([]);
});

// github.com/artokun/comfyui-mcp/issues/1447: each time-out threw a half-finished installation away.
verifies(
  'M-08',
  'an installation has time of its own, tells of its progress, and goes on without anybody who waits',
  async () => {
    const timeouts = { installMs: 60_000, startMs: 5_000 };
    const bench = managerBench({
      fetched: { config: { timeouts }, script: { ...friendlyServer, initialize: () => undefined } },
    });
    const controller = new AbortController();
    const leaving = bench.manager.call({ server: 'fetched', tool: 'echo' }, {}, { signal: controller.signal });
    leaving.catch(() => {});
    await bench.clock.advance(1_000);
    controller.abort();
    await failureIn(bench, leaving);
    await bench.clock.advance(29_000);
    const words = bench.events.flatMap((event) => (event.type === 'manager-diagnostic' ? [event.message] : []));
    expect(words).toEqual(
      ['0', '10', '20', '30'].map((took) => `its package may have to be fetched first: ${took} s of 65 s`),
    );
    expect(bench.manager.status().servers[0]).toMatchObject({ state: 'starting', isInstalling: true });
    bench.processes[0]?.answer(1, initialized);
    expect(await outcomeOf(bench, bench.manager.call({ server: 'fetched', tool: 'echo' }))).toMatchObject({
      text: 'echo',
    });
    expect(bench.processes).toHaveLength(1);
    await outcomeOf(bench, bench.manager.close());
    expect(bench.clock.timers).toBe(0);
  },
);

verifies(
  'M-08',
  'an installation that never ends is given up when its time is over, and its timers go with it',
  async () => {
    const timeouts = { installMs: 20_000, startMs: 5_000 };
    const bench = managerBench({ stuck: { config: { timeouts }, script: {} } });
    const asking = bench.manager.tools({ timeoutMs: 60_000 });
    await bench.clock.advance(25_000);
    const { servers } = await outcomeOf(bench, asking);
    expect(servers[0]?.reason).toMatchObject({ code: 'MCP_HANDSHAKE_FAILED' });
    expect(bench.clock.timers).toBe(0);
  },
);

verifies('M-08', 'what a start that was given up says of its installation is not said of the next one', async () => {
  const prepared: (() => void)[] = [];
  const bench = managerBench({
    fetched: {
      config: { timeouts: { installMs: 60_000 } },
      prepare: () => new Promise((resolve) => void prepared.push(resolve)),
    },
  });
  const controller = new AbortController();
  const leaving = bench.manager.call({ server: 'fetched', tool: 'echo' }, {}, { signal: controller.signal });
  leaving.catch(() => {});
  await bench.clock.settle();
  controller.abort();
  await failureIn(bench, leaving);
  await bench.clock.advance(10_000); // nobody waits any longer for what was lent to be given back
  const calling = bench.manager.call({ server: 'fetched', tool: 'echo' });
  await bench.clock.settle();
  expect(prepared).toHaveLength(2);
  prepared[0]?.();
  await bench.clock.settle();
  expect(bench.manager.status().servers[0]).toMatchObject({ state: 'starting', isInstalling: false });
  prepared[1]?.();
  expect(await outcomeOf(bench, calling)).toMatchObject({ text: 'echo' });
  await outcomeOf(bench, bench.manager.close());
  expect(bench.clock.timers).toBe(0);
});
