import { expect } from 'vitest';
import { initialized, type Script } from '../support/memory-client.ts';
import { failureIn, friendlyServer, managerBench, outcomeOf } from '../manager/support/manager-bench.ts';
import { verifies } from './verifies.ts';

const silent: Script = {};

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

verifies(
  'M-04',
  'a yes is about the tool that was looked at: one that the next start brings is not called by it',
  async () => {
    let echo: object = { name: 'echo', inputSchema: { type: 'object' } };
    const script: Script = { ...friendlyServer, 'tools/list': () => ({ tools: [echo] }) };
    const bench = managerBench({ files: { script } });
    const { tools } = await outcomeOf(bench, bench.manager.tools());
    for (const change of [
      { annotations: { destructiveHint: true } },
      { inputSchema: { type: 'object', required: ['a'] } },
    ]) {
      bench.manager.stop('files');
      await bench.clock.settle();
      echo = { ...echo, ...change };
      const error = await failureIn(bench, tools[0]?.execute({}) ?? Promise.resolve());
      expect(error).toMatchObject({ code: 'MCP_APPROVAL_REQUIRED', outcome: 'not-sent', serverName: 'files' });
    }
    expect(bench.processes.flatMap((process) => process.sentWith('tools/call'))).toEqual([]);
    expect(await outcomeOf(bench, tools[0]?.execute({ a: 1 }) ?? Promise.reject(new Error('no tool')))).toMatchObject({
      text: 'echo',
    });
  },
);

verifies('M-04', 'a tool that the next start does not bring any more is not called', async () => {
  let listed: object[] = [{ name: 'echo' }];
  const script: Script = { ...friendlyServer, 'tools/list': () => ({ tools: listed }) };
  const bench = managerBench({ files: { script } });
  const { tools } = await outcomeOf(bench, bench.manager.tools());
  bench.manager.stop('files');
  await bench.clock.settle();
  listed = [];
  const error = await failureIn(bench, tools[0]?.execute({}) ?? Promise.resolve());
  expect(error).toMatchObject({ code: 'MCP_UNKNOWN_TOOL', outcome: 'not-sent' });
  expect(bench.processes[1]?.sentWith('tools/call')).toEqual([]);
});
