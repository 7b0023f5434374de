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

verifies(
  'M-02',
  'nothing is started by a manager that is made, asked for its status, or told to start what is lazy',
  async () => {
    const bench = managerBench({ files: {}, search: {} });
    await outcomeOf(bench, bench.manager.start());
    await outcomeOf(bench, bench.manager.tools({ start: false }));
    bench.manager.lease('agent');
    await bench.clock.advance(60_000);
    expect(bench.manager.status().servers.map(({ state }) => state)).toEqual(['stopped', 'stopped']);
    expect(bench.processes).toEqual([]);
  },
);

verifies('M-02', 'only what is selected is started, and what asks to be prewarmed', async () => {
  const bench = managerBench({
    files: {},
    search: {},
    warm: { config: { start: 'prewarm' } },
    off: { config: { isEnabled: false } },
  });
  await outcomeOf(bench, bench.manager.start());
  expect(bench.processes.map(({ serverName }) => serverName)).toEqual(['warm']);
  await outcomeOf(bench, bench.manager.tools({ servers: ['search'] }));
  expect(bench.processes.map(({ serverName }) => serverName)).toEqual(['warm', 'search']);
  const error = await failureIn(bench, bench.manager.call({ server: 'off', tool: 'echo' }));
  expect(error).toMatchObject({ code: 'MCP_DENIED', serverName: 'off' });
});

verifies(
  'M-02',
  'what was listed once is known without a start, with its age, as long as the server is the same',
  async () => {
    const bench = managerBench({ files: {} }, { timeouts: { idleMs: 1_000 } });
    const nothing = await outcomeOf(bench, bench.manager.tools({ start: false }));
    expect(nothing.servers[0]).toMatchObject({ source: 'none', tools: 0 });
    await outcomeOf(bench, bench.manager.tools());
    await bench.clock.advance(1_000);
    const known = await outcomeOf(bench, bench.manager.tools({ start: false }));
    expect(known.servers[0]).toMatchObject({ state: 'stopped', source: 'snapshot', tools: 2 });
    expect(bench.processes).toHaveLength(1);
  },
);

verifies('M-04', 'what waits when a server dies ends with an unknown outcome, and is not sent again', async () => {
  const bench = managerBench({ files: {} });
  await outcomeOf(bench, bench.manager.tools());
  const calling = bench.manager.call({ server: 'files', tool: 'never' }, { value: 1 });
  await bench.clock.settle();
  bench.processes[0]?.die();
  const error = await failureIn(bench, calling);
  expect(error).toMatchObject({ code: 'MCP_PROCESS_EXIT', outcome: 'unknown', serverName: 'files' });
  bench.manager.lease('agent');
  await bench.clock.advance(10_000);
  await outcomeOf(bench, bench.manager.call({ server: 'files', tool: 'echo' }));
  const sent = bench.processes.flatMap((process) => process.sentWith('tools/call'));
  expect(sent.map(({ params }) => params?.['name'])).toEqual(['never', 'echo']);
});

verifies('M-04', 'a tool that was handed out goes on to work after restarts, and is the same object', async () => {
  const bench = managerBench({ files: {} });
  const { tools, version } = await outcomeOf(bench, bench.manager.tools());
  const [echo] = tools;
  bench.processes[0]?.die();
  await bench.clock.advance(10_000);
  const asking = echo?.execute({});
  await bench.clock.advance(10_000);
  expect(await asking).toMatchObject({ text: 'echo' });
  expect(bench.processes).toHaveLength(2);
  const again = await outcomeOf(bench, bench.manager.tools());
  expect(again.tools[0]).toBe(echo);
  expect(again.version).toBe(version);
});

verifies('M-04', 'a call that comes while a server is restarted waits, and is sent to the new process', async () => {
  const bench = managerBench({ files: { onStart: (process) => void (process.goesAtOnce = false) } });
  await outcomeOf(bench, bench.manager.tools());
  const rotating = bench.manager.rotate('files');
  await bench.clock.settle();
  const calling = bench.manager.call({ server: 'files', tool: 'echo' });
  await bench.clock.settle();
  expect(bench.processes[0]?.sentWith('tools/call')).toEqual([]);
  bench.processes[0]?.go();
  await outcomeOf(bench, rotating);
  expect(await outcomeOf(bench, calling)).toMatchObject({ text: 'echo' });
  expect(bench.processes[1]?.sentWith('tools/call')).toHaveLength(1);
});

