import { fixtureServer, type FixtureOptions, type FixtureServer } from '@coding-agent/fixture-servers';
import { abortListeners, settlesWithin, waitUntilGone, watchResources } from '@coding-agent/fixture-servers/testing';
import fc from 'fast-check';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished } from 'vitest';
import { McpClient, McpClientError, type ToolResult } from '../../src/index.ts';
import { verifies } from '../contract/verifies.ts';

const folder = fileURLToPath(new URL('../../src', import.meta.url));
const testMs = 60_000;

for (const count of [100, 1_000, 10_000]) {
  verifies(
    'Q-03',
    `${count} calls with random delays get each its own answer, and everything goes back to zero`,
    async () => {
      const resources = watchResources({ folder });
      onTestFinished(() => resources.stop());
      const { client, server } = await connected();
      const life = new AbortController();
      const delays = fc.sample(fc.integer({ min: 0, max: 60 }), { numRuns: count, seed: count });

      const order: number[] = [];
      const calls = delays.map(async (delay, index) => {
        const args = { value: `call ${index}`, delay };
        const text = textOf(await client.callTool('echo', args, { signal: life.signal }));
        order.push(index);
        return text;
      });
      expect(client.pendingCount).toBe(count);
      expect(resources.timers()).toHaveLength(1); // one, for all of them
      const texts = await within(Promise.all(calls), 'all the answers');

      expect(texts).toEqual(delays.map((_, index) => `call ${index}`));
      expect(order).not.toEqual(order.toSorted((a, b) => a - b)); // they did come out of order
      expectNothingHeld(client, life.signal);
      expect(resources.timers()).toEqual([]);
      expect(client.stats()).toMatchObject({ answers: count + 3, lateAnswers: 0, unknownAnswers: 0, malformed: 0 });
      const ids = server.received('tools/call').map(({ id }) => id);
      expect(new Set(ids).size).toBe(count);

      await client.close();
      await waitUntilGone(server.pids());
      await resources.settled();
    },
    testMs,
  );
}

verifies(
  'Q-03',
  'a thousand timeouts and aborts on one long-lived signal leave nothing, and cancel only what was given up',
  async () => {
    const resources = watchResources({ folder });
    onTestFinished(() => resources.stop());
    const { client, server } = await connected();
    const life = new AbortController();
    const { signal } = life;
    const warnings: string[] = [];
    const onWarning = ({ name }: Error): void => void warnings.push(name);
    process.on('warning', onWarning);
    onTestFinished(() => void process.off('warning', onWarning));

    // Half of them time out, half are aborted by a signal that depends on the long-lived one; good calls are in between.
    const endings: string[] = [];
    for (let round = 0; round < 10; round += 1) {
      const caller = new AbortController();
      const both = AbortSignal.any([signal, caller.signal]);
      const lost = Array.from({ length: 100 }, (_, index) =>
        client.callTool('never', {}, index % 2 === 0 ? { signal, timeoutMs: 40 } : { signal: both }),
      );
      const good = client.callTool('echo', { value: `round ${round}`, delay: 20 }, { signal });
      const settled = Promise.allSettled(lost);
      expect(textOf(await within(good, 'the good call'))).toBe(`round ${round}`);
      caller.abort();
      for (const one of await within(settled, 'the lost calls')) endings.push(codeOf(one));
      expectNothingHeld(client, signal);
      expect(abortListeners(both)).toBe(0);
    }
    expect(endings.filter((ending) => ending === 'MCP_TIMEOUT')).toHaveLength(500);
    expect(endings.filter((ending) => ending === 'MCP_ABORTED')).toHaveLength(500);
    expect(client.stats()).toMatchObject({ timeouts: 500, aborts: 500, pending: 0 });
    expect(resources.timers()).toEqual([]);

    await client.ping(); // the server has read everything that was sent before, the last cancellations too
    expect(client.stats().queuedBytes).toBe(0);
    const lost = idsOf(server, 'never');
    expect(cancelledIds(server)).toEqual(lost); // each of them once, and nobody else
    life.abort();
    await client.ping();
    expect(cancelledIds(server)).toEqual(lost);
    expect(warnings).toEqual([]);

    await client.close();
    await waitUntilGone(server.pids());
    await resources.settled();
  },
  testMs,
);

verifies(
  'Q-03',
  'the abort of one signal ends a thousand calls at once, each with one cancellation and one error',
  async () => {
    const { client, server } = await connected();
    const life = new AbortController();
    const calls = Array.from({ length: 1_000 }, () => client.callTool('never', {}, { signal: life.signal }));
    const settled = Promise.allSettled(calls);
    await client.ping(); // all are sent: an unsent one is dropped, and there is nothing to cancel
    expect(abortListeners(life.signal)).toBe(1); // one for all: no warning for any number of calls
    life.abort();
    const endings = (await within(settled, 'the aborted calls')).map(codeOf);
    expect(endings.every((ending) => ending === 'MCP_ABORTED')).toBe(true);
    await client.ping();
    expect(cancelledIds(server)).toEqual(idsOf(server, 'never'));
    expectNothingHeld(client, life.signal);
    await client.close();
    await waitUntilGone(server.pids());
  },
  testMs,
);

/** A client that has shaken hands and listed the tools. Both are given back with the test, whatever happens. */
async function connected(options: FixtureOptions = {}): Promise<{ client: McpClient; server: FixtureServer }> {
  const server = fixtureServer({ shape: 'mcp', ...options });
  const client = new McpClient({ executable: server.executable, args: server.args, graces: { killMs: 10_000 } });
  onTestFinished(async () => {
    await client.close();
    server.dispose();
  });
  await client.initialize();
  await client.listTools();
  return { client, server };
}

async function within<T>(promise: Promise<T>, what: string): Promise<T> {
  const settled = await settlesWithin(promise, 30_000, what);
  if (settled.status === 'rejected') throw settled.reason;
  return settled.value;
}

function expectNothingHeld(client: McpClient, signal: AbortSignal): void {
  expect([client.pendingCount, abortListeners(signal)]).toEqual([0, 0]);
}

function textOf({ content: [block] }: ToolResult): string {
  return block?.type === 'text' ? block.text : '';
}

function codeOf(settled: PromiseSettledResult<unknown>): string {
  if (settled.status === 'fulfilled') return 'answered';
  return settled.reason instanceof McpClientError ? settled.reason.code : String(settled.reason);
}

/** The ids of the calls of a tool, in order of their size. */
function idsOf(server: FixtureServer, tool: string): number[] {
  const calls = server.received('tools/call').filter(({ params }) => params?.['name'] === tool);
  return calls.map(({ id }) => Number(id)).toSorted((a, b) => a - b);
}

function cancelledIds(server: FixtureServer): number[] {
  const ids = server.received('notifications/cancelled').map(({ params }) => Number(params?.['requestId']));
  return ids.toSorted((a, b) => a - b);
}
