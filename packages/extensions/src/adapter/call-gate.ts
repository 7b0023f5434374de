import { McpClientError, type ErrorCode, type ErrorDetails } from '../errors.ts';
import { printable } from '../wire/printable.ts';
import {
  decide,
  readDecision,
  type Approver,
  type CallPolicy,
  type PolicyCall,
  type PolicyDecision,
} from './call-policy.ts';
import { abortedUnsent, untilAborted } from './until-aborted.ts';

/** Who decides about calls. */
export interface GateKeepers {
  readonly policy?: CallPolicy | undefined;
  readonly approver?: Approver | undefined;
}

/**
 * Lets a call through, or throws. Fails closed: a policy or an approver that throws, or says something that is no answer,
 * has denied.
 *
 * @throws McpClientError `MCP_DENIED`, `MCP_APPROVAL_REQUIRED`, `MCP_ABORTED`: nothing was sent
 */
export async function passGate(
  call: PolicyCall,
  { policy, approver }: GateKeepers,
  signal: AbortSignal | undefined,
): Promise<void> {
  const host = policy === undefined ? undefined : await answerOf(policy, call, signal);
  const decided = decide(call, host);
  if (decided.decision === 'allow') return;
  if (decided.decision === 'deny')
    throw refused('MCP_DENIED', `the policy denies it: ${printable(decided.reason)}`, call);
  const reason = decided.reason ?? 'the policy wants it to be asked about';
  if (approver === undefined) {
    throw refused('MCP_APPROVAL_REQUIRED', `there is nobody to ask, and ${printable(reason)}`, call);
  }
  const answer = await heard('approver', () => approver(call, reason), call, signal);
  if (answer !== true)
    throw refused('MCP_DENIED', answer === false ? 'it was refused' : 'no answer to it was given', call);
}

async function answerOf(
  policy: CallPolicy,
  call: PolicyCall,
  signal: AbortSignal | undefined,
): Promise<PolicyDecision> {
  const answer = readDecision(await heard('policy', () => policy(call), call, signal));
  return answer ?? { decision: 'deny', reason: 'what it answered is no decision' };
}

async function heard(
  who: string,
  ask: () => unknown,
  call: PolicyCall,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  try {
    return await untilAborted(Promise.resolve(ask()), signal);
  } catch (error) {
    if (signal?.aborted === true) throw abortedUnsent(signal.reason);
    // Whoever asks for the host may take the call back as well: it is over, and nobody has denied it.
    if (error instanceof McpClientError && error.code === 'MCP_ABORTED') throw error;
    throw refused('MCP_DENIED', `the ${who} failed`, call, { cause: error });
  }
}

/** Names the tool, and none of its arguments. */
export function refused(
  code: Extract<ErrorCode, 'MCP_DENIED' | 'MCP_APPROVAL_REQUIRED'>,
  why: string,
  { serverName, toolName }: Pick<PolicyCall, 'serverName' | 'toolName'>,
  more: Pick<ErrorDetails, 'cause' | 'changes'> = {},
): McpClientError {
  const message = `${printable(toolName, 64)} was not called: ${why}`;
  return new McpClientError(code, message, { serverName, method: 'tools/call', outcome: 'not-sent', ...more });
}
