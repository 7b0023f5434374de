import { join } from 'node:path';
import { exitCode } from '../../lesson/exit-codes.ts';
import { isOn, type Call, type Command } from '../command.ts';
import { labTests, lessonOf, type Lesson } from '../lesson-of.ts';
import { CommandProblem } from '../problem.ts';
import { greenTests } from '../progress/green-tests.ts';
import { progressOf } from '../progress/progress-of.ts';
import { lessonProgress } from '../progress/store.ts';
import { readSources } from '../../lesson/collect/variant-files.ts';
import { sourcePatch } from '../sources.ts';

export const diffCommand: Command = {
  name: 'diff',
  synopsis: 'diff <lesson> [<file>] [--spoil]',
  options: { spoil: { type: 'boolean' } },
  positionals: { least: 1, most: 2 },
  run: (call) => {
    const { page, messages } = call;
    const lesson = lessonOf(call);
    if (!isOn(call, 'spoil') && !hasEarnedIt(call, lesson)) return exitCode.content;
    const yours = readSources(join(lesson.folder, 'starter'));
    const solution = readSources(join(lesson.folder, 'solution'));
    const chosen = chooseFiles(call, [...yours.keys(), ...solution.keys()]);
    const only = (files: ReadonlyMap<string, string>): Map<string, string> =>
      new Map([...files].filter(([path]) => chosen.includes(path)));
    const patch = sourcePatch(only(yours), only(solution));
    if (patch) page.code(patch.trimEnd(), 0);
    else page.text(messages.diff.same);
    return exitCode.verified;
  },
};

/** The solution is shown to who has solved the lab; anyone may say --spoil. */
function hasEarnedIt(call: Call, lesson: Lesson): boolean {
  const { page, messages } = call;
  const green = greenTests(lesson, lessonProgress(progressOf(call), lesson.id));
  const lab = labTests(lesson.manifest);
  const done = lab.filter((test) => green.has(test.id)).length;
  if (done === lab.length) return true;
  page.text(messages.diff.notYet(done, lab.length));
  page.text(messages.diff.check);
  page.code(`pnpm lesson check ${lesson.number}`);
  page.text(messages.diff.spoil);
  page.code(`pnpm lesson diff ${lesson.number} --spoil`);
  return false;
}

/** `mcp-client.ts`, `src/mcp-client.ts` or nothing (all files). */
function chooseFiles({ positionals, messages }: Call, paths: readonly string[]): readonly string[] {
  const [, name] = positionals;
  if (name === undefined) return paths;
  const wanted = `src/${name.replaceAll('\\', '/').replace(/^(\.\/)?(src\/)?/, '')}`;
  if (paths.includes(wanted)) return [wanted];
  const known = [...new Set(paths)].map((path) => path.slice('src/'.length)).toSorted();
  throw new CommandProblem(exitCode.usage, messages.problem.noFile(wanted.slice('src/'.length), known.join(', ')));
}
