import { isLegacyRevision, mutualRevision } from '../protocol/revisions.ts';
import { describe, isForbiddenKey, memberOf, plainOf, stringOf, type ConfigNode } from './config-node.ts';
import { dialects } from './dialects.ts';
import { refuse, tell, type EntryContext, type Found } from './entry-context.ts';
import { durationOf } from './timeout-units.ts';

/** Other names of the transports. */
const transports: Readonly<Record<string, string>> = {
  stdio: 'stdio',
  local: 'stdio',
  http: 'http',
  https: 'http',
  remote: 'http',
  'streamable-http': 'http',
  streamableHttp: 'http',
  streamable_http: 'http',
  sse: 'sse',
};

export function readType({ node }: Found): unknown {
  const text = stringOf(node);
  return text !== undefined && Object.hasOwn(transports, text) ? transports[text] : plainOf(node);
}

/** A list of texts; numbers, true and false among them become texts. */
export function readTexts(found: Found, context: EntryContext): unknown {
  const { node } = found;
  return node.kind === 'array' ? node.items.map((item) => textOf(item, found, context)) : plainOf(node);
}

/** An object of texts, as `readTexts`; null stays. */
export function readTextMembers(found: Found, context: EntryContext): unknown {
  const { node } = found;
  if (node.kind !== 'object') return plainOf(node);
  const members = node.members.filter(({ key }) => !isForbiddenKey(key));
  return Object.fromEntries(members.map(({ key, value }) => [key, textOf(value, found, context)]));
}

function textOf(node: ConfigNode, found: Found, context: EntryContext): unknown {
  if (node.kind !== 'scalar' || (typeof node.value !== 'number' && typeof node.value !== 'boolean'))
    return plainOf(node);
  const spot = { pointer: found.pointer, offset: node.offset ?? found.offset };
  tell(context, spot, 'converted', `${describe(node)} in ${found.alias} became a text`);
  return String(node.value);
}

/** Names of variables; Codex also writes `{ name = "X" }`. */
export function readNames(found: Found, context: EntryContext): unknown {
  const { node, alias } = found;
  if (alias === 'env_keys') {
    const message = 'env_keys are taken from the environment of the host: there is no keychain of goose here';
    tell(context, found, 'converted', message, 'warning');
  }
  if (node.kind !== 'array') return plainOf(node);
  return node.items.map((item) => stringOf(memberOf(item, 'name')) ?? plainOf(item));
}

/** `enabled`, `disabled`, or both: then the one that switches off counts. */
export function readEnabled(all: readonly Found[]): unknown {
  const values = all.map(({ alias, node }) => {
    const value = plainOf(node);
    return alias === 'disabled' && typeof value === 'boolean' ? !value : value;
  });
  return values.find((value) => typeof value !== 'boolean') ?? !values.includes(false);
}

/** Milliseconds, whatever they were written in. */
export function readDuration(found: Found, context: EntryContext): unknown {
  const { alias, node } = found;
  if (node.kind !== 'scalar' || typeof node.value !== 'number') return plainOf(node);
  const row = dialects[context.dialect];
  const duration = durationOf(node.value, alias, row.timeoutUnit);
  if ('problem' in duration) {
    refuse(context, found, `${alias} ${duration.problem}`, duration.cure);
    return undefined;
  }
  const { ms, unit, guessed } = duration;
  if (alias === 'timeout') {
    const read = `timeout: ${node.value} is read as ${node.value} ${unit}, ${ms} ms`;
    const message = guessed
      ? `${read}: nobody says what it counts, so say it with timeoutMs`
      : `${read}, as ${row.title} counts`;
    tell(context, found, 'unit', message, guessed ? 'warning' : 'info');
  }
  return ms;
}

/** Milliseconds, or `never`; a host that counts minutes writes 0 for that. */
export function readIdle(found: Found, context: EntryContext): unknown {
  return plainOf(found.node) === 0 && found.alias === 'idleTimeout' ? 'never' : readDuration(found, context);
}

/** `lifecycle` says when to start and whether to stop. */
export function readStart(found: Found, context: EntryContext): { readonly start: unknown; readonly idleMs?: 'never' } {
  const value = plainOf(found.node);
  switch (found.alias === 'lifecycle' ? value : undefined) {
    case 'eager':
      return { start: 'prewarm' };
    case 'keep-alive':
      return { start: 'prewarm', idleMs: 'never' };
    case 'lazy-keep-alive':
      return { start: 'lazy', idleMs: 'never' };
    case 'ephemeral':
      tell(context, found, 'dropped', 'ephemeral: it is stopped when it was idle, not after each call');
      return { start: 'lazy' };
    default:
      return { start: value };
  }
}

/** `auto`, `legacy`, `modern`, or a revision of one of them. */
export function readEra(found: Found, context: EntryContext): unknown {
  const { node, alias } = found;
  const text = stringOf(node) ?? stringOf(memberOf(node, 'mode'));
  if (text === undefined) return plainOf(node);
  if (isLegacyRevision(text)) return 'legacy';
  if (mutualRevision([text]) !== undefined) return 'modern';
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return text;
  tell(context, found, 'dropped', `${alias}: ${text} is no revision that is spoken here; it is found out`, 'warning');
  return 'auto';
}
