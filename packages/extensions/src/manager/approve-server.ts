import { McpClientError } from '../errors.ts';
import { canonicalJson } from '../wire/canonical-json.ts';
import type { Change } from './approvals.ts';
import { failureOf } from './failure-kind.ts';
import type { ServerIdentity } from './identity.ts';
import type { ManagedEntry } from './managed-entry.ts';
import { lookAt, type Look } from './review-server.ts';
import { reasonOf, type StatusReason } from './server-status.ts';

/** What was agreed to. */
export interface ApprovalReport {
  readonly serverName: string;
  /** SHA-256 of what the server is. */
  readonly identity: string;
  /** What differed from what was approved before. */
  readonly changes: readonly Change[];
  /** Names of the tools that were agreed to: the server's own. */
  readonly tools: readonly string[];
  /** Why its tools could not be seen, and so not be agreed to; or that it is another one again. What was looked at is agreed to. */
  readonly reason?: StatusReason;
}

export interface ApproveOptions {
  readonly signal: AbortSignal | undefined;
  /** What somebody looked at (`ServerReview.fingerprint`); if it is something else by now, nothing is agreed to. */
  readonly fingerprint: string | undefined;
}

/**
 * Agrees to a server as it is, starts it, and agrees to the tools that it lists. What a package runner fetched by that start
 * is agreed to with it: before, nobody could know its bytes. With a fingerprint, what was looked at is what is agreed to:
 * nothing is looked at a second time, since it may be something else by then.
 *
 * @throws McpClientError `MCP_APPROVAL_REQUIRED` when it is not what was looked at; what finding out what it is fails with, or the store of approvals
 */
export async function approveServer(
  entry: ManagedEntry,
  { signal, fingerprint }: ApproveOptions,
): Promise<ApprovalReport> {
  const { server, gate, plan } = entry;
  const look = fingerprint === undefined ? undefined : await requireSame(entry, fingerprint, signal);
  const identity = look?.review.identity ?? (await plan.identify(signal));
  const isRunning = server.about?.identity.hash === identity.hash;
  const known = look?.tools ?? (isRunning ? Object.fromEntries(server.tools.hashes) : {});
  const changes = await gate.changes(identity, known);
  await gate.approve(identity, known);
  const report = { serverName: server.name, identity: identity.hash, changes };
  try {
    await server.start(signal);
    const tools = look?.tools ?? Object.fromEntries(server.tools.hashes);
    const running = server.about?.identity ?? identity;
    const now = await plan.identify(signal);
    const isFetched = isSameButFetched(identity, now);
    const agreed = isFetched ? now : identity;
    await gate.approve(agreed, tools, running);
    const all = { ...report, identity: agreed.hash, tools: Object.keys(tools) };
    return isFetched ? all : { ...all, reason: changedMeanwhile };
  } catch (error) {
    return { ...report, tools: Object.keys(known), reason: reasonOf(failureOf(error)) };
  }
}

const changedMeanwhile: StatusReason = {
  code: 'MCP_APPROVAL_REQUIRED',
  message: 'it changed while it was started, and is another one now: look again',
};

/** A start fetches packages, and nothing else: a program that is another one by then is one that nobody has looked at. */
function isSameButFetched(before: ServerIdentity, after: ServerIdentity): boolean {
  const own = ({ parts }: ServerIdentity): string =>
    canonicalJson(
      parts
        .filter(({ name }) => name !== 'package-manifest' && name !== 'package-entry')
        .map(({ name, what, digest }) => [name, what, digest]),
    );
  return own(before) === own(after);
}

async function requireSame(entry: ManagedEntry, fingerprint: string, signal: AbortSignal | undefined): Promise<Look> {
  const look = await lookAt(entry, { signal, withTools: true });
  const { review } = look;
  if (review.fingerprint === fingerprint) return look;
  const changes = review.changes.map(({ words }) => words);
  throw new McpClientError('MCP_APPROVAL_REQUIRED', 'it is not what was looked at: look again', {
    serverName: review.serverName,
    changes,
    outcome: 'not-sent',
  });
}
