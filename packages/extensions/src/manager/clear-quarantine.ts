import type { ManagedEntry } from './managed-entry.ts';

/**
 * A person says that a server may be started again: as it is now, and as it was when it failed. False: it was in no
 * quarantine.
 */
export async function clearQuarantine({ server, plan, gate }: ManagedEntry): Promise<boolean> {
  const { state } = server;
  const identities = new Set(state.name === 'quarantined' ? [state.identity] : []);
  // It may be in quarantine since an earlier host; what cannot be identified is not started either.
  const now = await plan.identify().catch(() => undefined);
  if (now !== undefined) identities.add(now.hash);
  const removed = await Promise.all([...identities].map((identity) => gate.liftQuarantine(identity)));
  server.cleared();
  return state.name === 'quarantined' || removed.includes(true);
}
