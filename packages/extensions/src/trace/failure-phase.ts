import type { Thrown } from './thrown.ts';

/** Where in the life of a server something failed. */
export const failurePhases = [
  /** Before anything: options, a configuration, what it refers to. */
  'configuration',
  /** The host did not let it: approval, policy, quarantine, budget. */
  'admission',
  /** The process could not be started. */
  'spawn',
  /** There is a process, and no conversation yet. */
  'handshake',
  /** The list of its tools was asked for. */
  'discovery',
  /** A tool was called. */
  'call',
  /** Another request. */
  'request',
  /** The connection ended, and no request is named. */
  'connection',
  /** The host closed it. */
  'close',
  /** The error is none of this package's, and nothing says where it comes from. */
  'unknown',
] as const;

export type FailurePhase = (typeof failurePhases)[number];

/** These codes belong to one phase, whatever the request was. */
const byCode: Readonly<Record<string, FailurePhase>> = {
  MCP_INVALID_CONFIG: 'configuration',
  MCP_APPROVAL_REQUIRED: 'admission',
  MCP_DENIED: 'admission',
  MCP_QUARANTINED: 'admission',
  MCP_BUDGET_EXCEEDED: 'admission',
  MCP_SPAWN_FAILED: 'spawn',
  MCP_HANDSHAKE_FAILED: 'handshake',
  MCP_UNSUPPORTED_VERSION: 'handshake',
  TOOL_FAILED: 'call',
};

const byMethod: Readonly<Record<string, FailurePhase>> = {
  initialize: 'handshake',
  'server/discover': 'handshake',
  'tools/list': 'discovery',
  'tools/call': 'call',
};

/**
 * The phase of a failure: by its code where that says it, else by the method of its request. A client that is closed since
 * something failed before tells that as the cause: then it is the phase of the cause.
 */
export function phaseOf(chain: readonly Thrown[], methodKnown?: string): FailurePhase {
  const [first, ...causes] = chain;
  if (first === undefined) return 'unknown';
  const { code, method = methodKnown } = first;
  if (code === 'CLIENT_CLOSED') return causes.length === 0 ? 'close' : phaseOf(causes, method);
  const phase = own(byCode, code);
  if (phase !== undefined) return phase;
  if (method !== undefined) return own(byMethod, method) ?? 'request';
  return code.startsWith('MCP_') ? 'connection' : 'unknown';
}

function own(table: Readonly<Record<string, FailurePhase>>, key: string): FailurePhase | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
