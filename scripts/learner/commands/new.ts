import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { exitCode } from '../../lesson/exit-codes.ts';
import type { Call, Command } from '../command.ts';
import { newLessonFiles } from '../new-lesson-files.ts';
import { CommandProblem } from '../problem.ts';
import { shownPath } from '../shown-path.ts';

export const newCommand: Command = {
  name: 'new',
  synopsis: 'new <number>-<name>',
  options: {},
  positionals: { least: 1, most: 1 },
  run: (call) => {
    const { context, page, messages } = call;
    const [id = ''] = call.positionals;
    if (!/^\d{2}-[a-z0-9]+(-[a-z0-9]+)*$/.test(id)) {
      throw new CommandProblem(exitCode.usage, messages.new.badName(id), { showUsage: id === '' });
    }
    const bootcamp = firstBootcamp(call);
    const folder = join(bootcamp, 'labs', id);
    refuseTaken(call, id, folder);
    writeAtOnce(folder, context.workFolder, newLessonFiles(id));

    const number = id.slice(0, 2);
    page.text(messages.new.made);
    page.code(shownPath(folder, call));
    page.text(messages.new.install);
    page.code('pnpm install');
    page.text(messages.new.guide);
    page.code(shownPath(join(bootcamp, 'AUTHORING.md'), call));
    page.text(messages.new.todo);
    page.code(`pnpm verify:lesson -- ${number} --only solution`);
    return exitCode.verified;
  },
};

/** A lesson is called by its number: two with one number could not be told apart. */
function refuseTaken(call: Call, id: string, folder: string): void {
  const { context, messages } = call;
  if (existsSync(folder)) {
    throw new CommandProblem(exitCode.usage, messages.new.exists(shownPath(folder, call)));
  }
  const bootcamps = join(context.root, 'bootcamps');
  const others = foldersIn(bootcamps).flatMap((bootcamp) => foldersIn(join(bootcamps, bootcamp, 'labs')));
  const number = id.slice(0, 2);
  const taken = others.find((other) => other.startsWith(`${number}-`));
  if (taken !== undefined) throw new CommandProblem(exitCode.usage, messages.new.taken(number, taken));
}

/** The whole lesson or nothing: it is made in the work folder, and takes its place when it is complete. */
function writeAtOnce(folder: string, workFolder: string, files: ReadonlyMap<string, string>): void {
  mkdirSync(workFolder, { recursive: true });
  const making = mkdtempSync(join(workFolder, 'new-'));
  try {
    for (const [path, text] of files) {
      const target = join(making, 'lesson', path);
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, text);
    }
    mkdirSync(dirname(folder), { recursive: true });
    renameSync(join(making, 'lesson'), folder);
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
}

/** There is one. */
function firstBootcamp({ context, messages }: Call): string {
  const bootcamps = join(context.root, 'bootcamps');
  const [first] = foldersIn(bootcamps);
  if (first === undefined) throw new CommandProblem(exitCode.couldNotTell, messages.new.noBootcamp);
  return join(bootcamps, first);
}

function foldersIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
}
