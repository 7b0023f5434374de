import { McpClientError } from '../errors.ts';
import type { ToolList } from '../protocol/tool-list.ts';
import type { Diagnostic } from '../rpc/diagnostic.ts';
import { isJsonObject } from '../wire/message.ts';
import type { Approver, CallPolicy } from './call-policy.ts';
import { resolveAdapterLimits, type AdapterLimits } from './adapter-limits.ts';
import type { PermissionSettings } from './permission.ts';
import type { Spill } from './spill.ts';
import { permissions } from './tool-definition.ts';
import type { ToolSource } from './tool-source.ts';

/** What a server's tools become an agent's tools by. */
export interface ToolAdapterOptions extends PermissionSettings {
  /** The name of the server in the configuration: in names, errors and policies. */
  readonly serverName: string;
  /** Where the tools are called. It stays the caller's: nothing here closes it. */
  readonly source: ToolSource;
  /** The tools to begin with. */
  readonly list: ToolList;
  /** Which tools an agent may have, by their own names. Default: all. */
  readonly includes?: ((toolName: string) => boolean) | undefined;
  /** The host's rule for calls. Default: none, so that the configuration decides alone. */
  readonly policy?: CallPolicy | undefined;
  /** Who is asked. Without one, a call that must be asked about fails with `MCP_APPROVAL_REQUIRED`. */
  readonly approver?: Approver | undefined;
  /** The server that it really is, for policies and remembered approvals; asked at each call when it is a function. */
  readonly identity?: string | (() => string | undefined) | undefined;
  readonly limits?: Partial<AdapterLimits> | undefined;
  /**
   * Structured content that does not fit the output schema, or is missing: `warn` (default) hands on what there is, with
   * the verdict; `reject` leaves it out. The text stays in both.
   */
  readonly onMismatch?: 'warn' | 'reject' | undefined;
  /** Keeps the whole of what is cut. Default: it is lost. */
  readonly spill?: Spill | undefined;
  /** What is worth knowing and fails no call. */
  readonly onDiagnostic?: ((diagnostic: Diagnostic) => void) | undefined;
}

/** The options with every default filled in. */
export interface ResolvedAdapterOptions {
  readonly serverName: string;
  readonly source: ToolSource;
  readonly permissions: PermissionSettings;
  readonly includes: (toolName: string) => boolean;
  readonly policy: CallPolicy | undefined;
  readonly approver: Approver | undefined;
  readonly identity: () => string | undefined;
  readonly limits: AdapterLimits;
  readonly onMismatch: 'warn' | 'reject';
  readonly spill: Spill | undefined;
  readonly onDiagnostic: (diagnostic: Diagnostic) => void;
}

const functions = ['includes', 'policy', 'approver', 'spill', 'onDiagnostic'] as const;
const others = ['serverName', 'source', 'list', 'permission', 'toolPermissions', 'identity', 'limits', 'onMismatch'];

/**
 * Fills in the defaults and checks everything: an option that is misspelt would leave a door open.
 *
 * @throws McpClientError `MCP_INVALID_CONFIG`, naming the option and what it should be
 */
export function resolveAdapterOptions(options: ToolAdapterOptions): ResolvedAdapterOptions {
  const { serverName, source, permission, toolPermissions = {}, identity, onMismatch = 'warn' } = options;
  const known = [...functions, ...others];
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown !== undefined) throw invalid(unknown, `does not exist; there are ${known.toSorted().join(', ')}`);
  if (typeof serverName !== 'string' || serverName === '')
    throw invalid('serverName', 'should be a string, and not empty');
  if (typeof source?.callTool !== 'function') throw invalid('source', 'should have a callTool');
  if (!Array.isArray(options.list?.tools)) throw invalid('list', 'should be what listTools() gives');
  for (const name of functions) {
    if (options[name] !== undefined && typeof options[name] !== 'function') throw invalid(name, 'should be a function');
  }
  if (permission !== undefined) requirePermission('permission', permission);
  if (!isJsonObject(toolPermissions)) throw invalid('toolPermissions', 'should be an object');
  for (const [tool, one] of Object.entries(toolPermissions)) requirePermission(`toolPermissions of ${tool}`, one);
  if (onMismatch !== 'warn' && onMismatch !== 'reject') throw invalid('onMismatch', 'should be "warn" or "reject"');
  if (!['undefined', 'string', 'function'].includes(typeof identity))
    throw invalid('identity', 'should be a string, or gives one');
  return {
    serverName,
    source,
    permissions: { permission, toolPermissions: { ...toolPermissions } },
    includes: options.includes ?? (() => true),
    policy: options.policy,
    approver: options.approver,
    identity: typeof identity === 'function' ? identity : () => identity,
    limits: resolveAdapterLimits(options.limits),
    onMismatch,
    spill: options.spill,
    onDiagnostic: options.onDiagnostic ?? (() => {}),
  };
}

function requirePermission(option: string, value: unknown): void {
  if (!permissions.some((one) => one === value)) throw invalid(option, `should be one of ${permissions.join(', ')}`);
}

function invalid(option: string, what: string): McpClientError {
  return new McpClientError('MCP_INVALID_CONFIG', `${option} ${what}`);
}
