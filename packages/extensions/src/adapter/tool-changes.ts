import type { Tool } from '../protocol/tool.ts';
import { readAnnotations } from './annotations.ts';
import { canonicalJson } from '../wire/canonical-json.ts';

/** What of a tool may change under the same name. */
export type ToolMember = 'title' | 'description' | 'inputSchema' | 'outputSchema' | 'annotations';

const toolMembers: readonly ToolMember[] = ['title', 'description', 'inputSchema', 'outputSchema', 'annotations'];

/** What a new list brought. Tools by their own names. */
export interface ToolChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** `name`: its name for models is another one, because of another tool of the list. */
  readonly changed: readonly { readonly toolName: string; readonly members: readonly (ToolMember | 'name')[] }[];
}

/** Both say the same of themselves. */
export function sameTool(before: Tool, after: Tool): boolean {
  return changedMembers(before, after).length === 0;
}

type Named = ReadonlyMap<string, { readonly tool: Tool; readonly name: string }>;

/** Between two tables, by the tools' own names. What is the same object did not change. */
export function changesBetween(before: Named, after: Named): ToolChanges {
  const names = [...after.keys()];
  return {
    added: names.filter((toolName) => !before.has(toolName)),
    removed: [...before.keys()].filter((toolName) => !after.has(toolName)),
    changed: names.flatMap((toolName) => {
      const was = before.get(toolName);
      const is = after.get(toolName);
      if (was === undefined || is === undefined || was === is) return [];
      const members = [...changedMembers(was.tool, is.tool), ...(was.name === is.name ? [] : (['name'] as const))];
      return [{ toolName, members }];
    }),
  };
}

export function isNothing({ added, removed, changed }: ToolChanges): boolean {
  return added.length + removed.length + changed.length === 0;
}

/** In what two tools of the same name differ. The order of keys does not count, nor what has no meaning here. */
export function changedMembers(before: Tool, after: Tool): ToolMember[] {
  return toolMembers.filter((member) => !isSame(contentOf(before, member), contentOf(after, member)));
}

function contentOf(tool: Tool, member: ToolMember): unknown {
  return member === 'annotations' ? readAnnotations(tool.annotations) : tool[member];
}

function isSame(before: unknown, after: unknown): boolean {
  if (before === after) return true;
  if (typeof before !== 'object' || typeof after !== 'object') return false;
  return isWrittenAlike(before, after) || canonicalJson(before) === canonicalJson(after);
}

/** Mostly nothing changed, not even the order. */
function isWrittenAlike(before: object | null, after: object | null): boolean {
  try {
    return JSON.stringify(before) === JSON.stringify(after);
  } catch {
    // An output schema may be over its budget, and nested deeper than the engine goes.
    return false;
  }
}
