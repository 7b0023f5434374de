import { expect } from 'vitest';
import {
  failureIn,
  friendlyServer,
  managerBench,
  outcomeOf,
  type FakeServer,
  type ManagerBench,
} from '../manager/support/manager-bench.ts';
import { verifies } from './verifies.ts';

/** Answers `initialize` and `tools/list`, and dies 50 ms later, always. */
function storm(bench: () => ManagerBench): FakeServer {
  return {
    onStart: (process) =>
      void bench().clock.setTimer(50, () => process.die({ message: 'the server exited with code 7' })),
  };
}

function stormBench(): ManagerBench {
  const bench: ManagerBench = managerBench({ storm: storm(() => bench) });
  return bench;
}

/** A store without a memory. */
const emptyQuarantine = {
  find: () => Promise.resolve(undefined),
  add: () => Promise.resolve(),
  remove: () => Promise.resolve(false),
  list: () => Promise.resolve([]),
};

const state = ({ manager }: ManagerBench): string | undefined => manager.status().servers[0]?.state;

// github.com/can1357/oh-my-pi/issues/1596 (66,487 starts): "connected" reset the counter.
verifies(
  'M-03',
  'a server that lists its tools and dies is started by the ladder, five times, and then no more',
  async () => {
    const bench = stormBench();
    bench.manager.lease('agent');
    const { tools } = await outcomeOf(bench, bench.manager.tools());
    expect(tools).toHaveLength(2);
    await bench.clock.advance(3_600_000);
    expect(bench.processes.map(({ startedAt }) => startedAt)).toEqual([0, 550, 1_600, 3_650, 7_700]);
    expect(state(bench)).toBe('quarantined');
    const [entry] = await bench.manager.quarantine.list();
    expect(entry).toMatchObject({ identityHash: 'storm-1', serverName: 'storm', failures: 5 });
    expect(bench.clock.timers).toBe(0);
    const error = await failureIn(bench, bench.manager.call({ server: 'storm', tool: 'echo' }));
    expect(error).toMatchObject({ code: 'MCP_QUARANTINED', serverName: 'storm', failures: 5, outcome: 'not-sent' });
    expect(bench.processes).toHaveLength(5);
  },
);

verifies('M-03', 'another binary lifts the quarantine; so does a person', async () => {
  const bench = stormBench();
  bench.manager.lease('agent');
  bench.manager.tools().catch(() => {});
  await bench.clock.advance(60_000);
  expect(state(bench)).toBe('quarantined');
  bench.identities.set('storm', 'storm-2');
  await outcomeOf(bench, bench.manager.tools());
  expect(bench.processes).toHaveLength(6);
  expect(state(bench)).toBe('ready');
  bench.identities.set('storm', 'storm-1');
  await bench.clock.advance(60_000);
  expect(state(bench)).toBe('quarantined');
  const before = bench.processes.length;
  expect(await bench.manager.quarantine.clear('storm')).toBe(true);
  await outcomeOf(bench, bench.manager.tools());
  expect(bench.processes).toHaveLength(before + 1);
  await outcomeOf(bench, bench.manager.close());
});

verifies('M-03', 'a quarantine that was written down holds in the next host: nothing is started', async () => {
  const first = stormBench();
  first.manager.lease('agent');
  first.manager.tools().catch(() => {});
  await first.clock.advance(60_000);
  const [entry] = await first.manager.quarantine.list();
  const quarantine = {
    find: () => Promise.resolve(entry),
    add: () => Promise.resolve(),
    remove: () => Promise.resolve(true),
    list: () => Promise.resolve([]),
  };
  const second = managerBench({ storm: {} }, { quarantine });
  const { servers } = await outcomeOf(second, second.manager.tools());
  expect(servers[0]).toMatchObject({ state: 'quarantined', reason: { code: 'MCP_QUARANTINED' } });
  expect(second.processes).toEqual([]);
});

