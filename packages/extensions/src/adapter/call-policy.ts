import { isJsonObject, type JsonObject } from '../wire/message.ts';
import type { ToolAnnotations } from './annotations.ts';
import { whyAsked, type ToolPermission } from './permission.ts';
import type { Permission } from './tool-definition.ts';

/** A call that is about to be made, as a policy and an approver see it. Frozen, all of it: what they saw is what is sent. */
export interface PolicyCall {
  readonly serverName: string;
  /** The tool's own name: permissions and rules go by it and the server, never by `name`. */
  readonly toolName: string;
  /** Its name for the model. */
  readonly name: string;
  /** The server that it really is (configuration and binary), where somebody knows. */
  readonly identity?: string;
  readonly permission: Permission;
  /** The configuration says what the tool may do. False: nobody did. */
  readonly isStated: boolean;
  readonly annotations: ToolAnnotations;
  readonly args: JsonObject;
  /** SHA-256 of the arguments as canonical JSON, lower-case hex: the order of keys does not count. Made when it is read. */
  readonly argumentsHash: string;
  readonly runId?: string;
}

export type PolicyDecision =
  | { readonly decision: 'allow' }
  | { readonly decision: 'deny'; readonly reason: string }
  | { readonly decision: 'ask'; readonly reason?: string | undefined };

/**
 * The host's own rule for calls. One that throws, rejects or answers something else denies. It may be called before the call
 * of the tool returns, and one that answers at once lets it be sent in the same turn.
 */
export type CallPolicy = (call: PolicyCall) => PolicyDecision | Promise<PolicyDecision>;

/** Asks whoever answers for the host. Only `true` is a yes. `reason`: why it is asked. */
export type Approver = (call: PolicyCall, reason: string) => boolean | Promise<boolean>;

/**
 * What becomes of a call: the stricter of the configuration and the host's policy.
 *
 * | configuration   | hints of the server | no policy | policy allows | policy asks | policy denies |
 * | --------------- | ------------------- | --------- | ------------- | ----------- | ------------- |
 * | says nothing    | any                 | ask       | ask           | ask         | deny          |
 * | any             | destructive         | ask       | ask           | ask         | deny          |
 * | `read`          | not read-only       | ask       | ask           | ask         | deny          |
 * | `read`          | read-only           | allow     | allow         | ask         | deny          |
 * | `write`, `execute` | any other        | ask       | allow         | ask         | deny          |
 *
 * So a policy may allow what the configuration states, and no more; a host that wants no questions has an approver that
 * says yes.
 */
export function decide(
  tool: ToolPermission & { readonly annotations: ToolAnnotations },
  host: PolicyDecision | undefined,
): PolicyDecision {
  if (host?.decision === 'deny') return host;
  const why = whyAsked(tool, tool.annotations);
  if (host?.decision === 'ask') return { decision: 'ask', reason: host.reason ?? why };
  if (why !== undefined) return { decision: 'ask', reason: why };
  if (host !== undefined || tool.permission === 'read') return { decision: 'allow' };
  return { decision: 'ask', reason: `the configuration lets this tool ${tool.permission}` };
}

/** The decision in what a policy answered, or undefined when there is none. */
export function readDecision(answer: unknown): PolicyDecision | undefined {
  if (!isJsonObject(answer)) return undefined;
  const { decision, reason } = answer;
  const words = typeof reason === 'string' ? reason : undefined;
  if (decision === 'allow') return { decision };
  if (decision === 'ask') return { decision, reason: words };
  return decision === 'deny' ? { decision, reason: words ?? 'no reason was given' } : undefined;
}
