import { calling, type FaultRow } from '../row.ts';
import { require } from '../scene.ts';

const secret = 'hunter2-and-why-i-stopped';

/** What callers do, and answers that come too late for them. */
export const callRows: readonly FaultRow[] = [
  calling({
    fault: 'a call that is never answered',
    server: {},
    tool: 'never',
    timeoutMs: 200,
    ending: 'MCP_TIMEOUT',
    connection: 'goes on',
    async check({ client, server }) {
      await client.ping();
      require(server?.received('notifications/cancelled').length === 1, 'it was not cancelled once');
    },
  }),
  calling({
    fault: 'the answer comes after the timeout',
    server: { mode: 'late-answer' },
    tool: 'never',
    timeoutMs: 200,
    ending: 'MCP_TIMEOUT',
    connection: 'goes on',
    async check(scene) {
      scene.requireText(await scene.settle(scene.call('echo', { value: 'mine' })), 'mine');
      require(scene.client.stats().lateAnswers === 1, 'the late answer is not counted');
    },
  }),
  calling({
    fault: 'an error as an answer',
    server: {},
    tool: 'fail',
    args: { code: -32_001, message: 'no' },
    ending: 'MCP_ERROR',
    connection: 'goes on',
  }),
  {
    ...calling({
      fault: 'a timeout of 3e9 milliseconds, more than a timer can wait',
      server: {},
      ending: 'MCP_INVALID_PARAMS',
      connection: 'goes on',
    }),
    async meet(scene) {
      const begin = Date.now();
      const settled = await scene.settle(scene.call('echo', { value: 'x' }, { timeoutMs: 3e9 }));
      require(scene.server?.received('tools/call').length === 0, 'something was sent');
      return scene.met(settled, begin);
    },
  },
  {
    ...calling({
      fault: 'the caller aborts, for a reason that is nobody else\u2019s',
      server: {},
      ending: 'MCP_ABORTED',
      connection: 'goes on',
    }),
    async meet(scene) {
      const caller = new AbortController();
      const call = scene.settle(scene.call('never', {}, { signal: caller.signal }));
      await scene.got('never');
      const begin = Date.now();
      caller.abort(new Error(secret));
      const settled = await call;
      await scene.client.ping();
      require(scene.server?.received('notifications/cancelled').length === 1, 'it was not cancelled once');
      require(!scene.journalText.includes(secret), 'the reason went to the server');
      require(Reflect.get(settled.error ?? {}, 'abortReason') === secret, 'the reason is lost');
      return scene.met(settled, begin);
    },
  },
  {
    ...calling({
      fault: 'the signal is aborted before the call',
      server: {},
      ending: 'MCP_ABORTED',
      connection: 'goes on',
    }),
    async meet(scene) {
      const begin = Date.now();
      const signal = AbortSignal.abort(new Error(secret));
      const settled = await scene.settle(scene.call('echo', { value: 'x' }, { signal }));
      await scene.client.ping();
      require(scene.server?.received('tools/call').length === 0, 'something was sent');
      return scene.met(settled, begin);
    },
  },
  {
    ...calling({
      fault: 'arguments that are not JSON',
      server: {},
      done: 'two hundred calls with a BigInt',
      ending: 'MCP_INVALID_PARAMS',
      connection: 'goes on',
    }),
    async meet(scene) {
      const begin = Date.now();
      const calls = Array.from({ length: 200 }, () => scene.settle(scene.call('echo', { value: 1n })));
      const [first, ...others] = await Promise.all(calls);
      require(first !== undefined && others.every(({ ending }) => ending === first.ending), 'not all end the same');
      require(scene.server?.received('tools/call').length === 0, 'something was sent');
      return scene.met(first, begin);
    },
  },
];
