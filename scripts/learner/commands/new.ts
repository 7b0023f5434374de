import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { exitCode } from '../../lesson/exit-codes.ts';
import type { Call, Command } from '../command.ts';
import { newLessonFiles } from '../new-lesson-files.ts';
import { CommandProblem } from '../problem.ts';

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
    const folder = join(labsFolder(call), id);
    const shown = relative(context.cwd, folder);
    if (existsSync(folder)) throw new CommandProblem(exitCode.usage, messages.new.exists(shown));
    for (const [path, text] of newLessonFiles(id)) {
      const target = join(folder, path);
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, text);
    }
    page.text(messages.new.made);
    page.code(shown);
    page.text(messages.new.todo);
    page.code('pnpm install');
    page.code(`pnpm verify:lesson -- ${id.slice(0, 2)}`);
    return exitCode.verified;
  },
};

/** The labs of the first bootcamp; there is one. */
function labsFolder({ context, messages }: Call): string {
  const bootcamps = join(context.root, 'bootcamps');
  const [first] = existsSync(bootcamps)
    ? readdirSync(bootcamps, { withFileTypes: true }).filter((entry) => entry.isDirectory())
    : [];
  if (!first) throw new CommandProblem(exitCode.couldNotTell, messages.new.noBootcamp);
  return join(bootcamps, first.name, 'labs');
}
