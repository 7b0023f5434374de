import { hashJson } from '../adapter/hash-json.ts';
import type { Change } from './approvals.ts';
import type { ServerIdentity } from './identity.ts';
import type { ManagedEntry } from './managed-entry.ts';

/** What somebody would agree to, for a person to look at. */
export interface ServerReview {
  readonly serverName: string;
  readonly identity: ServerIdentity;
  /** What differs from what was approved; empty when nothing does. */
  readonly changes: readonly Change[];
  /** SHA-256 of all that is looked at: `approve` takes it, and agrees to nothing else. */
  readonly fingerprint: string;
}

export interface ReviewOptions {
  readonly signal: AbortSignal | undefined;
  /** Start a server that is approved, to see whether its tools are still what was approved. */
  readonly withTools: boolean;
}

/** A review, and the tools that were there at that moment, if it was started for them: name → `definitionHash`. */
export interface Look {
  readonly review: ServerReview;
  readonly tools?: Readonly<Record<string, string>>;
}

/**
 * What a server is, beside what was approved. One that is not approved is not started by it.
 *
 * @throws McpClientError why it cannot be found out
 */
export async function lookAt(entry: ManagedEntry, { signal, withTools }: ReviewOptions): Promise<Look> {
  const { config, server, gate, plan } = entry;
  const identity = await plan.identify(signal);
  const ofServer = await gate.changes(identity);
  const review = { serverName: config.name, identity, changes: ofServer, fingerprint: identity.hash };
  if (ofServer.length > 0 || !withTools || !config.isEnabled) return { review };
  await server.start(signal);
  const tools = Object.fromEntries(server.tools.hashes);
  const changes = await gate.changes(identity, tools);
  if (changes.length === 0) return { review, tools };
  return { review: { ...review, changes, fingerprint: hashJson([identity.hash, tools]) }, tools };
}
