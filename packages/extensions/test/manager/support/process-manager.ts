import { fixtureServer, type FixtureOptions, type FixtureServer } from '@coding-agent/fixture-servers';
import { waitUntilGone } from '@coding-agent/fixture-servers/testing';
import type { TestContext } from 'vitest';
import type { ManagerEvent } from '../../../src/manager/manager-event.ts';
import type { McpManagerOptions } from '../../../src/manager/manager-options.ts';
import { McpManager } from '../../../src/mcp-manager.ts';
import { serverConfig } from './server-config.ts';

export interface ProcessServer extends FixtureOptions {
  readonly config?: Parameters<typeof serverConfig>[1];
}

export interface ProcessManager {
  readonly manager: McpManager;
  readonly fixtures: ReadonlyMap<string, FixtureServer>;
  readonly events: ManagerEvent[];
  /** Resolves when the server came into the state, or was in it. */
  readonly until: (serverName: string, state: string) => Promise<void>;
  /** How often the server was started. */
  readonly starts: (serverName: string) => number;
}

/** A manager of fixture servers. When the test is over nothing of any of them is left, or it fails. */
export function processManager(
  context: Pick<TestContext, 'onTestFinished'>,
  servers: Readonly<Record<string, ProcessServer>>,
  options: Partial<McpManagerOptions> = {},
): ProcessManager {
  const events: ManagerEvent[] = [];
  const listeners = new Set<() => void>();
  const fixtures = new Map<string, FixtureServer>();
  const configs = Object.entries(servers).map(([name, { config, ...fixtureOptions }]) => {
    const fixture = fixtureServer({ shape: 'mcp', ...fixtureOptions });
    fixtures.set(name, fixture);
    const { executable, args } = fixture;
    return serverConfig(name, { ...config, server: { executable, args, ...config?.server } });
  });
  const manager = new McpManager({
    servers: configs,
    approvals: 'not-needed',
    approver: () => true,
    ...options,
    onEvent: (event) => {
      events.push(event);
      for (const listener of listeners) listener();
    },
  });
  context.onTestFinished(async () => {
    await manager.close({ deadlineMs: 20_000 });
    for (const fixture of fixtures.values()) {
      await waitUntilGone(fixture.pids(), { deadlineMs: 10_000 });
      fixture.dispose();
    }
  });
  const until = async (serverName: string, state: string): Promise<void> => {
    const isThere = (): boolean =>
      events.some((event) => event.type === 'server-state' && event.serverName === serverName && event.state === state);
    await new Promise<void>((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`${serverName} did not come to be ${state}`)), 40_000);
      const look = (): void => {
        if (!isThere()) return;
        clearTimeout(late);
        listeners.delete(look);
        resolve();
      };
      listeners.add(look);
      look();
    });
  };
  const starts = (serverName: string): number =>
    fixtures
      .get(serverName)
      ?.journal()
      .filter(({ event }) => event === 'start').length ?? 0;
  return { manager, fixtures, events, until, starts };
}