verifies('M-03', 'counters are forgotten after a minute up with a good call, and only then', async () => {
  let lives = 0;
  const bench: ManagerBench = managerBench({
    files: { onStart: (process) => void ((lives += 1), lives <= 2 && bench.clock.setTimer(50, () => process.die())) },
  });
  const failures = (): number | undefined => bench.manager.status().servers[0]?.failures;
  bench.manager.lease('agent');
  bench.manager.tools().catch(() => {});
  await bench.clock.advance(2_000);
  expect([bench.processes.length, failures()]).toEqual([3, 2]);
  await bench.clock.advance(59_000);
  bench.processes.at(-1)?.die();
  await bench.clock.settle();
  expect(failures()).toBe(3); // up for long, and of no use
  await bench.clock.advance(3_000);
  await outcomeOf(bench, bench.manager.call({ server: 'files', tool: 'echo' }));
  await bench.clock.advance(61_000);
  bench.processes.at(-1)?.die();
  await bench.clock.settle();
  expect(failures()).toBe(1);
  await outcomeOf(bench, bench.manager.close());
});

verifies(
  'M-03',
  'a missing program is tried once, remembered for a while, and tried again by who asks later',
  async () => {
    const missing = { code: 'MCP_SPAWN_FAILED', errno: 'ENOENT', message: 'there is no such program' } as const;
    const bench: ManagerBench = managerBench({
      files: { script: {}, onStart: (process) => void bench.clock.setTimer(1, () => process.end(missing)) },
    });
    const ask = async (): Promise<unknown> => {
      const asking = bench.manager.call({ server: 'files', tool: 'echo' });
      asking.catch(() => {});
      await bench.clock.advance(1);
      return failureIn(bench, asking);
    };
    expect(await ask()).toMatchObject({ code: 'MCP_SPAWN_FAILED', errno: 'ENOENT', serverName: 'files' });
    for (let again = 0; again < 10; again += 1) expect(await ask()).toMatchObject({ code: 'MCP_SPAWN_FAILED' });
    expect(bench.processes).toHaveLength(1);
    await bench.clock.advance(3_600_000);
    expect(bench.processes).toHaveLength(1);
    expect(await ask()).toMatchObject({ code: 'MCP_SPAWN_FAILED' });
    expect(bench.processes).toHaveLength(2);
    expect(await bench.manager.quarantine.list()).toEqual([]);
  },
);

verifies('M-03', 'a deliberate end is no failure: idle, by a person, by the manager', async () => {
  const bench = managerBench({ files: {} }, { timeouts: { idleMs: 1_000 } });
  for (let round = 0; round < 10; round += 1) {
    await outcomeOf(bench, bench.manager.tools());
    if (round % 2 === 0) await bench.clock.advance(1_000);
    else bench.manager.stop('files');
    await bench.clock.settle();
    expect(bench.alive()).toEqual([]);
    expect(bench.manager.status().servers[0]).toMatchObject({ state: 'stopped', failures: 0 });
  }
});

verifies('M-03', 'a start never overlaps the process before it, however long that takes to go', async () => {
  const bench = managerBench({ files: { onStart: (process) => void (process.goesAtOnce = false) } });
  await outcomeOf(bench, bench.manager.tools());
  bench.processes[0]?.die();
  const calling = bench.manager.call({ server: 'files', tool: 'echo' });
  await bench.clock.advance(5_000);
  expect(bench.processes).toHaveLength(1);
  bench.processes[0]?.go();
  await bench.clock.advance(5_000);
  expect(bench.processes).toHaveLength(2);
  expect(await outcomeOf(bench, calling)).toMatchObject({ text: 'echo' });
});

verifies('M-03', 'nothing is started that nobody wants: after a failure without a lease it rests', async () => {
  const bench = managerBench({ files: { script: friendlyServer } });
  await outcomeOf(bench, bench.manager.tools());
  bench.processes[0]?.die();
  await bench.clock.advance(3_600_000);
  expect(bench.processes).toHaveLength(1);
  expect(bench.clock.timers).toBe(0);
});

