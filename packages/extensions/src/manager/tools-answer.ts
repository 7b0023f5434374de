import type { ToolDefinition } from '../adapter/tool-definition.ts';
import type { SlimTool } from './catalogue.ts';
import type { ServerStateName } from './server-state.ts';
import type { StatusReason } from './server-status.ts';

/** What one server contributes to an answer. */
export interface ServerTools {
  readonly name: string;
  readonly state: ServerStateName;
  /**
   * Where its tools are from. `live`: it is ready. `snapshot`: it was, in this host, and its tools work as soon as it is
   * again. `catalogue`: it was listed once, as what it is now, and only the slim entries are known. `none`: nothing is known.
   */
  readonly source: 'live' | 'snapshot' | 'catalogue' | 'none';
  /** Tools of it in the answer. */
  readonly tools: number;
  /** Entries of its list that are not offered, each with the reason. */
  readonly rejected: readonly { readonly toolName: string; readonly reason: string }[];
  /** Why it is not ready. */
  readonly reason?: StatusReason;
  /** What is known without starting it, and how old that is. */
  readonly known?: { readonly tools: readonly SlimTool[]; readonly ageMs: number };
}

/** What an agent may use now. */
export interface ToolsAnswer {
  readonly tools: readonly ToolDefinition[];
  /** One for each server that was asked for, in the order of the configuration. */
  readonly servers: readonly ServerTools[];
  /** Another number: some tools are others than they were. */
  readonly version: number;
}
