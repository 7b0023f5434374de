import { expect } from 'vitest';
import {
  failureIn,
  friendlyServer,
  managerBench,
  outcomeOf,
  type ManagerBench,
} from '../manager/support/manager-bench.ts';
import type { SentMessage } from '../support/memory-transport.ts';
import { verifies } from './verifies.ts';

const echo = { server: 'files', tool: 'echo' };
const never = { server: 'files', tool: 'never' };

verifies(
  'M-10',
  'when the calls of a run are spent the next one is refused, and what is under way goes on',
  async () => {
    const bench = managerBench({ files: {} }, { budgets: { run: { maxCalls: 2 } } });
    await outcomeOf(bench, bench.manager.call(echo, {}, { runId: 'a' }));
    const under = bench.manager.call(never, {}, { runId: 'a' });
    under.catch(() => {});
    await bench.clock.settle();
    const error = await failureIn(bench, bench.manager.call(echo, {}, { runId: 'a' }));
    expect(error).toMatchObject({
      code: 'MCP_BUDGET_EXCEEDED',
      budget: 'calls',
      limit: 2,
      serverName: 'files',
      outcome: 'not-sent',
    });
    expect(bench.manager.status().calls).toBe(1);
    expect(bench.processes[0]?.sentWith('tools/call')).toHaveLength(2);
    await outcomeOf(bench, bench.manager.close());
  },
);

verifies('M-10', 'nobody is asked about a call that cannot be paid for: neither the policy nor a person', async () => {
  for (const run of [{ maxCalls: 1 }, { maxArgumentBytes: 20 }]) {
    const asked: string[] = [];
    const bench = managerBench(
      { files: {} },
      {
        budgets: { run },
        policy: () => {
          asked.push('policy');
          return { decision: 'ask' };
        },
        approver: () => {
          asked.push('approver');
          return true;
        },
      },
    );
    await outcomeOf(bench, bench.manager.call(echo, { value: 'x' }, { runId: 'a' }));
    expect(asked).toEqual(['policy', 'approver']);
    const second = bench.manager.call(echo, { value: 'x' }, { runId: 'a' });
    expect(await failureIn(bench, second)).toMatchObject({ code: 'MCP_BUDGET_EXCEEDED', outcome: 'not-sent' });
    expect(await failureIn(bench, bench.manager.call(echo, {}))).toMatchObject({ code: 'MCP_INVALID_PARAMS' });
    expect(asked).toEqual(['policy', 'approver']);
    await outcomeOf(bench, bench.manager.close());
  }
});

verifies(
  'M-10',
  'when the time of a run is spent its calls end with "budget", and the server is there for the next run',
  async () => {
    const bench = managerBench({ files: {}, search: {} }, { budgets: { run: { maxWallMs: 1_000 } } });
    await outcomeOf(bench, bench.manager.tools());
    const calls = [
      bench.manager.call(never, {}, { runId: 'a' }),
      bench.manager.call({ ...never, server: 'search' }, {}, { runId: 'a' }),
    ];
    const other = bench.manager.call(never, {}, { runId: 'b' });
    for (const call of [...calls, other]) call.catch(() => {});
    await bench.clock.advance(900);
    const late = bench.manager.call(never, {}, { runId: 'b' });
    late.catch(() => {});
    await bench.clock.advance(100);
    for (const call of [...calls, other, late]) {
      expect(await failureIn(bench, call)).toMatchObject({
        code: 'MCP_ABORTED',
        abortedBy: 'budget',
        outcome: 'unknown',
      });
    }
    expect(await failureIn(bench, bench.manager.call(echo, {}, { runId: 'a' }))).toMatchObject({ budget: 'wall-time' });
    expect(await outcomeOf(bench, bench.manager.call(echo, {}, { runId: 'c' }))).toMatchObject({ text: 'echo' });
    expect(bench.processes).toHaveLength(2);
    expect(bench.manager.status().servers.map(({ failures }) => failures)).toEqual([0, 0]);
  },
);

