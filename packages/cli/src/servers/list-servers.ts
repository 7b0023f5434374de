import type { Context } from '../context.ts';
import type { Listing, Session } from './workspace.ts';

/** Starts servers and lists their tools, and says meanwhile which of them are waited for. */
export function listServers(
  { progress, host, globals }: Context,
  session: Session,
  names: readonly string[],
): Promise<readonly Listing[]> {
  if (names.length === 0) return Promise.resolve([]);
  const onWaiting = (servers: readonly string[]): void => {
    if (servers.length > 0) progress.step(`waiting for ${servers.join(', ')}`);
  };
  onWaiting(names);
  return session.list(names, { signal: host.signal, timeoutMs: globals.timeoutMs, onWaiting });
}
