import type { Tool } from '../protocol/tool.ts';
import { canonicalJson } from '../wire/canonical-json.ts';
import { sha256 } from './configuration-parts.ts';
import { change, type Change } from './identity-changes.ts';

/** The hints by which a host decides how careful to be. Their values are in the hash, to be told. */
const hints = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const;

/** Hexadecimal digits kept of the digest of one member: it only says where a difference is, the whole says whether. */
const partLength = 12;

/**
 * What a tool is, in one line: the SHA-256 of all of its definition, and behind it, for saying what changed, what its
 * members are: `sha256:… title=… description=… inputSchema=… readOnlyHint=true`. The order of keys does not count. `_meta`
 * is left out: nothing here acts by it, and some servers write the time into it.
 */
export function definitionHash(tool: Tool): string {
  const { name, title, description, inputSchema, outputSchema, annotations = {} } = tool;
  const whole = canonicalJson({ name, title, description, inputSchema, outputSchema, annotations });
  const members = Object.entries({ title, description, inputSchema, outputSchema, annotations })
    .filter(([, value]) => value !== undefined)
    .map(([member, value]) => `${member}=${sha256(canonicalJson(value)).slice(0, partLength)}`);
  // Anything but a boolean is no hint, and is in `annotations` all the same.
  const said = hints.flatMap((hint) =>
    typeof annotations[hint] === 'boolean' ? [`${hint}=${annotations[hint]}`] : [],
  );
  return [`sha256:${sha256(whole)}`, ...members, ...said].join(' ');
}

/** What changed between two hashes of one tool. Empty when they are equal, and only then. */
export function toolChanges(name: string, before: string, after: string): Change[] {
  if (before === after) return [];
  const what = `tool ${name}`;
  const [was, is] = [membersOf(before), membersOf(after)];
  const changed = [...new Set([...was.keys(), ...is.keys()])].filter((member) => was.get(member) !== is.get(member));
  const ofHints = changed.filter((member) => isHint(member));
  // The annotations hold the hints: told once.
  const others = changed.filter((member) => !isHint(member) && (member !== 'annotations' || ofHints.length === 0));
  const words = [
    ...others.map(
      (member) => `${member} ${!was.has(member) ? 'was added' : is.has(member) ? 'changed' : 'was removed'}`,
    ),
    ...ofHints.map((hint) => `${hint}: ${was.get(hint) ?? 'not said'} → ${is.get(hint) ?? 'not said'}`),
  ];
  if (words.length === 0) words.push('its definition changed');
  return words.map((text) => change(what, before, after, `${what}: ${text}`));
}

function isHint(member: string): boolean {
  return hints.some((hint) => hint === member);
}

function membersOf(hash: string): Map<string, string> {
  const [, ...members] = hash.split(' ');
  return new Map(members.map((member) => [member.split('=')[0] ?? '', member.split('=')[1] ?? '']));
}
