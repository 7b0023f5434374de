import type { CallOptions } from '../client/request-options.ts';
import type { ToolResult } from '../protocol/tool-result.ts';

/** Where tools are called: a client, or a slot of the manager that survives its clients. */
export interface ToolSource {
  callTool(name: string, args: Readonly<Record<string, unknown>>, options: CallOptions): Promise<ToolResult>;
}
