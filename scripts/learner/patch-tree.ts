import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { applyPatch, parsePatch } from 'diff';
import { applyPatchFile } from '../lesson/collect/patches.ts';
import { readSources, type FileMap } from '../lesson/collect/variant-files.ts';
import { exitCode } from '../lesson/exit-codes.ts';
import type { Call } from './command.ts';
import type { Lesson } from './lesson-of.ts';
import type { Messages } from './messages/index.ts';
import { CommandProblem } from './problem.ts';
import { sourcePatch } from './sources.ts';

/** One patch of a lesson and the work tree in which its author edits what it makes. */
export interface PatchTree {
  readonly lesson: Lesson;
  readonly id: string;
  /** The command that this is about: `wrong edit`, `step write`. */
  readonly command: 'wrong' | 'step';
  /** What the patch is a change of. */
  readonly base: FileMap;
  /** Holds `src/` alone, so that `check --dir` can run it. */
  readonly tree: string;
  readonly patch: string;
  /** What is said of the tree. */
  readonly says: Messages['wrong'] | Messages['step'];
}

/** Lays the patched sources out in the work tree, and says how to try and to keep them. */
export function openTree(call: Call, place: PatchTree): void {
  const { page, messages, context } = call;
  const { lesson, id, command, tree, says } = place;
  const shown = relative(context.cwd, tree);
  if (existsSync(tree)) throw new CommandProblem(exitCode.content, messages.tree.exists(shown));
  const { files, how } = patched(call, place);
  for (const [path, text] of files) {
    const target = join(tree, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
  page.text(says[how]);
  page.code(join(shown, 'src'));
  page.text(says.tryIt);
  page.code(`pnpm lesson check ${lesson.number} --dir ${shown}`);
  page.text(messages.tree.thenWrite);
  page.code(`pnpm lesson ${command} write ${lesson.number} ${id}`);
}

/** The base with the patch on it. When the base has moved on, the patch is fitted in as well as possible. */
function patched(
  { messages, context }: Call,
  { base, patch }: PatchTree,
): { readonly files: FileMap; readonly how: 'fresh' | 'applied' | 'fuzzy' } {
  if (!existsSync(patch)) return { files: base, how: 'fresh' };
  const { files, fact } = applyPatchFile(base, patch, patch);
  if (!fact.problem) return { files, how: 'applied' };
  const fitted: FileMap = new Map(base);
  for (const part of parsePatch(readFileSync(patch, 'utf8'))) {
    const path = (part.newFileName ?? '').replace(/^b\//, '');
    const changed = applyPatch(fitted.get(path) ?? '', part, { fuzzFactor: 3 });
    if (changed === false) {
      throw new CommandProblem(exitCode.content, messages.tree.stale(relative(context.cwd, patch)));
    }
    fitted.set(path, changed);
  }
  return { files: fitted, how: 'fuzzy' };
}

/** Makes the patch from the work tree, and takes the tree away. */
export function writeTree(call: Call, { lesson, id, command, base, tree, patch }: PatchTree): void {
  const { page, messages, context } = call;
  if (!existsSync(tree)) {
    const how = `pnpm lesson ${command} edit ${lesson.number} ${id}`;
    throw new CommandProblem(exitCode.content, messages.tree.noTree(how));
  }
  const text = sourcePatch(base, readSources(tree));
  if (text === '') throw new CommandProblem(exitCode.content, messages.tree.same);
  mkdirSync(dirname(patch), { recursive: true });
  writeFileSync(patch, text);
  rmSync(tree, { recursive: true });
  const lines = text.split('\n').filter((line) => /^[+-](?![+-]{2} )/.test(line)).length;
  page.text(messages.tree.written(relative(context.cwd, patch), lines));
}

/** The id that a word is; a word that cannot be one is a problem. */
export function patchId({ messages }: Call, word: string): string {
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(word)) throw new CommandProblem(exitCode.usage, messages.tree.noId(word));
  return word;
}

/** `edit` or `write`. */
export function treeAction({ messages }: Call, word: string): 'edit' | 'write' {
  if (word === 'edit' || word === 'write') return word;
  throw new CommandProblem(exitCode.usage, messages.tree.badAction(word), { showUsage: true });
}
