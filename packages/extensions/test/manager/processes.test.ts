import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive, waitUntilGone } from '@coding-agent/fixture-servers/testing';
import { fixtureServer } from '@coding-agent/fixture-servers';
import { expect, test } from 'vitest';
import { McpClientError } from '../../src/errors.ts';
import { createApprovals } from '../../src/manager/approval-stores.ts';
import { createQuarantine } from '../../src/manager/quarantine.ts';
import { processManager } from './support/process-manager.ts';

const long = { timeout: 120_000 };
/** However busy the machine is. */
const patient = { timeoutMs: 40_000 };

async function codeOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => 'it went well',
    (error: unknown) => (error instanceof McpClientError ? error.code : error),
  );
}

// github.com/can1357/oh-my-pi/issues/1596; LangChain's adapters started 44 processes in 10 s with `maxAttempts: 3`.
test(
  'a restart storm ends after so many starts, and another binary under the same path has to be approved',
  long,
  async (context) => {
    const folder = mkdtempSync(join(tmpdir(), 'manager-'));
    context.onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const storm = fixtureServer({ shape: 'mcp', mode: 'exit-after-list', delayMs: 5 });
    context.onTestFinished(() => storm.dispose());
    const executable = join(folder, 'server');
    writeFileSync(executable, `#!/bin/sh\nexec "${storm.executable}" "$@"\n`);
    chmodSync(executable, 0o755);
    const approvals = createApprovals();
    const quarantine = createQuarantine();
    const restart = { baseMs: 5, maxDelayMs: 20, maxCrashes: 4 };
    const { manager, until } = processManager(
      context,
      { storm: { config: { server: { executable, args: storm.args } } } },
      { approvals, quarantine, restart },
    );
    expect(await codeOf(manager.call({ server: 'storm', tool: 'echo' }, { value: 'x' }))).toBe('MCP_APPROVAL_REQUIRED');
    const starts = (): number => storm.journal().filter(({ event }) => event === 'start').length;
    expect(starts()).toBe(0);
    manager.lease('agent');
    await manager.approve('storm');
    await until('storm', 'quarantined');
    expect(starts()).toBeLessThanOrEqual(4);
    expect(await codeOf(manager.call({ server: 'storm', tool: 'echo' }, { value: 'x' }))).toBe('MCP_QUARANTINED');
    const before = starts();
    writeFileSync(executable, `${readFileSync(executable, 'utf8')}# another one\n`);
    expect(await codeOf(manager.call({ server: 'storm', tool: 'echo' }, { value: 'x' }))).toBe('MCP_APPROVAL_REQUIRED');
    expect(starts()).toBe(before);
    await waitUntilGone(storm.pids(), { deadlineMs: 40_000 });
  },
);

// github.com/mastra-ai/mastra/issues/13521, CherryHQ/cherry-studio#16242
test(
  'five servers, one good: it answers in time, the others have their reasons, and a hung call does not hold up the end',
  long,
  async (context) => {
    const { manager, fixtures, until } = processManager(context, {
      good: {},
      missing: { config: { server: { executable: '/there/is/no/such/program', args: [] } } },
      hanging: { mode: 'silent' },
      slow: { mode: 'dual-era', delayMs: 25_000 },
      crashing: { mode: 'exit-on-start' },
    });
    await manager.tools({ timeoutMs: 10 });
    await Promise.all([until('good', 'ready'), until('missing', 'backoff'), until('crashing', 'backoff')]);
    const { tools, servers } = await manager.tools({ timeoutMs: 300 });
    expect(new Set(tools.map(({ serverName }) => serverName))).toEqual(new Set(['good']));
    const reasons = new Map(servers.map(({ name, reason }) => [name, reason?.code]));
    expect(reasons.get('good')).toBeUndefined();
    expect(reasons.get('missing')).toBe('MCP_SPAWN_FAILED');
    expect(reasons.get('hanging')).toBe('MCP_TIMEOUT');
    expect(reasons.get('slow')).toBe('MCP_TIMEOUT');
    expect(reasons.get('crashing')).toBe('MCP_HANDSHAKE_FAILED');
    const hung = codeOf(manager.call({ server: 'good', tool: 'never' }));
    await fixtures
      .get('good')
      ?.waitFor((entry) => entry.event === 'received' && entry.message.method === 'tools/call', { deadlineMs: 40_000 });
    const { unfinished, survivors } = await manager.close({ deadlineMs: 15_000 });
    expect([unfinished, survivors]).toEqual([[], []]);
    expect(await hung).toBe('MCP_ABORTED');
    for (const fixture of fixtures.values()) expect(fixture.pids().filter(isAlive)).toEqual([]);
  },
);

test('twenty leases and many who ask at once are one process, and idle it is none', long, async (context) => {
  const { manager, fixtures, until, starts } = processManager(context, { files: { config: { idleMs: 50 } } });
  const leases = Array.from({ length: 20 }, (_, index) => manager.lease(`agent ${index}`));
  await Promise.all([
    ...leases.map(() => manager.tools(patient)),
    ...leases.map((_, index) => manager.call({ server: 'files', tool: 'echo' }, { value: `${index}` })),
  ]);
  expect(starts('files')).toBe(1);
  for (const lease of leases) lease.release();
  await until('files', 'stopped');
  expect(fixtures.get('files')?.pids().filter(isAlive)).toEqual([]);
});

