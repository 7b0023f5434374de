import type { z } from 'zod';
import { printable } from '../wire/printable.ts';
import { checkServer } from './check-server.ts';
import { describe, type ConfigNode } from './config-node.ts';
import { isPartOfGoose } from './detect-dialect.ts';
import { refuse, tell, type EntryContext } from './entry-context.ts';
import { sortMembers } from './entry-members.ts';
import { locate, ownFormOf } from './own-form.ts';
import { ownServerSchema } from './own-schema.ts';
import type { ServerConfig } from './server-config.ts';
import { serverConfigOf } from './server-config-of.ts';

/**
 * Reads one entry: spellings, units and types become those of our own dialect, which are checked in one place. Undefined
 * when it was refused or is no server; why stands in the notes.
 */
export function readEntry(node: ConfigNode, context: EntryContext): ServerConfig | undefined {
  const { notes, pointer } = context;
  const entry = { pointer, offset: node.offset };
  if (node.kind !== 'object') {
    refuse(
      context,
      entry,
      `a server is an object, and this is ${describe(node)}`,
      'write { "command": "…", "args": [] }',
    );
    return undefined;
  }
  if (isPartOfGoose(node)) {
    tell(context, entry, 'skipped', 'it is a part of goose, and no server');
    return undefined;
  }
  const before = notes.problemCount;
  const members = sortMembers(node, context);
  if (notes.problemCount > before) return undefined;
  const form = ownFormOf(members, context);
  const { data, error } = ownServerSchema.safeParse(form.own);
  const isReached = (field: PropertyKey | undefined): boolean => field === 'type' && form.own.url !== undefined;
  for (const issue of error?.issues ?? []) {
    const { spot, name } = locate(issue.path, form.spots, entry);
    refuse(context, spot, `${name} ${wordsOf(issue)}`, isReached(issue.path[0]) ? reachedType : cureFor(issue.path[0]));
  }
  if (notes.problemCount > before || data === undefined) return undefined;
  const config = serverConfigOf(data, form, context, entry);
  if (config !== undefined) checkServer(config, form, context, entry);
  return notes.problemCount > before ? undefined : config;
}

/** Of a transport that nobody knows, beside an address. */
const reachedType = 'write "type": "http", which is Streamable HTTP; ws (WebSocket) is no transport of MCP';

function wordsOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') {
    return `has members that do not exist: ${issue.keys.map((key) => printable(key)).join(', ')}`;
  }
  return issue.code === 'invalid_key' ? (issue.issues[0]?.message ?? issue.message) : issue.message;
}

/** An example of the field, from the shape itself. */
function cureFor(field: PropertyKey | undefined): string {
  const { shape } = ownServerSchema;
  const key = Object.keys(shape).find((name) => name === field) as keyof typeof shape | undefined;
  const examples = key === undefined ? undefined : shape[key].meta()?.examples;
  const [example] = Array.isArray(examples) ? (examples as readonly unknown[]) : [];
  return example === undefined ? 'take it away' : `for example "${key}": ${JSON.stringify(example)}`;
}
