import type { JsonObject } from '../wire/message.ts';
import type { ToolAnnotations } from './annotations.ts';
import type { SchemaVerdict } from './schema-verdict.ts';
import type { ToolOutcome } from './tool-outcome.ts';

/** What a tool may do, from harmless to anything: each includes the ones before it. Said by the configuration only. */
export const permissions = ['read', 'write', 'execute'] as const;

export type Permission = (typeof permissions)[number];

export interface ExecuteOptions {
  /** Takes the call back: `MCP_ABORTED`. The signal stays the caller's. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds without an answer or progress. */
  readonly timeoutMs?: number | undefined;
  /** Progress as the server tells it: untrusted. May throw; nothing breaks by it. */
  readonly onProgress?: ((progress: JsonObject) => unknown) | undefined;
  /** The run of an agent that the call belongs to: for budgets, policies and traces. */
  readonly runId?: string | undefined;
}

/** One tool as an agent sees it. It names a server and a tool, and holds no client: it survives a restart of the server. */
export interface ToolDefinition {
  /** Safe for every model: 1 to 64 of `A-Z a-z 0-9 _ -`. The same for the same server and tool, always. */
  readonly name: string;
  /** The name of the server in the configuration. */
  readonly serverName: string;
  /** The tool's own name, as the server knows it. */
  readonly toolName: string;
  readonly title?: string;
  /** Text of the server, bounded: untrusted. */
  readonly description: string;
  /** JSON Schema of the arguments, as the server sent it: untrusted, within the budget. */
  readonly inputSchema: JsonObject;
  /** From the configuration. */
  readonly permission: Permission;
  /** Hints of the server. They can only make the host more careful. */
  readonly annotations: ToolAnnotations;
  /** Whether arguments are checked before they are sent. */
  readonly verdict: SchemaVerdict;

  /**
   * Calls the tool. A tool that ran and failed is an outcome with `isError`.
   *
   * @throws McpClientError `MCP_INVALID_PARAMS` (with the problems, nothing was sent), `MCP_DENIED`,
   *   `MCP_APPROVAL_REQUIRED`, `MCP_UNKNOWN_TOOL`, and what `McpClient.callTool` throws
   */
  execute(args: Readonly<Record<string, unknown>>, options?: ExecuteOptions): Promise<ToolOutcome>;
}