test(
  'secrets reach their own server alone, the environment of the host stays, and they are given back when it is gone',
  long,
  async (context) => {
    const revoked: string[] = [];
    const alive: boolean[] = [];
    const env = { TOKEN: '${secret:token}' };
    const { manager, fixtures, events } = processManager(
      context,
      { a: { mode: 'env-dump', config: { server: { env } } }, b: { mode: 'env-dump', config: { server: { env } } } },
      {
        secrets: ({ serverName, name }) =>
          Promise.resolve({
            value: `${name} of ${serverName}`,
            revoke: () => {
              revoked.push(serverName);
              alive.push(fixtures.get(serverName)?.pids().some(isAlive) === true);
            },
          }),
      },
    );
    const before = JSON.stringify(process.env);
    const [a, b] = await Promise.all(['a', 'b'].map((server) => manager.call({ server, tool: 'env' })));
    expect(a?.text).toContain('token of a');
    expect(a?.text).not.toContain('token of b');
    expect(b?.text).toContain('token of b');
    expect(JSON.stringify(process.env)).toBe(before);
    expect(JSON.stringify(manager.status())).not.toContain('token of');
    await manager.rotate('a');
    expect(revoked).toEqual(['a']);
    await manager.close({ deadlineMs: 20_000 });
    expect(revoked.toSorted()).toEqual(['a', 'a', 'b']);
    expect(alive).toEqual([false, false, false]);
    expect(JSON.stringify(events)).not.toContain('token of');
  },
);

test('a run that has spent its time loses its calls, and the next one has the same process', long, async (context) => {
  const { manager, starts } = processManager(context, { files: {} }, { budgets: { run: { maxWallMs: 200 } } });
  await manager.tools(patient);
  const never = manager.call({ server: 'files', tool: 'never' }, {}, { runId: 'a' });
  await expect(never).rejects.toMatchObject({ code: 'MCP_ABORTED', abortedBy: 'budget' });
  const next = manager.call({ server: 'files', tool: 'echo' }, { value: 'x' }, { runId: 'a' });
  await expect(next).rejects.toMatchObject({ code: 'MCP_BUDGET_EXCEEDED', budget: 'wall-time' });
  expect(await manager.call({ server: 'files', tool: 'echo' }, { value: 'x' }, { runId: 'b' })).toMatchObject({
    text: 'x',
  });
  expect(starts('files')).toBe(1);
});

test('closing in the middle of many starts leaves no process', long, async (context) => {
  const servers = Object.fromEntries(Array.from({ length: 6 }, (_, index) => [`server-${index}`, {}]));
  const { manager, fixtures } = processManager(context, servers);
  const asking = manager.tools(patient);
  await fixtures.get('server-0')?.waitFor(({ event }) => event === 'start', { deadlineMs: 40_000 });
  const { survivors, unfinished } = await manager.close({ deadlineMs: 20_000 });
  expect([survivors, unfinished]).toEqual([[], []]);
  await codeOf(asking);
  const pids = (): number[] => [...fixtures.values()].flatMap((fixture) => fixture.pids());
  const seen = pids();
  expect(seen.filter(isAlive)).toEqual([]);
  await codeOf(manager.tools());
  expect(pids()).toEqual(seen);
});

test('a server that has to be killed is told of, and its grandchild does not stay', long, async (context) => {
  const { manager, fixtures } = processManager(context, {
    stubborn: { mode: 'ignore-sigterm' },
    family: { mode: 'grandchild' },
  });
  await manager.tools(patient);
  const report = await manager.close({ deadlineMs: 20_000 });
  expect(report).toMatchObject({ killed: ['stubborn'], survivors: [], unfinished: [] });
  for (const fixture of fixtures.values()) expect(fixture.pids().filter(isAlive)).toEqual([]);
});

// github.com/artokun/comfyui-mcp/issues/1447: each time-out threw a half-finished installation away.
test('a package that takes long to fetch is fetched once, however little patience there is', long, async (context) => {
  const timeouts = { installMs: 30_000, startMs: 1_000 };
  const { manager, starts, until } = processManager(context, {
    fetched: { mode: 'slow-first-start', delayMs: 1_500, config: { timeouts } },
  });
  const early = await manager.tools({ timeoutMs: 100 });
  expect(early.servers[0]).toMatchObject({ state: 'starting', reason: { code: 'MCP_TIMEOUT' } });
  const controller = new AbortController();
  const leaving = codeOf(manager.call({ server: 'fetched', tool: 'echo' }, {}, { signal: controller.signal }));
  controller.abort();
  expect(await leaving).toBe('MCP_ABORTED');
  await until('fetched', 'ready');
  expect(await manager.call({ server: 'fetched', tool: 'echo' }, { value: 'x' })).toMatchObject({ text: 'x' });
  expect(starts('fetched')).toBe(1);
});
