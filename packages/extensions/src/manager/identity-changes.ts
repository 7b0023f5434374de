import { printable } from '../wire/printable.ts';
import { canonicalJson } from '../wire/canonical-json.ts';
import type { IdentityPart } from './identity-part.ts';

/** One difference between what was approved and what is there now, for a person. Everything in it is safe to print. */
export interface Change {
  /** What it is about: `args`, `executable`, `tool delete_file`. */
  readonly what: string;
  /** Undefined when there was nothing. */
  readonly before?: string;
  /** Undefined when there is nothing any more. */
  readonly after?: string;
  /** All of it in a line. */
  readonly words: string;
}

/** Characters kept of each of the two sides. */
const maxShown = 300;

/** What differs between two identities, field by field and file by file. Empty when nothing does. */
export function identityChanges(before: readonly IdentityPart[], after: readonly IdentityPart[]): Change[] {
  const moved = movedFiles(before, after);
  const changes = pairs(before, after).flatMap(([was, is]) => {
    const { name, what } = was ?? is ?? { name: 'configuration', what: '' };
    if (was?.digest === is?.digest) return [];
    return name === 'configuration' ? fieldChanges(what, was?.text, is?.text) : partChange(name, what, was, is);
  });
  return [...changes, ...moved];
}

/**
 * What of its programs is another one, of what is known on both sides: where a package is still to be fetched, nothing has
 * changed when it is there.
 */
export function programChanges(before: readonly IdentityPart[], after: readonly IdentityPart[]): Change[] {
  const [was, is] = [knownPrograms(before), knownPrograms(after)];
  const isIn =
    (others: readonly IdentityPart[]) =>
    (part: IdentityPart): boolean =>
      single.includes(part.name) || others.some((other) => keyOf(other) === keyOf(part));
  return identityChanges(was.filter(isIn(is)), is.filter(isIn(was)));
}

/** The files that it is made of, as far as they were found. */
export function knownPrograms(parts: readonly IdentityPart[]): IdentityPart[] {
  return parts.filter(({ name, digest }) => name !== 'configuration' && name !== 'secrets' && digest !== 'unknown');
}

/** All in a line, but no more than a person reads. */
export function inShort(changes: readonly Change[]): string {
  return changes
    .slice(0, 3)
    .map(({ words }) => words)
    .concat(changes.length > 3 ? ['…'] : [])
    .join('; ');
}

function keyOf({ name, what }: IdentityPart): string {
  return JSON.stringify([name, what]);
}

type Pair = readonly [was: IdentityPart | undefined, is: IdentityPart | undefined];

/** Files that were exchanged for another under a different path are told as one change. */
const single: readonly IdentityPart['name'][] = ['executable'];

function pairs(before: readonly IdentityPart[], after: readonly IdentityPart[]): Pair[] {
  const relevant = (parts: readonly IdentityPart[]): Map<string, IdentityPart> =>
    new Map(parts.filter(({ name }) => !single.includes(name)).map((part) => [keyOf(part), part]));
  const [was, is] = [relevant(before), relevant(after)];
  return [...new Set([...was.keys(), ...is.keys()])].map((key): Pair => [was.get(key), is.get(key)]);
}

function movedFiles(before: readonly IdentityPart[], after: readonly IdentityPart[]): Change[] {
  return single.flatMap((name) => {
    const was = before.find((part) => part.name === name);
    const is = after.find((part) => part.name === name);
    if (was?.what === is?.what && was?.digest === is?.digest) return [];
    if (was !== undefined && is !== undefined && was.what !== is.what) {
      const how = was.digest === is.digest ? 'the same bytes under another path' : 'another file';
      return [change(name, was.what, is.what, `${name}: ${how}: ${show(was.what)} → ${show(is.what)}`)];
    }
    return partChange(name, is?.what ?? was?.what ?? '', was, is);
  });
}

function partChange(name: string, what: string, was: IdentityPart | undefined, is: IdentityPart | undefined): Change[] {
  const label = name === 'secrets' ? `secret ${show(what)}` : `${name} ${show(what)}`;
  const side = (part: IdentityPart | undefined): string | undefined =>
    part === undefined || name === 'secrets'
      ? undefined
      : part.digest === 'unknown'
        ? `unknown: ${part.text ?? ''}`
        : [part.text, `SHA-256 ${part.digest}`].filter(Boolean).join(', ');
  const words = partWords(label, was, is);
  return [change(label, side(was), side(is), words)];
}

