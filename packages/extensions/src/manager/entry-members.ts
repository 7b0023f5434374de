import { printable } from '../wire/printable.ts';
import { closest } from './closest.ts';
import { isForbiddenKey, pointerOf, stringOf, walk, type ObjectNode } from './config-node.ts';
import { refuse, tell, type EntryContext, type Found } from './entry-context.ts';
import { droppedFields, fieldAliases, fieldOf, grantingFields, wishFields, type OwnField } from './field-aliases.ts';

/** The members of an entry by the fields that they mean, each in the order of its spellings. */
export interface EntryMembers {
  readonly fields: ReadonlyMap<OwnField, readonly Found[]>;
  readonly wishes: readonly Found[];
}

/** Objects whose members count as those of the entry: Cline nests the transport, Continue the headers. */
const nested: readonly string[] = ['transport', 'requestOptions'];

/** Values in one entry, at all levels: no program takes as many arguments and variables. */
const maxValues = 5_000;

/** Spellings of nearly every host; what a bare timeout counts is told anyway. */
const everybodys: readonly string[] = ['disabled', 'timeout'];

/** Spellings that mean a part of a field. */
const meanings: Readonly<Record<string, string>> = {
  includeTools: 'tools.include',
  enabled_tools: 'tools.include',
  available_tools: 'tools.include',
  excludeTools: 'tools.exclude',
  disabled_tools: 'tools.exclude',
  disabledTools: 'tools.exclude',
};

/** Sorts the members of an entry. What means nothing here is told; what stands there twice refuses the entry. */
export function sortMembers(node: ObjectNode, context: EntryContext): EntryMembers {
  let values = 0;
  for (const [inner, pointer] of walk(node, context.pointer)) {
    values += 1;
    if (values > maxValues) {
      const spot = { pointer: context.pointer, offset: node.offset };
      refuse(context, spot, `it holds more than ${maxValues} values`, 'take away what no server needs');
      return { fields: new Map(), wishes: [] };
    }
    if (inner.kind === 'object') checkKeys(inner, pointer, context);
  }
  const fields = new Map<OwnField, Found[]>();
  const wishes: Found[] = [];
  for (const found of membersOf(node, context.pointer)) {
    const field = fieldOf(found.alias);
    const grants = field !== undefined && grantingFields.includes(field) && context.dialect !== 'own';
    if (grants || wishFields.includes(found.alias)) {
      wishes.push(found);
    } else if (field !== undefined) {
      fields.set(field, [...(fields.get(field) ?? []), found]);
    } else if (!isForbiddenKey(found.alias)) {
      tellUnknown(found, context);
    }
  }
  for (const [field, found] of fields) {
    const order = fieldAliases[field];
    found.sort((a, b) => order.indexOf(a.alias) - order.indexOf(b.alias)); // oxlint-disable-line unicorn/no-array-sort -- ours
    const [first] = found;
    if (first === undefined || first.alias === field || everybodys.includes(first.alias)) continue;
    tell(context, first, 'renamed', `${first.alias} is ${meanings[first.alias] ?? field} here`);
  }
  return { fields, wishes };
}

function* membersOf(node: ObjectNode, pointer: string): Generator<Found> {
  for (const { key, value, offset } of node.members) {
    const at = pointer + pointerOf(key);
    if (nested.includes(key) && value.kind === 'object') yield* membersOf(value, at);
    else yield { alias: key, node: value, pointer: at, offset: value.offset ?? offset };
  }
}

function checkKeys(node: ObjectNode, pointer: string, context: EntryContext): void {
  const seen = new Set<string>();
  for (const { key, offset } of node.members) {
    const spot = { pointer: pointer + pointerOf(key), offset };
    if (isForbiddenKey(key)) {
      tell(context, spot, 'dropped', `${key} is left out: no configuration needs such a name`, 'warning');
    } else if (seen.has(key)) {
      const what = `${printable(key)} stands there twice, and nobody can say which one is meant`;
      refuse(context, spot, what, 'keep one of them');
    }
    seen.add(key);
  }
}

function tellUnknown(found: Found, context: EntryContext): void {
  const { alias, node } = found;
  // An entry of a list says its own name.
  if (alias === 'name' && stringOf(node) === context.name) return;
  const why = Object.hasOwn(droppedFields, alias) ? droppedFields[alias] : undefined;
  if (why !== undefined) {
    tell(context, found, 'dropped', `${alias} is not honoured: ${why}`);
    return;
  }
  const meant = closest(alias, Object.values(fieldAliases).flat());
  const hint = meant === undefined ? '' : `; did you mean ${meant}?`;
  tell(context, found, 'unknown-key', `${printable(alias)} is no field that is known here${hint}`, 'warning');
}
