import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { applyPatch, parsePatch } from 'diff';
import { applyPatchFile } from '../../lesson/collect/patches.ts';
import type { FileMap } from '../../lesson/collect/variant-files.ts';
import { exitCode } from '../../lesson/exit-codes.ts';
import type { Call, Command } from '../command.ts';
import { lessonOf, type Lesson } from '../lesson-of.ts';
import { CommandProblem } from '../problem.ts';
import { readSources } from '../../lesson/collect/variant-files.ts';
import { sourcePatch } from '../sources.ts';

export const wrongCommand: Command = {
  name: 'wrong',
  synopsis: 'wrong edit|write <lesson> <id>',
  options: {},
  positionals: { least: 3, most: 3 },
  run: (call) => {
    const { messages } = call;
    const [action = '', name = '', id = ''] = call.positionals;
    if (action !== 'edit' && action !== 'write') {
      throw new CommandProblem(exitCode.usage, messages.wrong.badAction(action), { showUsage: true });
    }
    const lesson = lessonOf({ ...call, positionals: [name] });
    if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id)) throw new CommandProblem(exitCode.usage, messages.wrong.noId(id));
    const place = {
      lesson,
      id,
      tree: join(call.context.workFolder, lesson.id, 'wrong', id),
      patch: join(lesson.folder, 'wrong', `${id}.patch`),
    };
    if (action === 'edit') edit(call, place);
    else write(call, place);
    return exitCode.verified;
  },
};

interface Place {
  readonly lesson: Lesson;
  readonly id: string;
  /** Work tree: holds `src/` alone, so that `check --dir` can run it. */
  readonly tree: string;
  readonly patch: string;
}

function edit(call: Call, { lesson, id, tree, patch }: Place): void {
  const { page, messages, context } = call;
  const shown = relative(context.cwd, tree);
  if (existsSync(tree)) throw new CommandProblem(exitCode.content, messages.wrong.exists(shown));
  const solution = readSources(join(lesson.folder, 'solution'));
  const { files, how } = mistakeOn(call, solution, patch);
  for (const [path, text] of files) {
    const target = join(tree, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
  page.text(messages.wrong[how]);
  page.code(join(shown, 'src'));
  page.text(messages.wrong.tryIt);
  page.code(`pnpm lesson check ${lesson.number} --dir ${shown}`);
  page.text(messages.wrong.thenWrite);
  page.code(`pnpm lesson wrong write ${lesson.number} ${id}`);
}

/** The solution with the patch on it. When the solution has moved on, the patch is fitted in as well as possible. */
function mistakeOn(
  { messages, context }: Call,
  solution: FileMap,
  patch: string,
): { readonly files: FileMap; readonly how: 'fresh' | 'applied' | 'fuzzy' } {
  if (!existsSync(patch)) return { files: solution, how: 'fresh' };
  const { files, fact } = applyPatchFile(solution, patch, patch);
  if (!fact.problem) return { files, how: 'applied' };
  const fitted: FileMap = new Map(solution);
  for (const part of parsePatch(readFileSync(patch, 'utf8'))) {
    const path = (part.newFileName ?? '').replace(/^b\//, '');
    const changed = applyPatch(fitted.get(path) ?? '', part, { fuzzFactor: 3 });
    if (changed === false) {
      throw new CommandProblem(exitCode.content, messages.wrong.stale(relative(context.cwd, patch)));
    }
    fitted.set(path, changed);
  }
  return { files: fitted, how: 'fuzzy' };
}

function write(call: Call, { lesson, id, tree, patch }: Place): void {
  const { page, messages, context } = call;
  if (!existsSync(tree)) {
    const command = `pnpm lesson wrong edit ${lesson.number} ${id}`;
    throw new CommandProblem(exitCode.content, messages.wrong.noTree(command));
  }
  const text = sourcePatch(readSources(join(lesson.folder, 'solution')), readSources(tree));
  if (text === '') throw new CommandProblem(exitCode.content, messages.wrong.same);
  mkdirSync(dirname(patch), { recursive: true });
  writeFileSync(patch, text);
  rmSync(tree, { recursive: true });
  const lines = text.split('\n').filter((line) => /^[+-](?![+-]{2} )/.test(line)).length;
  page.text(messages.wrong.written(relative(context.cwd, patch), lines));
  if (!lesson.manifest.wrong.some((entry) => entry.id === id)) page.text(messages.wrong.declare(id));
}
