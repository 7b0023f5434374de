import type { Tool } from '../protocol/tool.ts';
import type { ToolList } from '../protocol/tool-list.ts';
import { printable } from '../wire/printable.ts';
import { readAnnotations, type ToolAnnotations } from './annotations.ts';
import { ArgumentValidator } from './argument-validator.ts';
import { judgeTools, type JudgedTool, type RejectedTool } from './judge-tools.ts';
import { permissionOf, type PermissionSettings } from './permission.ts';
import type { SchemaLimits } from './schema-limits.ts';
import type { ValueCheck } from './structured-content.ts';
import { sameTool } from './tool-changes.ts';
import type { Permission, ToolDefinition } from './tool-definition.ts';
import { ToolNames } from './tool-names.ts';

/** One tool of a server, and all that a call of it needs to know. Does not change: another tool is another entry. */
export interface ToolEntry {
  readonly tool: Tool;
  readonly name: string;
  readonly annotations: ToolAnnotations;
  readonly permission: Permission;
  readonly isStated: boolean;
  readonly input: ValueCheck;
  /** Undefined when the tool has no output schema. */
  readonly output: ValueCheck | undefined;
  readonly definition: ToolDefinition;
}

export interface ToolTable {
  /** By the tool's own name, in the order of the list. */
  readonly entries: ReadonlyMap<string, ToolEntry>;
  readonly rejected: readonly RejectedTool[];
  readonly names: ToolNames;
}

export interface TableTerms {
  readonly serverName: string;
  readonly permissions: PermissionSettings;
  readonly includes: (toolName: string) => boolean;
  readonly limits: SchemaLimits;
  /** What calls a tool by its own name. */
  readonly executeOf: (toolName: string) => ToolDefinition['execute'];
}

/**
 * The tools of a list that an agent may have. Entries of `previous` whose tools are the same stay what they are. A list that
 * was cut takes nothing away: what it does not name may stand in the part that is missing.
 */
export function readTable(list: ToolList, terms: TableTerms, previous?: ToolTable): ToolTable {
  const rejected: RejectedTool[] = list.rejected.map(({ index, name, reason }) => ({
    toolName: name ?? `(tool ${index} of the list)`,
    reason,
  }));
  const carried = list.truncated ? unlisted(list, previous) : [];
  const wanted = [...list.tools, ...carried].filter(({ name }) => isWanted(name, terms, rejected));
  const judged = judgeTools(wanted, terms.limits);
  rejected.push(...judged.rejected);
  const names = new ToolNames(judged.kept.map(({ tool }) => ({ serverName: terms.serverName, toolName: tool.name })));
  const isCarried = new Set(carried.map(({ name }) => name));
  const entries = new Map<string, ToolEntry>();
  for (const one of judged.kept) {
    const toolName = one.tool.name;
    const name = names.nameOf(terms.serverName, toolName);
    if (name === undefined) {
      rejected.push({ toolName, reason: 'its name cannot be told from that of another tool' });
      continue;
    }
    const old = previous?.entries.get(toolName);
    // What was carried over was shortened once already, and is not to be taken for something new.
    const isSame = old?.name === name && (isCarried.has(toolName) || sameTool(old.tool, one.tool));
    entries.set(toolName, isSame ? old : entryOf(one, name, terms));
  }
  return { entries, rejected, names };
}

/** What was there before, and is not named by a list that was cut. */
function unlisted(list: ToolList, previous: ToolTable | undefined): readonly Tool[] {
  const named = new Set([...list.tools, ...list.rejected].map(({ name }) => name));
  return [...(previous?.entries.values() ?? [])].map(({ tool }) => tool).filter(({ name }) => !named.has(name));
}

/** Only `true` lets a tool through: a filter that is asynchronous by mistake lets none. One that throws is told of. */
function isWanted(toolName: string, { includes }: TableTerms, rejected: RejectedTool[]): boolean {
  try {
    const answer: unknown = includes(toolName);
    return answer === true;
  } catch {
    rejected.push({ toolName: printable(toolName, 64), reason: 'the filter of tools failed on its name' });
    return false;
  }
}

function entryOf({ tool, input, output }: JudgedTool, name: string, terms: TableTerms): ToolEntry {
  const { serverName, permissions, limits, executeOf } = terms;
  const annotations = readAnnotations(tool.annotations);
  const permission = permissionOf(tool.name, permissions);
  const { outputSchema } = tool;
  const title = tool.title ?? annotations.title;
  return {
    tool,
    name,
    annotations,
    ...permission,
    input: new ArgumentValidator(tool.inputSchema, input, limits),
    output: outputSchema && output && new ArgumentValidator(outputSchema, output, limits),
    definition: Object.freeze({
      name,
      serverName,
      toolName: tool.name,
      ...(title === undefined ? {} : { title: printable(title, 256) }),
      description: tool.description,
      // A copy: what a host does with it changes nothing of what is checked.
      inputSchema: structuredClone(tool.inputSchema),
      permission: permission.permission,
      annotations: Object.freeze(annotations),
      verdict: input,
      execute: executeOf(tool.name),
    }),
  };
}