// github.com/QwenLM/qwen-code/issues/3817, github.com/dust-tt/dust/issues/27399: one process for each of them.
verifies('M-04', 'however many ask at once, it is one start; each may leave by its own signal', async () => {
  const script: Script = { ...friendlyServer, initialize: () => undefined };
  const bench = managerBench({ files: { script } });
  const controller = new AbortController();
  const leaving = bench.manager.call({ server: 'files', tool: 'echo' }, {}, { signal: controller.signal });
  const others = [bench.manager.tools(), bench.manager.tools(), bench.manager.tools()];
  const calls = [1, 2, 3].map(() => bench.manager.call({ server: 'files', tool: 'echo' }));
  await bench.clock.advance(1_000);
  controller.abort();
  expect(await failureIn(bench, leaving)).toMatchObject({ code: 'MCP_ABORTED', abortedBy: 'caller' });
  expect(bench.processes).toHaveLength(1);
  bench.processes[0]?.answer(1, initialized);
  await outcomeOf(bench, Promise.all(others));
  expect(await outcomeOf(bench, Promise.all(calls))).toHaveLength(3);
  expect(bench.processes).toHaveLength(1);
});

verifies('M-04', 'a start that nobody waits for any more is given up', async () => {
  const bench = managerBench({ files: { script: silent } });
  const controllers = [new AbortController(), new AbortController()];
  const waiting = controllers.map(({ signal }) =>
    bench.manager.call({ server: 'files', tool: 'echo' }, {}, { signal }),
  );
  await bench.clock.settle();
  controllers[0]?.abort();
  await failureIn(bench, waiting[0] ?? Promise.resolve());
  expect(bench.alive()).toHaveLength(1);
  controllers[1]?.abort();
  await failureIn(bench, waiting[1] ?? Promise.resolve());
  await bench.clock.settle();
  expect(bench.alive()).toEqual([]);
  expect(bench.manager.status().servers[0]).toMatchObject({ state: 'stopped', failures: 0 });
  expect(bench.clock.timers).toBe(0);
});

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

verifies('M-02', 'at most so many run at once: who is not used makes room, and who is in use does not', async () => {
  const bench = managerBench({ a: {}, b: {}, c: {} }, { maxProcesses: 2 });
  await outcomeOf(bench, bench.manager.call({ server: 'a', tool: 'echo' }));
  const held = bench.manager.lease('agent', ['b']);
  await bench.clock.advance(10);
  await outcomeOf(bench, bench.manager.call({ server: 'b', tool: 'echo' }));
  await outcomeOf(bench, bench.manager.call({ server: 'c', tool: 'echo' }));
  expect(bench.alive().map(({ serverName }) => serverName)).toEqual(['b', 'c']);
  const never = bench.manager.call({ server: 'c', tool: 'never' });
  never.catch(() => {});
  await bench.clock.settle();
  expect(await failureIn(bench, bench.manager.call({ server: 'a', tool: 'echo' }))).toMatchObject({ code: 'MCP_BUSY' });
  held.release();
  await outcomeOf(bench, bench.manager.call({ server: 'a', tool: 'echo' }));
  expect(bench.alive().map(({ serverName }) => serverName)).toEqual(['c', 'a']);
  expect(bench.manager.status()).toMatchObject({ processes: 2 });
  await outcomeOf(bench, bench.manager.close());
});

// github.com/openai/codex/issues/18881: one pool of servers for each sub-agent.
verifies(
  'M-02',
  'twenty leases are one process, and none of it when they are given back and it was idle for long',
  async () => {
    const bench = managerBench({ files: {} });
    const leases = Array.from({ length: 20 }, (_, index) => bench.manager.lease(`agent ${index}`, ['files']));
    await Promise.all(leases.map(() => outcomeOf(bench, bench.manager.tools())));
    await bench.clock.advance(3_600_000);
    expect(bench.alive()).toHaveLength(1);
    expect(bench.manager.status().servers[0]?.holders).toHaveLength(20);
    for (const lease of leases) lease.release();
    await bench.clock.advance(599_999);
    expect(bench.alive()).toHaveLength(1);
    await bench.clock.advance(1);
    expect(bench.alive()).toEqual([]);
    expect(bench.processes).toHaveLength(1);
  },
);

verifies('M-02', 'a server with a call under way is not idle', async () => {
  const bench = managerBench({ files: {} }, { timeouts: { idleMs: 1_000, callMs: 60_000 } });
  await outcomeOf(bench, bench.manager.tools());
  const calling = bench.manager.call({ server: 'files', tool: 'never' });
  calling.catch(() => {});
  await bench.clock.advance(59_000);
  expect(bench.alive()).toHaveLength(1);
  await bench.clock.advance(1_000);
  expect(await failureIn(bench, calling)).toMatchObject({ code: 'MCP_TIMEOUT' });
  await bench.clock.advance(1_000);
  expect(bench.alive()).toEqual([]);
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
    const words = bench.events.flatMap((event) => (event.type === 'diagnostic' ? [event.message] : []));
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
