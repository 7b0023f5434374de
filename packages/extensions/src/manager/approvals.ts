import { definitionHash, toolChanges } from './definition-hash.ts';
import { change, identityChanges, type Change } from './identity-changes.ts';
import type { ServerIdentity } from './identity.ts';

export { definitionHash };
export type { Change };

/** What a person agreed to: this server, as it was then, with these tools. */
export interface Approval {
  readonly serverName: string;
  readonly identity: ServerIdentity;
  /** A tool's own name → `definitionHash`. A tool that is not here was not agreed to. */
  readonly tools: Readonly<Record<string, string>>;
  /** ISO 8601, UTC. */
  readonly approvedAt: string;
}

export type ApprovalCheck =
  | { readonly status: 'approved' }
  | {
      readonly status: 'needed';
      /** What differs, for a person. Never empty. */
      readonly changes: readonly Change[];
      /** Tools that are new or different. When these are all there is, the others may be called meanwhile. */
      readonly tools: readonly string[];
      /** False: the server itself is not what was approved, and none of its tools is to be called. */
      readonly identityIsApproved: boolean;
    };

export interface CurrentServer {
  /** When given, an approval of another name is a rename, and says so. */
  readonly serverName?: string;
  readonly identity: ServerIdentity;
  /** Undefined: not listed yet, and nothing is said of them. */
  readonly tools?: Readonly<Record<string, string>>;
}

/**
 * Whether what is there is what was approved (M-07). Any difference asks again, and says what it is: other arguments, other
 * bytes under the same path, another description of a tool, another hint. The order of keys is no difference. A new tool
 * asks for itself alone; one that is gone asks nothing, and when it comes back it has to be what it was.
 */
export function checkApproval(approval: Approval | undefined, current: CurrentServer): ApprovalCheck {
  const { serverName, identity, tools = {} } = current;
  if (approval === undefined) {
    const what = serverName === undefined ? 'server' : `server ${serverName}`;
    const changes = [change(what, undefined, identity.hash, `${what}: was never approved`)];
    return { status: 'needed', changes, tools: Object.keys(tools), identityIsApproved: false };
  }
  const renamed = serverName !== undefined && serverName !== approval.serverName;
  const isSame = identity.hash === approval.identity.hash;
  const ofServer = [
    ...(renamed ? [nameChange(approval.serverName, serverName)] : []),
    ...(isSame ? [] : identityChanges(approval.identity.parts, identity.parts)),
  ];
  // The hash decides. Parts that say nothing of a difference (an approval that was written by hand) do not overrule it.
  if (!isSame && ofServer.length === 0) {
    const { hash } = approval.identity;
    ofServer.push(change('identity', hash, identity.hash, 'identity: the hash changed'));
  }
  const ofTools = Object.entries(tools).map(([name, hash]) => ({
    name,
    changes: Object.hasOwn(approval.tools, name)
      ? toolChanges(name, approval.tools[name] ?? '', hash)
      : [change(`tool ${name}`, undefined, hash, `tool ${name}: is new`)],
  }));
  const changed = ofTools.filter((tool) => tool.changes.length > 0);
  const changes = [...ofServer, ...changed.flatMap((tool) => tool.changes)];
  if (changes.length === 0) return { status: 'approved' };
  return {
    status: 'needed',
    changes,
    tools: changed.map(({ name }) => name),
    identityIsApproved: ofServer.length === 0,
  };
}

function nameChange(before: string, after: string): Change {
  return change('name', before, after, `name: it is called ${after} now, and was approved as ${before}`);
}

/** Approvals by the name of the server. Owned by whoever opened it; nothing in it has to be closed. */
export interface ApprovalStore {
  find(serverName: string): Promise<Approval | undefined>;
  /** Replaces what there was of that name. */
  save(approval: Approval): Promise<void>;
  /** False when there was none. */
  remove(serverName: string): Promise<boolean>;
  list(): Promise<readonly Approval[]>;
  /** The key for digests of secrets (`IdentityContext.key`): it stays, so that approvals can be compared. Secret. */
  key(): Promise<Uint8Array>;
}

/** The approval to compare with: the one of that name, or else one of the same identity under another name (a rename). */
export async function findApproval(
  store: ApprovalStore,
  serverName: string,
  identity: ServerIdentity,
): Promise<Approval | undefined> {
  const named = await store.find(serverName);
  return named ?? (await store.list()).find((approval) => approval.identity.hash === identity.hash);
}
