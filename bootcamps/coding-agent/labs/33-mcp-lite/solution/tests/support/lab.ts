import { fixtureServer, type FixtureOptions, type FixtureServer } from '@coding-agent/fixture-servers';
import { announceSeed, reportEvidence, someText } from '@coding-agent/fixture-servers/lab';
import { abortListeners, isAlive, waitUntilGone, watchResources } from '@coding-agent/fixture-servers/testing';
import { fileURLToPath } from 'node:url';
import { expect, type TestContext } from 'vitest';
import { McpClient } from '../../src/mcp-client.ts';
import type { McpClientOptions, RequestOptions } from '../../src/options.ts';
import type { ToolResult } from '../../src/results.ts';
import { watch, type Watched } from './endings.ts';

/** One client and the server that it is going to start. */
export interface Lab {
  readonly client: McpClient;
  readonly server: FixtureServer;
  /**
   * The last line of each test (L-07): every request has ended, so nothing of it may be left; then the client is closed,
   * and so must be everything it held. Nothing of this is taken from the client's word but `pendingCount`.
   */
  readonly proveNothingLeft: (...signals: readonly AbortSignal[]) => Promise<void>;
}

export interface LabOptions {
  readonly server?: FixtureOptions;
  readonly client?: Partial<McpClientOptions>;
}

/** A process has to come up first: on a busy machine that takes longer than any answer. */
const STARTED_MS = 5_000;

const CLIENT_SOURCES = fileURLToPath(new URL('../../src', import.meta.url));

/** Prepares a server (nothing is started) and a client for it. What a failing test leaves behind is removed afterwards. */
export function openLab(context: TestContext, options: LabOptions = {}): Lab {
  const resources = watchResources({ folder: CLIENT_SOURCES });
  const server = fixtureServer(options.server);
  const { executable, args } = server;
  // A long grace: on a busy machine a server may need its time to start, only to find that it should leave.
  const client = new McpClient({ executable, args, requestTimeoutMs: 30_000, graceMs: 3_000, ...options.client });

  context.onTestFailed(announceSeed);
  // Adds no error of its own: which test failed, and why, is for the test to say.
  context.onTestFinished(async () => {
    await watch(client.close(), 'close() after the test', 4_000)
      .value()
      .catch(() => {});
    const survivors = server.pids().filter(isAlive);
    for (const pid of survivors) process.kill(pid, 'SIGKILL');
    await waitUntilGone(survivors).catch(() => {});
    const serversStarted = server.journal().filter((entry) => entry.event === 'start').length;
    reportEvidence(context, { serversStarted, leftRunning: survivors.length });
    resources.stop();
    server.dispose();
  });

  return {
    client,
    server,
    proveNothingLeft: async (...signals) => {
      expect(client.pendingCount, 'requests left in the map after the last one ended').toBe(0);
      for (const signal of signals) {
        expect(abortListeners(signal), 'abort listeners left on a signal after its calls ended').toBe(0);
      }
      await watch(client.close(), 'close()', 7_000).value();
      await waitUntilGone(server.pids(), { deadlineMs: 3_000 });
      // Timers of the client's code, pipes and child handles. Half a second: the event loop needs a turn or two.
      await resources.settled({ deadlineMs: 500 });
    },
  };
}

/** A lab whose handshake is done. */
export async function openReadyLab(context: TestContext, options?: LabOptions): Promise<Lab> {
  const lab = openLab(context, options);
  await watch(lab.client.initialize(), 'initialize()', STARTED_MS).value();
  return lab;
}

/** A call of `echo` that is under way. */
export interface Echo extends Watched<ToolResult> {
  /** It ends with the very value that it was sent with, and not with that of another call. */
  readonly proveOwnAnswer: () => Promise<void>;
}

/** Calls `echo` with a value of its own; the server answers after `delayMs`. */
export function startEcho(client: McpClient, what: string, delayMs = 0, options?: RequestOptions): Echo {
  const value = someText();
  const call = watch(client.callTool('echo', { value, delay: delayMs }, options), what);
  const proveOwnAnswer = async (): Promise<void> => {
    const { content } = await call.value();
    expect(content, `${what} got the answer of another call`).toBe(value);
  };
  return { ...call, proveOwnAnswer };
}

/** Calls `echo` and waits for its own answer. */
export function proveEcho(client: McpClient, what: string, options?: RequestOptions): Promise<void> {
  return startEcho(client, what, 0, options).proveOwnAnswer();
}
