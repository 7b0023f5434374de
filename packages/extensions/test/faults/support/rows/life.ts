import { fileURLToPath } from 'node:url';
import type { FixtureOptions } from '@coding-agent/fixture-servers';
import { McpClientError } from '../../../../src/index.ts';
import { calling, shakingHands, type FaultRow } from '../row.ts';
import { require, type Scene, type Settled } from '../scene.ts';

/** Ends that come from the process, and ends that are hard to reach. */
export const lifeRows: readonly FaultRow[] = [
  crash('half an answer, then exit', { mode: 'half-line-exit' }, 'echo', { exitCode: 7, signal: null }),
  crash('exit in mid-call', { mode: 'exit-mid-call' }, 'echo', { exitCode: 7, signal: null }),
  crash('killed in mid-call', {}, 'exit', { exitCode: null, signal: 'SIGKILL' }, { signal: 'SIGKILL' }),
  crash(
    'exit in mid-call while a grandchild holds the pipes',
    { mode: 'grandchild' },
    'exit',
    { exitCode: 3, signal: null },
    { code: 3 },
  ),
  crash(
    'exit in mid-call while a grandchild in a session of its own holds the pipes',
    { mode: 'grandchild-session' },
    'exit',
    { exitCode: 3, signal: null },
    { code: 3 },
  ),
  {
    ...calling({
      fault: 'stdin closed early, by a server that lives on',
      server: { mode: 'stdin-closed-early' },
      options: { allowUnlistedTools: true },
      ending: 'MCP_WRITE_FAILED',
      connection: 'ends',
    }),
    async meet(scene) {
      await scene.seen('fault');
      const begin = Date.now();
      const settled = await scene.settle(scene.call('echo', { value: 'x' }));
      return scene.met(settled, begin);
    },
  },
  calling({
    fault: 'stdout closed, by a server that lives on',
    server: { mode: 'stdout-closed' },
    ending: 'MCP_PROCESS_EXIT',
    connection: 'ends',
  }),
  {
    fault: 'a full pipe, and then its reader dies',
    done: 'a call of 1 MiB',
    server: { mode: 'slow-reader', hold: true },
    ending: 'MCP_PROCESS_EXIT',
    due: 'its cause',
    connection: 'ends',
    async meet(scene) {
      await scene.seen('fault');
      const call = scene.settle(scene.call('echo', { value: 'v'.repeat(2 ** 20) }));
      await new Promise((resolve) => setImmediate(resolve));
      require(scene.client.pendingCount === 1, 'the call does not wait');
      const killedAt = Date.now();
      process.kill(scene.server?.pids()[0] ?? 0, 'SIGKILL');
      return scene.met(await call, killedAt);
    },
  },
  closing('a server that leaves when it is asked to', {}),
  closing('the end of stdin ignored', { mode: 'ignore-stdin-end' }),
  closing('the end of stdin and SIGTERM ignored', { mode: 'ignore-sigterm' }),
  closing('a grandchild that holds the pipes', { mode: 'grandchild' }),
  closing('a grandchild that holds the pipes, in a session of its own', { mode: 'grandchild-session' }),
  shakingHands({
    fault: 'the executable does not exist',
    server: { executable: '/does/not/exist' },
    ending: 'MCP_SPAWN_FAILED',
    connection: 'ends',
    check: (_, error) => require(error instanceof McpClientError && error.errno === 'ENOENT', 'the errno is not told'),
  }),
  shakingHands({
    fault: 'the executable may not be executed',
    server: { executable: fileURLToPath(import.meta.url) },
    ending: 'MCP_SPAWN_FAILED',
    connection: 'ends',
    check: (_, error) => require(error instanceof McpClientError && error.errno === 'EACCES', 'the errno is not told'),
  }),
];

/** The server goes while eleven calls wait. */
function crash(
  fault: string,
  server: FixtureOptions,
  tool: string,
  status: { readonly exitCode: number | null; readonly signal: string | null },
  args: Readonly<Record<string, unknown>> = { value: 'x' },
): FaultRow {
  return {
    fault,
    done: 'eleven calls',
    server,
    ending: 'MCP_PROCESS_EXIT',
    due: 'its cause',
    connection: 'ends',
    async meet(scene) {
      const waiting = tool === 'echo' ? [] : Array.from({ length: 10 }, () => scene.settle(scene.call('never')));
      const settled = await scene.settle(scene.call(tool, args));
      for (const one of [settled, ...(await Promise.all(waiting))]) requireExit(one, status);
      return scene.met(settled, await scene.seen('exit'));
    },
  };
}

function requireExit({ error }: Settled, status: { exitCode: number | null; signal: string | null }): void {
  const { exitCode, signal, outcome } = error as McpClientError;
  const seen = JSON.stringify({ exitCode, signal });
  require(seen === JSON.stringify(status) && outcome === 'unknown', `one was told ${seen}, outcome ${outcome}`);
}

/** The host closes while a call waits. How long the closing itself takes is asserted for every row. */
function closing(what: string, server: FixtureOptions): FaultRow {
  return {
    fault: `${what}, at close`,
    done: 'close during a call',
    server,
    ending: 'CLIENT_CLOSED',
    due: 'its cause',
    connection: 'ends',
    async meet(scene: Scene) {
      const call = scene.settle(scene.call('never'));
      await scene.got('never');
      const begin = Date.now();
      const first = scene.client.close();
      require(scene.client.close() === first, 'closing twice is not one promise');
      return scene.met(await call, begin);
    },
  };
}
