import { headerValue } from './header-value.ts';
import type { MirroredTools } from './mirrored-tools.ts';
import type { Outgoing } from './outgoing.ts';

/** The member that `Mcp-Name` repeats, of the methods that have it. Source: 2026-07-28, basic/transports. */
const namedBy: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
};

/** What the conversation of the legacy era has agreed on so far. */
export interface LegacyTerms {
  /** The revision; undefined before `initialize` was answered. */
  readonly revision: string | undefined;
  /** The server's name for the conversation: a secret. */
  readonly sessionId: string | undefined;
}

/** The revision before which the header did not exist. */
const firstWithVersion = '2025-06-18';

/** Of a message without an era of its own: what the legacy conversation has agreed on. */
export function legacyHeaders({ revision, sessionId }: LegacyTerms): Record<string, string> {
  return {
    ...(revision !== undefined && revision >= firstWithVersion && { 'MCP-Protocol-Version': revision }),
    ...(sessionId !== undefined && { 'Mcp-Session-Id': sessionId }),
  };
}

/** The headers that a message of ours has to have in its era, beside those of every POST. */
export function messageHeaders(message: Outgoing, legacy: LegacyTerms, tools: MirroredTools): Record<string, string> {
  const { method, params, revision } = message;
  if (revision === undefined || method === undefined) return legacyHeaders(legacy);
  const headers: Record<string, string> = { 'MCP-Protocol-Version': revision, 'Mcp-Method': method };
  const name = Object.hasOwn(namedBy, method) ? params[namedBy[method] ?? ''] : undefined;
  if (typeof name === 'string') headers['Mcp-Name'] = headerValue(name);
  if (method === 'tools/call') {
    for (const [header, value] of tools.headersOf(params)) headers[`Mcp-Param-${header}`] = headerValue(value);
  }
  return headers;
}
