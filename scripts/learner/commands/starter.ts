import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { exitCode } from '../../lesson/exit-codes.ts';
import type { Call, Command } from '../command.ts';
import { lessonOf, type Lesson } from '../lesson-of.ts';
import { CommandProblem } from '../problem.ts';
import { shownPath } from '../shown-path.ts';
import { compareWithShipped, starterPatchName } from '../../lesson/collect/shipped-starter.ts';
import { nameless, packageNamed } from '../../lesson/collect/twin-facts.ts';
import { readSources, readVariant } from '../../lesson/collect/variant-files.ts';
import { sourcePatch } from '../sources.ts';

export const starterCommand: Command = {
  name: 'starter',
  synopsis: 'starter check|write <lesson>',
  options: {},
  positionals: { least: 2, most: 2 },
  run: (call) => {
    const { page, messages } = call;
    const [action = '', name = ''] = call.positionals;
    if (action !== 'check' && action !== 'write') {
      throw new CommandProblem(exitCode.usage, messages.starter.badAction(action), { showUsage: true });
    }
    const lesson = lessonOf({ ...call, positionals: [name] });
    const starterFolder = join(lesson.folder, 'starter');
    if (action === 'write') {
      copyFromSolution(call, lesson);
      const file = join(lesson.folder, starterPatchName);
      const [solution, starter] = [readSources(join(lesson.folder, 'solution')), readSources(starterFolder)];
      writeFileSync(file, sourcePatch(solution, starter));
      page.text(messages.starter.written(shownPath(file, call)));
      const unpaired = [...starter.keys()].filter((path) => !solution.has(path)).toSorted();
      if (unpaired.length > 0) page.text(messages.starter.unpaired(unpaired.join(', ')));
      return exitCode.verified;
    }
    const compared = compareWithShipped(lesson.folder, readSources(starterFolder));
    const problem = compared.ok ? compared.differing.join(', ') : compared.why || messages.reset.noPatch;
    page.text(problem === '' ? messages.starter.same : messages.starter.differs(problem));
    return problem === '' ? exitCode.verified : exitCode.content;
  },
};

/**
 * Tests and settings are written in the solution and are the same in the starter (R16); a source that the starter lacks
 * begins as the solution's, and its hole is cut afterwards. What the starter had instead is kept in the work folder:
 * somebody may have edited the wrong one.
 */
function copyFromSolution(call: Call, lesson: Lesson): void {
  const { page, messages, context } = call;
  const here = readVariant(join(lesson.folder, 'starter'));
  const there = readVariant(join(lesson.folder, 'solution'));
  const differing = [...new Set([...there.keys(), ...here.keys()])].toSorted().filter((path) => {
    if (path.startsWith('src/')) return !here.has(path);
    const [ours, theirs] = [here.get(path) ?? '', there.get(path) ?? ''];
    return path === 'package.json' ? nameless(ours) !== nameless(theirs) : ours !== theirs;
  });
  if (differing.length === 0) return;
  const stamp = context.now().toISOString().replaceAll(':', '-').replace(/\..*$/, '');
  const kept = join(context.workFolder, lesson.id, 'replaced', stamp);
  for (const path of differing) {
    const target = join(lesson.folder, 'starter', path);
    if (existsSync(target)) {
      mkdirSync(dirname(join(kept, path)), { recursive: true });
      copyFileSync(target, join(kept, path));
    }
    const text = there.get(path);
    if (text === undefined) rmSync(target);
    else {
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, path === 'package.json' ? packageNamed(here.get(path), text) : text);
    }
  }
  page.text(messages.starter.copied(differing.join(', ')));
  if (existsSync(kept)) {
    page.text(messages.starter.kept);
    page.code(shownPath(kept, call));
  }
}
