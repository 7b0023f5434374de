import { printable } from '../wire/printable.ts';
import { memberOf, plainOf, pointerOf, type ConfigNode } from './config-node.ts';
import type { Spot } from './config-notes.ts';
import { tell, type EntryContext, type Found } from './entry-context.ts';
import type { EntryMembers } from './entry-members.ts';
import type { OwnField } from './field-aliases.ts';
import {
  readDuration,
  readEnabled,
  readEra,
  readIdle,
  readNames,
  readStart,
  readTextMembers,
  readTexts,
  readType,
} from './field-readers.ts';
import { readToolFilters } from './tool-filters.ts';

/** An entry in the spellings, units and types of our own dialect, and where each field was found. Not checked yet. */
export interface OwnForm {
  readonly own: Readonly<Partial<Record<OwnField, unknown>>>;
  readonly wishes: readonly string[];
  readonly spots: ReadonlyMap<OwnField, Found>;
}

type Draft = Partial<Record<OwnField, unknown>>;

/** How the value of a field is read; those not named here are taken as they are. */
const readers: Partial<Record<OwnField, (found: Found, context: EntryContext) => unknown>> = {
  type: readType,
  args: readTexts,
  env: readTextMembers,
  headers: readTextMembers,
  inheritEnv: readNames,
  idleMs: readIdle,
  era: readEra,
  timeoutMs: readDuration,
  totalTimeoutMs: readDuration,
  startTimeoutMs: readDuration,
  installTimeoutMs: readDuration,
};

/** Turns the members of an entry into our own form. Of several spellings of one field the first in the table counts. */
export function ownFormOf({ fields, wishes: asked }: EntryMembers, context: EntryContext): OwnForm {
  const own: Draft = {};
  const spots = new Map<OwnField, Found>();
  const wishes: string[] = [];
  const wish = (found: Found, text: string): void => {
    wishes.push(text);
    tell(context, found, 'wish', `it asks for ${text}`, 'ask');
  };
  for (const found of asked) for (const text of wishOf(found)) wish(found, text);
  for (const [field, all] of fields) {
    const [first, ...others] = all;
    if (first === undefined) continue;
    spots.set(field, first);
    if (field === 'tools') {
      const filters = readToolFilters(all, context);
      own.tools = filters.tools;
      for (const text of filters.wishes) wish(first, text);
      continue;
    }
    if (field === 'enabled') {
      own.enabled = readEnabled(all);
      continue;
    }
    for (const { alias, ...spot } of others) {
      tell(context, spot, 'dropped', `${alias}: ${first.alias} says it already`, 'warning');
    }
    const read = readers[field] ?? (({ node }: Found): unknown => plainOf(node));
    if (field === 'start') Object.assign(own, { ...readStart(first, context), ...own });
    else own[field] = read(first, context);
  }
  splitCommand(own, spots);
  dropForeignSandbox(own, spots.get('sandbox'), context);
  const entries = Object.entries(own).filter(([, value]) => value !== undefined);
  return { own: Object.fromEntries(entries), wishes, spots };
}

/** A command that is a list: its head is the program, the rest comes before `args`. */
function splitCommand(own: Draft, spots: Map<OwnField, Found>): void {
  if (!Array.isArray(own.command)) return;
  const [head = '', ...rest] = own.command as readonly unknown[];
  own.command = head;
  if (rest.length === 0) return;
  own.args = [...rest, ...(Array.isArray(own.args) ? (own.args as readonly unknown[]) : [])];
  const command = spots.get('command');
  if (command !== undefined && !spots.has('args')) spots.set('args', command);
}

/** A sandbox in another host's shape: that it will not be there is for whoever approves the server. */
function dropForeignSandbox(own: Draft, found: Found | undefined, context: EntryContext): void {
  if (found === undefined || context.dialect === 'own' || memberOf(found.node, 'kind') !== undefined) return;
  own.sandbox = undefined;
  tell(context, found, 'dropped', 'the sandbox is written for another host, and there will be none', 'ask');
}

/** `trust: true`, `autoApprove: read_file, list`; nothing for false and for an empty list. */
function wishOf({ alias, node }: Found): string[] {
  const value = plainOf(node);
  if (value === false || value === null || (Array.isArray(value) && value.length === 0)) return [];
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return [printable(`${alias}: ${Array.isArray(value) ? value.map(String).join(', ') : text}`)];
}

/** Where in the document a path of our own form is from, as far down as both have the same shape; and its name there. */
export function locate(
  path: readonly PropertyKey[],
  spots: OwnForm['spots'],
  entry: Spot,
): { readonly spot: Spot; readonly name: string } {
  const [field, ...rest] = path;
  const found = spots.get(field as OwnField);
  if (found === undefined) return { spot: entry, name: field === undefined ? 'the server' : String(field) };
  let { alias: name, pointer, offset } = found;
  let node: ConfigNode | undefined = found.node;
  for (const key of rest) {
    node = node.kind === 'array' ? node.items[Number(key)] : memberOf(node, String(key));
    if (node === undefined) break;
    pointer += pointerOf(String(key));
    offset = node.offset ?? offset;
    name += typeof key === 'number' ? `[${key}]` : `.${printable(String(key))}`;
  }
  return { spot: { pointer, offset }, name };
}
