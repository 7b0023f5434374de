import { expect } from 'vitest';
import type { PolicyCall, PolicyDecision } from '../../src/adapter/call-policy.ts';
import { rememberApprovals } from '../../src/adapter/remembered-approvals.ts';
import {
  failureIn,
  friendlyServer,
  managerBench,
  outcomeOf,
  type ManagerBench,
} from '../manager/support/manager-bench.ts';
import { verifies } from './verifies.ts';

const echo = { server: 'files', tool: 'echo' };
const never = { server: 'files', tool: 'never' };

// anomalyco/opencode#14499: a time that no progress could extend.
verifies('C-14', 'at a manager too progress gives a call its time anew, up to its time in all', async () => {
  const bench = managerBench({ files: {} }, { timeouts: { callMs: 500, totalMs: 2_000 } });
  await outcomeOf(bench, bench.manager.tools());
  const [process] = bench.processes;
  let heard = 0;
  for (const onProgress of [() => void (heard += 1), undefined]) {
    const slow = bench.manager.call(never, {}, { onProgress });
    slow.catch(() => {});
    for (let step = 1; step < 10; step += 1) {
      await bench.clock.advance(200);
      const params = { progressToken: process?.progressToken, progress: step };
      process?.receive({ jsonrpc: '2.0', method: 'notifications/progress', params });
    }
    expect(bench.manager.status().calls).toBe(1);
    await bench.clock.advance(200);
    expect(await failureIn(bench, slow)).toMatchObject({ code: 'MCP_TIMEOUT', timeout: 'total', timeoutMs: 2_000 });
  }
  expect(heard).toBe(9);
  const silent = bench.manager.call(never);
  silent.catch(() => {});
  await bench.clock.advance(500);
  expect(await failureIn(bench, silent)).toMatchObject({ code: 'MCP_TIMEOUT', timeout: 'idle', timeoutMs: 500 });
  expect(bench.manager.status().servers[0]).toMatchObject({ state: 'ready', failures: 0 });
  await outcomeOf(bench, bench.manager.close());
});

// anomalyco/opencode#35275, openai/codex#17566.
verifies('C-14', 'a person may think about a question of the tool for longer than a call may take', async () => {
  let answer: () => void = () => {};
  const bench: ManagerBench = managerBench(
    {
      files: {
        script: {
          ...friendlyServer,
          'tools/call': () =>
            bench.processes[0]?.receive({ jsonrpc: '2.0', id: 'q', method: 'elicitation/create', params: {} }),
        },
      },
    },
    {
      timeouts: { callMs: 1_000, totalMs: 600_000 },
      client: {
        capabilities: { elicitation: {} },
        handlers: {
          'elicitation/create': () => new Promise((resolve) => (answer = () => resolve({ action: 'accept' }))),
        },
      },
    },
  );
  await outcomeOf(bench, bench.manager.tools());
  const calling = bench.manager.call(echo);
  await bench.clock.advance(300_000);
  expect(bench.manager.status().calls).toBe(1);
  answer();
  await bench.clock.settle();
  const [process] = bench.processes;
  expect(process?.sent.at(-1)).toMatchObject({ id: 'q', result: { action: 'accept' } });
  process?.answer(process.sentWith('tools/call')[0]?.id, { content: [{ type: 'text', text: 'thanks' }] });
  expect(await outcomeOf(bench, calling)).toMatchObject({ text: 'thanks' });
  await outcomeOf(bench, bench.manager.close());
});

// QwenLM/qwen-code#5381, lightseek/smg#2441; Mastra runs a tool again when its error holds the word "session".
verifies('M-04', 'words of a tool are nobody’s reason to call it again, or to restart its server', async () => {
  const words = ['session expired, please reconnect', 'Already connected to a transport', 'ECONNRESET', 'fetch failed'];
  const left = [...words];
  const script = {
    ...friendlyServer,
    'tools/call': () => ({ isError: true, content: [{ type: 'text', text: left.shift() }] }),
  };
  const bench = managerBench({ files: { script } });
  for (const text of words) {
    expect(await outcomeOf(bench, bench.manager.call(echo))).toMatchObject({ isError: true, text });
  }
  await bench.clock.advance(60_000);
  expect(bench.processes).toHaveLength(1);
  expect(bench.processes[0]?.sentWith('tools/call')).toHaveLength(words.length);
  expect(bench.manager.status().servers[0]).toMatchObject({ state: 'ready', failures: 0 });
  await outcomeOf(bench, bench.manager.close());
});

verifies(
  'M-07',
  'every call passes the policy; a yes that is remembered is of these arguments and this server',
  async () => {
    const asked: string[] = [];
    const seen: PolicyCall[] = [];
    const approver = rememberApprovals(({ identity = '' }) => (asked.push(identity), true));
    const policy = (call: PolicyCall): PolicyDecision => {
      seen.push(call);
      return call.toolName === 'never' ? { decision: 'deny', reason: 'never' } : { decision: 'ask' };
    };
    const bench = managerBench({ files: { config: { permission: 'execute' } } }, { policy, approver });
    const { tools } = await outcomeOf(bench, bench.manager.tools());
    const call = (args: object): Promise<unknown> => bench.manager.call(echo, { ...args }, { runId: 'r' });
    await outcomeOf(bench, call({ a: 1, b: 2 }));
    await outcomeOf(bench, call({ b: 2, a: 1 }));
    await outcomeOf<unknown>(bench, tools[0]?.execute({ a: 1, b: 2 }) ?? Promise.resolve());
    expect(asked).toEqual(['files-1']);
    await outcomeOf(bench, call({ a: 1 }));
    expect(asked).toEqual(['files-1', 'files-1']);
    expect(await failureIn(bench, bench.manager.call(never))).toMatchObject({
      code: 'MCP_DENIED',
      outcome: 'not-sent',
    });
    expect(seen.map(({ toolName, runId }) => [toolName, runId])).toEqual([
      ['echo', 'r'],
      ['echo', 'r'],
      ['echo', undefined],
      ['echo', 'r'],
      ['never', undefined],
    ]);

    // Nobody can know before the start that it is another one: the yes is not one to that.
    bench.manager.stop('files');
    bench.identities.set('files', 'files-2');
    expect(await failureIn(bench, call({ a: 1 }))).toMatchObject({
      code: 'MCP_APPROVAL_REQUIRED',
      outcome: 'not-sent',
      changes: ['its server is another one'],
    });
    expect(bench.processes.at(-1)?.sentWith('tools/call')).toEqual([]);
    await outcomeOf(bench, call({ a: 1 }));
    expect(asked).toEqual(['files-1', 'files-1', 'files-2']);
    await outcomeOf(bench, bench.manager.close());
  },
);

verifies(
  'A-06',
  'a tool that is another one after the start that a call waited for is not called as what it was',
  async () => {
    let description = 'reads';
    const script = {
      ...friendlyServer,
      'tools/list': () => ({ tools: [{ name: 'echo', description }, { name: 'never' }] }),
    };
    const bench = managerBench({ files: { script } });
    const { tools } = await outcomeOf(bench, bench.manager.tools());
    bench.manager.stop('files');
    description = 'deletes';
    expect(await failureIn(bench, tools[0]?.execute({}) ?? Promise.resolve())).toMatchObject({
      code: 'MCP_APPROVAL_REQUIRED',
      changes: ['its description is another one'],
    });
    expect(bench.processes.map((one) => one.sentWith('tools/call'))).toEqual([[], []]);
    expect(await outcomeOf(bench, bench.manager.call(echo))).toMatchObject({ text: 'echo' });
    await outcomeOf(bench, bench.manager.close());
  },
);
