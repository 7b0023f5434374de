import { join } from 'node:path';
import { expect } from 'vitest';
import { failureIn, managerBench, outcomeOf } from '../manager/support/manager-bench.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { verifies } from './verifies.ts';

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
    const catalogueFile = join(temporaryFolder(), 'catalogue.json');
    const bench = managerBench({ files: {} }, { timeouts: { idleMs: 1_000 }, catalogueFile });
    const nothing = await outcomeOf(bench, bench.manager.tools({ start: false }));
    expect(nothing.servers[0]).toMatchObject({ source: 'none', tools: 0 });
    await outcomeOf(bench, bench.manager.tools());
    await bench.clock.advance(1_000);
    const known = await outcomeOf(bench, bench.manager.tools({ start: false }));
    expect(known.servers[0]).toMatchObject({ state: 'stopped', source: 'snapshot', tools: 2 });
    expect(bench.processes).toHaveLength(1);
    await outcomeOf(bench, bench.manager.close());

    const next = managerBench({ files: {} }, { catalogueFile });
    await next.clock.advance(5_000);
    const later = await outcomeOf(next, next.manager.tools({ start: false }));
    expect(later.servers[0]).toMatchObject({ source: 'catalogue', known: { ageMs: 5_000 } });
    expect(later.servers[0]?.known?.tools.map(({ toolName }) => toolName)).toEqual(['echo', 'never']);
    next.identities.set('files', 'files-2');
    const another = await outcomeOf(next, next.manager.tools({ start: false }));
    expect(another.servers[0]).toMatchObject({ source: 'none' });
    expect(another.servers[0]).not.toHaveProperty('known');
    expect(next.processes).toEqual([]);
  },
);

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
