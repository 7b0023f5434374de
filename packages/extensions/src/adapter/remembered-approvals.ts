import { canonicalJson } from '../wire/canonical-json.ts';
import type { Approver, PolicyCall } from './call-policy.ts';

export interface RememberedApprovalsOptions {
  /** How many are kept; the one that was not used for longest goes first. Default 1,000. */
  readonly maxEntries?: number;
}

/**
 * An approver that does not ask twice about the same: a yes counts again for the same server identity, tool and arguments,
 * as long as what the tool may do and what its server hints at are the same. A no is asked again. Never remembered: what the
 * configuration says nothing about (it is asked each time), and what comes from a server whose identity nobody knows.
 */
export function rememberApprovals(
  approver: Approver,
  { maxEntries = 1_000 }: RememberedApprovalsOptions = {},
): Approver {
  /** In the order of their last use. */
  const approved = new Set<string>();
  return async (call, reason) => {
    const key = keyOf(call);
    if (key === undefined) return approver(call, reason);
    const isKnown = approved.delete(key);
    // Read with care: only `true` is a yes.
    const answer: unknown = isKnown || (await approver(call, reason));
    if (answer === true) approved.add(key);
    const [oldest] = approved;
    if (approved.size > maxEntries && oldest !== undefined) approved.delete(oldest);
    return answer === true;
  };
}

function keyOf(call: PolicyCall): string | undefined {
  const { identity, isStated, serverName, toolName, permission, annotations, argumentsHash } = call;
  if (identity === undefined || !isStated) return undefined;
  return canonicalJson([identity, serverName, toolName, permission, annotations, argumentsHash]);
}
