import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { exitCode } from '../../lesson/exit-codes.ts';
import type { Command } from '../command.ts';
import { lessonOf } from '../lesson-of.ts';
import { CommandProblem } from '../problem.ts';
import { compareWithShipped, starterPatchName } from '../../lesson/collect/shipped-starter.ts';
import { readSources } from '../../lesson/collect/variant-files.ts';
import { sourcePatch } from '../sources.ts';

export const starterCommand: Command = {
  name: 'starter',
  synopsis: 'starter check|write <lesson>',
  options: {},
  positionals: { least: 2, most: 2 },
  run: (call) => {
    const { page, messages, context } = call;
    const [action = '', name = ''] = call.positionals;
    if (action !== 'check' && action !== 'write') {
      throw new CommandProblem(exitCode.usage, messages.starter.badAction(action), { showUsage: true });
    }
    const lesson = lessonOf({ ...call, positionals: [name] });
    const starter = readSources(join(lesson.folder, 'starter'));
    if (action === 'write') {
      const file = join(lesson.folder, starterPatchName);
      writeFileSync(file, sourcePatch(readSources(join(lesson.folder, 'solution')), starter));
      page.text(messages.starter.written(relative(context.cwd, file)));
      return exitCode.verified;
    }
    const compared = compareWithShipped(lesson.folder, starter);
    const problem = compared.ok ? compared.differing.join(', ') : compared.why || messages.reset.noPatch;
    page.text(problem === '' ? messages.starter.same : messages.starter.differs(problem));
    return problem === '' ? exitCode.verified : exitCode.content;
  },
};
