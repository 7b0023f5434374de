import type { Clock } from '../base/clock.ts';
import { settlesWithin } from '../base/deadline.ts';
import type { Survivor } from '../rpc/transport.ts';
import type { ManagedServer } from './managed-server.ts';
import type { ShutdownReport } from './server-runner.ts';

/** How the servers of a manager ended. Names of servers; one that did not run is in no list. */
export interface ManagerCloseReport {
  /** They left when they were asked to. */
  readonly exited: readonly string[];
  /** They had to be killed. */
  readonly killed: readonly string[];
  /** Processes that could not be ended. */
  readonly survivors: readonly (Survivor & { readonly serverName: string })[];
  /** Not gone at the deadline. Ending them goes on. */
  readonly unfinished: readonly string[];
}

/**
 * Ends all servers side by side (M-06), within the time that is left. What does not run yet never will; a server that has calls
 * to cancel is told of it first. Never rejects.
 */
export async function closeServers(
  servers: readonly ManagedServer[],
  leftMs: () => number,
  clock: Clock,
): Promise<ManagerCloseReport> {
  const reports = new Map<string, ShutdownReport>();
  const end = async (server: ManagedServer): Promise<void> => void reports.set(server.name, await server.shutdown());
  const ready = servers.filter(({ state }) => state.name === 'ready');
  const others = servers.filter((server) => !ready.includes(server)).map(end);
  // What was aborted is written at the end of this turn.
  await new Promise<void>((resolve) => void clock.setTimer(0, resolve));
  await settlesWithin(Promise.all([...others, ...ready.map(end)]), leftMs(), clock);
  const ran = servers.flatMap(({ name }) => {
    const one = reports.get(name);
    return one?.hadProcess === true ? [[name, one] as const] : [];
  });
  return {
    exited: ran.filter(([, { killed, survivors }]) => killed !== true && survivors.length === 0).map(([name]) => name),
    killed: ran.filter(([, { killed }]) => killed === true).map(([name]) => name),
    survivors: ran.flatMap(([serverName, { survivors }]) => survivors.map((one) => ({ ...one, serverName }))),
    unfinished: servers.map(({ name }) => name).filter((name) => !reports.has(name)),
  };
}
