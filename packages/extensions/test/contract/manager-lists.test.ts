import { expect } from 'vitest';
import {
  friendlyServer,
  managerBench,
  outcomeOf,
  twoTools,
  type ManagerBench,
} from '../manager/support/manager-bench.ts';
import { discovered } from '../support/memory-client.ts';
import type { SentMessage } from '../support/memory-transport.ts';
import { verifies } from './verifies.ts';

// A modern server tells of changes on a stream; while that is lost nobody tells of any.
verifies('M-08', 'changes that went by while a modern server could tell of none are found afterwards', async () => {
  const key = 'io.modelcontextprotocol/subscriptionId';
  let tools: object[] = twoTools.tools;
  const acknowledge = ({ id }: SentMessage): void =>
    bench.processes[0]?.receive({
      jsonrpc: '2.0',
      method: 'notifications/subscriptions/acknowledged',
      params: { notifications: { toolsListChanged: true }, _meta: { [key]: id } },
    });
  const script = {
    'server/discover': () => ({ ...discovered, capabilities: { tools: { listChanged: true } } }),
    'subscriptions/listen': acknowledge,
    'tools/list': () => ({ tools }),
  };
  const bench: ManagerBench = managerBench({ files: { config: { era: 'modern' }, script } });
  const { version } = await outcomeOf(bench, bench.manager.tools());
  await bench.clock.advance(10_000);
  const lists = (): number => bench.processes[0]?.sentWith('tools/list').length ?? 0;
  expect(lists()).toBe(1);
  const [stream] = bench.processes[0]?.sentWith('subscriptions/listen') ?? [];
  bench.processes[0]?.answer(stream?.id);
  tools = [...tools, { name: 'third' }];
  await bench.clock.advance(10_000);
  expect(bench.processes[0]?.sentWith('subscriptions/listen')).toHaveLength(2);
  expect([lists(), bench.manager.status().version]).toEqual([2, version + 1]);
  expect((await outcomeOf(bench, bench.manager.tools())).tools).toHaveLength(3);
  await outcomeOf(bench, bench.manager.close());
});

verifies('M-01', 'a filter is of the names that the server gives, by globs, and what it leaves out wins', async () => {
  const names = ['read_file', 'read_secret', 'write_file', '.hidden', 'READ_ALL'];
  const script = { ...friendlyServer, 'tools/list': () => ({ tools: names.map((name) => ({ name })) }) };
  for (const [tools, offered] of [
    [{ exclude: [] }, names],
    [{ include: ['read_*'], exclude: [] }, ['read_file', 'read_secret']],
    [{ include: ['*'], exclude: ['read_*', 'write_file'] }, ['.hidden', 'READ_ALL']],
    [{ include: ['write_file'], exclude: ['write_file'] }, []],
    [{ include: [], exclude: [] }, []],
    [{ include: ['files__write_file', '!read_secret', 'write'], exclude: [] }, []],
  ] as const) {
    const bench = managerBench({ files: { config: { tools }, script } });
    const answer = await outcomeOf(bench, bench.manager.tools());
    expect(
      answer.tools.map(({ toolName }) => toolName),
      JSON.stringify(tools),
    ).toEqual(offered);
    await outcomeOf(bench, bench.manager.close());
  }
});

verifies(
  'M-01',
  'a name of a tool that the server does not have is told: the slip would let another one through',
  async () => {
    let names = ['read', 'delete_all'];
    const script = { ...friendlyServer, 'tools/list': () => ({ tools: names.map((name) => ({ name })) }) };
    const config = {
      tools: { include: ['read', 'delete_*', 'raed'], exclude: ['delete_al', 'drop_*'] },
      toolPermissions: { read: 'read', 'delete*': 'execute' },
    } as const;
    const bench = managerBench({ files: { config, script } });
    const told = (): string[] =>
      bench.events.flatMap((event) =>
        event.type === 'server-notice' ? [`${event.serverName}: ${event.message}`] : [],
      );
    await outcomeOf(bench, bench.manager.tools());
    const words = ['tools.include names raed', 'tools.exclude names delete_al', 'toolPermissions names delete*'];
    expect(told()).toEqual(words.map((word) => `files: ${word}, and the server has no such tool`));
    // What was told is not told again with each start, and what is there now is no slip any more.
    bench.manager.stop('files');
    await outcomeOf(bench, bench.manager.tools());
    expect(told()).toHaveLength(3);
    names = ['read', 'raed', 'delete_al', 'delete*'];
    bench.processes[1]?.receive({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
    await bench.clock.advance(1_000);
    expect(told()).toHaveLength(3);
    await outcomeOf(bench, bench.manager.close());
  },
);
