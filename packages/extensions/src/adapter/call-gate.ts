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
import { abortedUnsent, unlessAborted } from './until-aborted.ts';

/** Who decides about calls. */
export interface GateKeepers {
  readonly policy?: CallPolicy | undefined;
  readonly approver?: Approver | undefined;
}

/**
 * Lets a call through, or throws; a promise only when somebody has to be waited for. Fails closed: a policy or an approver that throws, or says something that is no answer,
 * has denied.
 *
 * @throws McpClientError `MCP_DENIED`, `MCP_APPROVAL_REQUIRED`, `MCP_ABORTED`: nothing was sent
 */
export function passGate(
  call: PolicyCall,
  { policy, approver }: GateKeepers,
  signal: AbortSignal | undefined,
): void | Promise<void> {
  const answer = policy === undefined ? undefined : heard('policy', () => policy(call), call, signal);
  if (answer instanceof Promise) return answer.then((later) => follow(call, decisionOf(later), approver, signal));
  return follow(call, policy === undefined ? undefined : decisionOf(answer), approver, signal);
}

function decisionOf(answer: unknown): PolicyDecision {
  return readDecision(answer) ?? { decision: 'deny', reason: 'what it answered is no decision' };
}

/** What comes of what the policy said. */
function follow(
  call: PolicyCall,
  host: PolicyDecision | undefined,
  approver: Approver | undefined,
  signal: AbortSignal | undefined,
): void | Promise<void> {
  const decided = decide(call, host);
  if (decided.decision === 'allow') return;
  if (decided.decision === 'deny')
    throw refused('MCP_DENIED', `the policy denies it: ${printable(decided.reason)}`, call);
  const reason = decided.reason ?? 'the policy wants it to be asked about';
  if (approver === undefined) {
    throw refused('MCP_APPROVAL_REQUIRED', `there is nobody to ask, and ${printable(reason)}`, call);
  }
  const answer = heard('approver', () => approver(call, reason), call, signal);
  return answer instanceof Promise ? answer.then((later) => requireYes(later, call)) : requireYes(answer, call);
}

function requireYes(answer: unknown, call: PolicyCall): void {
  if (answer !== true)
    throw refused('MCP_DENIED', answer === false ? 'it was refused' : 'no answer to it was given', call);
}

/** What somebody answered: a promise only if he did not answer at once. */
function heard(who: string, ask: () => unknown, call: PolicyCall, signal: AbortSignal | undefined): unknown {
  try {
    const answer = unlessAborted(ask(), signal);
    if (!(answer instanceof Promise)) return answer;
    return answer.catch((error: unknown) => {
      throw unheard(error, who, call, signal);
    });
  } catch (error) {
    throw unheard(error, who, call, signal);
  }
}

function unheard(error: unknown, who: string, call: PolicyCall, signal: AbortSignal | undefined): McpClientError {
  if (signal?.aborted === true) return abortedUnsent(signal.reason);
  // Whoever asks for the host may take the call back as well: it is over, and nobody has denied it.
  if (error instanceof McpClientError && error.code === 'MCP_ABORTED') return error;
  return refused('MCP_DENIED', `the ${who} failed`, call, { cause: error });
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
