import { printable } from '../wire/printable.ts';
import { memberOf, plainOf, type ConfigNode } from './config-node.ts';
import { tell, type EntryContext, type Found } from './entry-context.ts';

/** Spellings that say which tools are left out; the others say which are taken. */
const excluding: readonly string[] = ['excludeTools', 'disabled_tools', 'disabledTools'];

export interface ToolFilters {
  /** In the shape of our own dialect; undefined when nobody filters. */
  readonly tools: unknown;
  readonly wishes: readonly string[];
}

/**
 * The filters of tools. Several spellings of one direction add up: each of them leaves something out. `tools` itself is a
 * list (to take), our own `{ include, exclude }`, or the settings of single tools, as Codex has them.
 */
export function readToolFilters(all: readonly Found[], context: EntryContext): ToolFilters {
  let include: readonly unknown[] | undefined;
  const exclude: unknown[] = [];
  const wishes: string[] = [];
  let wrong: unknown;
  for (const found of all) {
    const { alias, node } = found;
    if (alias === 'tools' && node.kind === 'object') {
      if (
        memberOf(node, 'include') !== undefined ||
        memberOf(node, 'exclude') !== undefined ||
        node.members.length === 0
      ) {
        return { tools: plainOf(node), wishes };
      }
      wishes.push(...wishesOfTools(node, found, context));
    } else if (node.kind !== 'array') {
      wrong = plainOf(node);
    } else if (excluding.includes(alias)) {
      exclude.push(...node.items.map(plainOf));
    } else if (include !== undefined) {
      tell(context, found, 'dropped', `${alias}: another list says already which tools are taken`, 'warning');
    } else if (node.items.length > 0 || alias !== 'available_tools') {
      // An empty list takes none; goose alone means all by it.
      include = node.items.map(plainOf);
    }
  }
  if (wrong !== undefined) return { tools: { include: wrong }, wishes };
  const tools = { ...(include !== undefined && { include }), ...(exclude.length > 0 && { exclude }) };
  return { tools: Object.keys(tools).length > 0 ? tools : undefined, wishes };
}

/** `[mcp_servers.x.tools.search] approval_mode = "approve"`. */
function wishesOfTools(node: ConfigNode, found: Found, context: EntryContext): string[] {
  if (node.kind !== 'object') return [];
  return node.members.flatMap(({ key, value }) => {
    const mode = plainOf(memberOf(value, 'approval_mode') ?? { kind: 'scalar', value: null });
    if (typeof mode === 'string') return [printable(`tools.${key}.approval_mode: ${mode}`)];
    tell(context, found, 'unknown-key', `tools.${printable(key)} says nothing that is known here`, 'warning');
    return [];
  });
}
