import type { Diagnostic } from '../rpc/diagnostic.ts';
import { paginate, type PaginateOptions, type RejectedEntry, type Truncation } from './paginate.ts';
import { readMirroringTool, readTool, type Tool } from './tool.ts';

/** The tools of a server: the good ones, the ones left out, and whether the list was cut. */
export interface ToolList {
  readonly tools: readonly Tool[];
  readonly rejected: readonly RejectedEntry[];
  readonly truncated: false | Truncation;
}

export interface ToolListOptions extends Pick<PaginateOptions<Tool>, 'fetchPage' | 'limits' | 'isOver'> {
  /** Arguments go into headers where a tool says so, and it has to say it well. */
  readonly mirrors: boolean;
  readonly diagnose: (diagnostic: Diagnostic) => void;
}

/** Reads all pages of `tools/list`, and tells what was left out. Throws as `paginate` does. */
export async function readToolList({
  fetchPage,
  limits,
  isOver,
  mirrors,
  diagnose,
}: ToolListOptions): Promise<ToolList> {
  const readEntry = mirrors ? readMirroringTool : readTool;
  const list = { method: 'tools/list', member: 'tools', limits, fetchPage, isOver, readEntry };
  const { entries, rejected, truncated } = await paginate(list);
  for (const { index, name, reason } of rejected) {
    const message = `tool ${index}${name === undefined ? '' : ` (${name})`} was left out: ${reason}`;
    diagnose({ kind: 'rejected-entry', message });
  }
  if (truncated) diagnose({ kind: 'truncated-list', message: `the list of tools was cut: ${truncated}` });
  return { tools: entries, rejected, truncated };
}