verifies('M-03', 'a quarantine counts at once, also when its store is slow or takes nothing', async () => {
  for (const add of [() => new Promise<void>(() => {}), () => Promise.reject(new Error('the disk is full'))]) {
    const quarantine = { ...emptyQuarantine, add };
    const bench: ManagerBench = managerBench({ storm: storm(() => bench) }, { quarantine });
    bench.manager.lease('agent');
    bench.manager.tools().catch(() => {});
    await bench.clock.advance(60_000);
    expect(bench.processes).toHaveLength(5);
    const error = await failureIn(bench, bench.manager.call({ server: 'storm', tool: 'echo' }));
    expect(error).toMatchObject({ code: 'MCP_QUARANTINED' });
    expect(bench.processes).toHaveLength(5);
    expect(await bench.manager.quarantine.clear('storm')).toBe(true);
    await outcomeOf(bench, bench.manager.tools());
    expect(bench.processes).toHaveLength(6);
    await outcomeOf(bench, bench.manager.close());
  }
});

verifies('M-03', 'an option that is undefined takes no default away', async () => {
  const nothing = { baseMs: undefined, maxCrashes: undefined } as object;
  const bench: ManagerBench = managerBench({ storm: storm(() => bench) }, { restart: nothing });
  bench.manager.lease('agent');
  bench.manager.tools().catch(() => {});
  await bench.clock.advance(3_600_000);
  expect(bench.processes.map(({ startedAt }) => startedAt)).toEqual([0, 550, 1_600, 3_650, 7_700]);
  expect(state(bench)).toBe('quarantined');
});

verifies(
  'M-03',
  'a lease that is taken in back-off brings the server back, and one that is given back does not',
  async () => {
    const bench = managerBench({ files: {} });
    await outcomeOf(bench, bench.manager.tools());
    bench.processes[0]?.die();
    await bench.clock.settle();
    expect(state(bench)).toBe('backoff');
    bench.manager.lease('agent', ['files']).release();
    await bench.clock.advance(3_600_000);
    expect([state(bench), bench.processes.length]).toEqual(['backoff', 1]);
    const lease = bench.manager.lease('agent', ['files']);
    await bench.clock.settle();
    expect([state(bench), bench.processes.length]).toEqual(['ready', 2]);
    bench.processes[1]?.die();
    await bench.clock.settle();
    await bench.clock.advance(3_600_000);
    expect([state(bench), bench.processes.length]).toEqual(['ready', 3]);
    lease.release();
    await outcomeOf(bench, bench.manager.close());
  },
);

verifies('M-03', 'whoever waits for a server whose quarantine is lifted meanwhile gets it', async () => {
  let looks = 0;
  let fail: (error: Error) => void = () => {};
  const prepared: (() => void)[] = [];
  const bench: ManagerBench = managerBench(
    { storm: storm(() => bench) },
    {},
    {
      planOf: () => ({
        identify: () => {
          looks += 1;
          const identity = { hash: 'storm-1', parts: [] };
          return looks === 6 ? new Promise((_, reject) => (fail = reject)) : Promise.resolve(identity);
        },
        prepare: async () => {
          if (looks > 6) await new Promise<void>((resolve) => void prepared.push(resolve));
          return { options: { executable: 'storm' }, revoke: () => Promise.resolve([]) };
        },
      }),
    },
  );
  bench.manager.lease('agent');
  bench.manager.call({ server: 'storm', tool: 'never' }).catch(() => {});
  await bench.clock.advance(60_000);
  expect([state(bench), looks]).toEqual(['quarantined', 5]);
  const waiting = bench.manager.call({ server: 'storm', tool: 'echo' });
  await bench.clock.settle();
  expect(await outcomeOf(bench, bench.manager.quarantine.clear('storm'))).toBe(true);
  await bench.clock.settle();
  expect(state(bench)).toBe('starting');
  fail(new Error('the disk is slow'));
  await bench.clock.settle();
  for (const go of prepared) go();
  expect(await outcomeOf(bench, waiting)).toMatchObject({ text: 'echo' });
  await outcomeOf(bench, bench.manager.close());
});
