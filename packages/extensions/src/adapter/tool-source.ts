import type { NotificationHandler } from '../client/notifications.ts';
import type { CallOptions, ListOptions } from '../client/request-options.ts';
import type { ToolList } from '../protocol/tool-list.ts';
import type { ToolResult } from '../protocol/tool-result.ts';

/** Where tools are called: a client, or a slot of the manager that survives its clients. */
export interface ToolSource {
  /**
   * `runId`: the run of an agent that the call belongs to. A slot charges its budget; a client has no use for it. `beforeSend`:
   * to be called by a source that may have to wait for its server, when the call is about to be sent; the call ends with what
   * it throws.
   */
  callTool(
    name: string,
    args: Readonly<Record<string, unknown>>,
    options: CallOptions & { readonly runId?: string | undefined; readonly beforeSend?: (() => void) | undefined },
  ): Promise<ToolResult>;
  /**
   * Throws what such a call would be refused with at once (its budget is spent). Asked before anybody else is asked about the
   * call; nothing is paid by it.
   */
  requirePayable?(args: Readonly<Record<string, unknown>>, runId: string | undefined): void;
}

/** Where a list of tools comes from, and the news that it changed: a client, or a slot of the manager. */
export interface ToolFeed {
  listTools(options: ListOptions): Promise<ToolList>;
  onNotification(handler: NotificationHandler): () => void;
  /** Changes may have gone by untold: see `McpClient.onMissedChanges`. A feed that tells of every change has none. */
  onMissedChanges?(handler: () => unknown): () => void;
}
