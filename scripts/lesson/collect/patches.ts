import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { applyPatch, parsePatch, type StructuredPatch } from 'diff';
import type { FileMap } from './variant-files.ts';
import { messageOf } from '../message-of.ts';

/** What is wrong or noteworthy with one patch file; `problem` is empty when it applies cleanly. */
export interface PatchFact {
  readonly file: string;
  readonly problem: string;
  readonly changedLines: number;
  readonly touched: readonly string[];
  /** Share of code lines that the patch leaves alone, in the file where it is smallest: 0 means emptied. */
  readonly kept: number;
}

/** Patch facts by `<kind>:<id>`, and patch files that nothing declares. */
export interface PatchFacts {
  readonly facts: Readonly<Record<string, PatchFact>>;
  readonly undeclared: readonly string[];
}

export interface Patched {
  readonly files: FileMap;
  readonly fact: PatchFact;
}

/** Applies a unified diff (`a/src/… b/src/…`) without any fuzz; the base is not changed. */
export function applyPatchFile(base: FileMap, path: string, shownAs: string): Patched {
  const failed = (problem: string): Patched => ({
    files: base,
    fact: { file: shownAs, problem, changedLines: 0, touched: [], kept: 1 },
  });
  if (!existsSync(path)) return failed('the patch file does not exist');
  let patches: StructuredPatch[];
  try {
    patches = parsePatch(readFileSync(path, 'utf8'));
  } catch (error) {
    return failed(`not a unified diff: ${messageOf(error)}`);
  }
  if (patches.every((patch) => patch.hunks.length === 0)) return failed('the patch changes nothing');

  const files: FileMap = new Map(base);
  const touched: string[] = [];
  let changedLines = 0;
  let kept = 1;
  for (const patch of patches) {
    const target = targetOf(patch);
    const old = files.get(target);
    if (old === undefined && patch.oldFileName !== '/dev/null') return failed(`there is no file ${target} to patch`);
    const changed = applyPatch(old ?? '', patch, { fuzzFactor: 0 });
    if (changed === false)
      return failed(`does not apply to ${target}: the solution has changed since; make the patch anew`);
    files.set(target, changed);
    touched.push(target);
    changedLines += countChanges(patch);
    kept = Math.min(kept, keptShare(old ?? '', patch));
  }
  return {
    files,
    fact: { file: shownAs, problem: '', changedLines, touched, kept },
  };
}

/** Patch files in `<folder>/<kind>` that no declared id asks for. */
export function undeclaredPatches(folder: string, kind: string, ids: readonly string[]): string[] {
  const place = join(folder, kind);
  if (!existsSync(place)) return [];
  return readdirSync(place)
    .filter((name) => !ids.includes(name.replace(/\.patch$/, '')))
    .map((name) => `${kind}/${name}`);
}

function targetOf(patch: StructuredPatch): string {
  const name = patch.newFileName === '/dev/null' ? patch.oldFileName : patch.newFileName;
  return (name ?? '').replace(/^[ab]\//, '').replace(/\t.*$/, '');
}

/** A replaced line counts once, as a person would count it. */
function countChanges(patch: StructuredPatch): number {
  const lines = patch.hunks.flatMap((hunk) => hunk.lines);
  const added = lines.filter((line) => line.startsWith('+')).length;
  const removed = lines.filter((line) => line.startsWith('-')).length;
  return Math.max(added, removed);
}

/** Share of a file's code lines that the patch leaves alone: replacing them all by others empties it just as well. */
function keptShare(old: string, patch: StructuredPatch): number {
  const before = old.split('\n').filter(isCode).length;
  const removed = patch.hunks
    .flatMap((hunk) => hunk.lines)
    .filter((line) => line.startsWith('-') && isCode(line.slice(1)));
  return before === 0 ? 1 : (before - removed.length) / before;
}

function isCode(line: string): boolean {
  return !/^\s*(\/\/.*|\/?\*.*|)$/.test(line);
}