verifies(
  'M-10',
  'results are measured as they came: the one that goes over is handed on, and the rest is cancelled',
  async () => {
    const script = {
      ...friendlyServer,
      'tools/call': ({ params }: { params?: Record<string, unknown> }) =>
        params?.['name'] === 'echo' ? { content: [{ type: 'text', text: 'x'.repeat(1_000) }] } : undefined,
    };
    const bench = managerBench(
      { files: { script }, search: {} },
      { budgets: { servers: { files: { maxResultBytes: 1_500 } } } },
    );
    const run = { runId: 'a' };
    await outcomeOf(bench, bench.manager.call(echo, {}, run));
    const waiting = bench.manager.call(never, {}, run);
    const elsewhere = bench.manager.call({ ...never, server: 'search' }, {}, run);
    for (const call of [waiting, elsewhere]) call.catch(() => {});
    await bench.clock.settle();
    expect((await outcomeOf(bench, bench.manager.call(echo, {}, run))).text).toHaveLength(1_000);
    expect(await failureIn(bench, waiting)).toMatchObject({ code: 'MCP_ABORTED', abortedBy: 'budget' });
    expect(await failureIn(bench, bench.manager.call(echo, {}, run))).toMatchObject({ budget: 'result-bytes' });
    expect(bench.manager.status().calls).toBe(1); // at the other server nothing is spent
    expect(bench.manager.spent('a')).toMatchObject({ calls: 4 });
    await outcomeOf(bench, bench.manager.close());
  },
);

verifies('M-10', 'arguments are paid before they are sent', async () => {
  const bench = managerBench({ files: {} }, { budgets: { run: { maxArgumentBytes: 20 } } });
  const error = await failureIn(bench, bench.manager.call(echo, { value: 'ü'.repeat(10) }, { runId: 'a' }));
  expect(error).toMatchObject({ code: 'MCP_BUDGET_EXCEEDED', budget: 'argument-bytes' });
  expect(bench.processes[0]?.sentWith('tools/call')).toEqual([]);
  await outcomeOf(bench, bench.manager.call(echo, { value: 'u' }, { runId: 'a' }));
});

verifies('M-10', 'a call that does not say its run is refused where budgets are set', async () => {
  const bench = managerBench({ files: {} }, { budgets: { run: { maxCalls: 2 } } });
  expect(await failureIn(bench, bench.manager.call(echo))).toMatchObject({ code: 'MCP_INVALID_PARAMS' });
});

verifies('M-10', 'a call of a run that was forgotten ends nothing of the one that has its name now', async () => {
  const bench = managerBench({ files: {} }, { budgets: { run: { maxWallMs: 1_000, maxResultBytes: 10 } } });
  const run = { runId: 'a' };
  const old = bench.manager.call(never, {}, run);
  old.catch(() => {});
  await bench.clock.advance(900);
  bench.manager.spent('a', { forget: true });
  const fresh = bench.manager.call(never, {}, run);
  fresh.catch(() => {});
  await bench.clock.advance(999);
  expect(bench.manager.status().calls).toBe(2);
  await bench.clock.advance(1);
  expect(await failureIn(bench, fresh)).toMatchObject({ code: 'MCP_ABORTED', abortedBy: 'budget' });
  await outcomeOf(bench, bench.manager.close());
});

verifies(
  'M-10',
  'a result counts whatever its shape is, also one that is nested deeper than the engine goes',
  async () => {
    const deep = `${'{"a":'.repeat(20_000)}{}${'}'.repeat(20_000)}`;
    const answer = ({ id }: SentMessage): void =>
      bench.processes[0]?.receive(`{"jsonrpc":"2.0","id":${id},"result":{"content":[],"structuredContent":${deep}}}`);
    const script = { ...friendlyServer, 'tools/call': answer };
    const bench: ManagerBench = managerBench({ files: { script } }, { budgets: { run: { maxResultBytes: 1_000 } } });
    const run = { runId: 'a' };
    await outcomeOf(bench, bench.manager.call(echo, {}, run));
    expect(bench.manager.spent('a')?.resultBytes).toBeGreaterThan(100_000);
    expect(await failureIn(bench, bench.manager.call(echo, {}, run))).toMatchObject({ budget: 'result-bytes' });
    await outcomeOf(bench, bench.manager.close());
  },
);
