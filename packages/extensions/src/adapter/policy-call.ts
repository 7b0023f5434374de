import type { JsonObject } from '../wire/message.ts';
import type { PolicyCall } from './call-policy.ts';
import { hashJson } from './hash-json.ts';
import type { ToolEntry } from './tool-table.ts';

type Unfrozen = { -readonly [Name in keyof Omit<PolicyCall, 'argumentsHash'>]: PolicyCall[Name] };

/** What is known of a call beside its tool. The arguments are frozen, through and through. */
export interface CallFacts extends Pick<PolicyCall, 'serverName' | 'args'> {
  readonly identity: string | undefined;
  readonly runId: string | undefined;
}

/** What a policy and an approver see of a call. */
export function policyCall({ tool, name, annotations, permission, isStated }: ToolEntry, facts: CallFacts): PolicyCall {
  const { serverName, args, identity, runId } = facts;
  const call: Unfrozen = { serverName, toolName: tool.name, name, permission, isStated, annotations, args };
  if (identity !== undefined) call.identity = identity;
  if (runId !== undefined) call.runId = runId;
  return Object.freeze(Object.defineProperty(call, 'argumentsHash', lazyHash) as PolicyCall);
}

const hashes = new WeakMap<JsonObject, string>();

/**
 * Made when somebody reads it: few policies do, and it costs more than the call of a small tool. One function for all calls,
 * so that they are alike for the engine. Enumerable: a copy of the call has it as well.
 */
const lazyHash: PropertyDescriptor & ThisType<PolicyCall> = {
  enumerable: true,
  get() {
    const { args } = this;
    const known = hashes.get(args);
    if (known !== undefined) return known;
    const hash = hashJson(args);
    hashes.set(args, hash);
    return hash;
  },
};