function partWords(label: string, was: IdentityPart | undefined, is: IdentityPart | undefined): string {
  if (was === undefined) return `${label}: is new${because(is)}`;
  if (is === undefined) return `${label}: is gone`;
  if (was.name === 'secrets') return `${label}: has another value`;
  if (was.digest === 'unknown') return `${label}: was unknown when it was approved, and is known now${because(is)}`;
  if (is.digest === 'unknown') return `${label}: cannot be found any more${because(is)}`;
  const versions = was.text === is.text ? '' : ` (${show(was.text ?? '')} → ${show(is.text ?? '')})`;
  return `${label}: bytes changed under the same path${versions}`;
}

function because(part: IdentityPart | undefined): string {
  return part?.text === undefined ? '' : ` (${show(part.text)})`;
}

/** A field of the configuration: lists entry by entry, objects member by member. */
function fieldChanges(what: string, wasText: string | undefined, isText: string | undefined): Change[] {
  const [was, is] = [parse(wasText), parse(isText)];
  if (isList(was) && isList(is)) return listChanges(what, was, is);
  if (isRecord(was) && isRecord(is)) {
    const names = [...new Set([...Object.keys(was), ...Object.keys(is)])].toSorted();
    return names
      .filter((name) => text(was[name]) !== text(is[name]))
      .flatMap((name) => fieldChanges(`${what}.${name}`, text(was[name]), text(is[name])));
  }
  return [valueChange(what, wasText, isText)];
}

function listChanges(what: string, was: readonly unknown[], is: readonly unknown[]): Change[] {
  const [before, after] = [was.map((entry) => canonicalJson(entry)), is.map((entry) => canonicalJson(entry))];
  const changes = [
    ...without(before, after).map((entry) => change(what, entry, undefined, `${what}: ${show(entry)} was removed`)),
    ...without(after, before).map((entry) => change(what, undefined, entry, `${what}: ${show(entry)} was added`)),
  ];
  if (changes.length > 0) return changes;
  const [from, to] = [`[${before.join(', ')}]`, `[${after.join(', ')}]`];
  return [change(what, from, to, `${what}: the order changed: ${show(from)} → ${show(to)}`)];
}

function valueChange(what: string, was: string | undefined, is: string | undefined): Change {
  const isSecret = /\(secret [0-9a-f]{32}\)/;
  if (was === undefined)
    return change(what, was, is, `${what}: ${isSecret.test(is ?? '') ? '' : `${show(is)} `}was added`);
  if (is === undefined)
    return change(what, was, is, `${what}: ${isSecret.test(was) ? '' : `${show(was)} `}was removed`);
  if (isSecret.test(was) && isSecret.test(is)) return change(what, was, is, `${what}: has another value`);
  return change(what, was, is, `${what}: ${show(was)} → ${show(is)}`);
}

/** What of the first list is not in the second, as often as it is there more often. */
function without(list: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const entry of others) left.set(entry, (left.get(entry) ?? 0) + 1);
  return list.filter((entry) => {
    const count = left.get(entry) ?? 0;
    left.set(entry, count - 1);
    return count <= 0;
  });
}

/** Makes a change, all of it bounded and without control characters: names and arguments may be anybody's. */
export function change(what: string, before: string | undefined, after: string | undefined, words: string): Change {
  return {
    what: show(what),
    ...(before === undefined ? {} : { before: show(before) }),
    ...(after === undefined ? {} : { after: show(after) }),
    words: printable(words, 4 * maxShown),
  };
}

function show(value: string | undefined): string {
  return printable(value ?? '', maxShown);
}

/** What is no JSON was written by hand, and stands for itself. */
function parse(value: string | undefined): unknown {
  try {
    return value === undefined ? undefined : JSON.parse(value);
  } catch {
    return value;
  }
}

function text(value: unknown): string | undefined {
  return value === undefined ? undefined : canonicalJson(value);
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
