import { join } from 'node:path';
import { applyPatchFile } from '../../lesson/collect/patches.ts';
import { readSources, type FileMap } from '../../lesson/collect/variant-files.ts';
import { exitCode } from '../../lesson/exit-codes.ts';
import type { Call, Command } from '../command.ts';
import { lessonOf, type Lesson } from '../lesson-of.ts';
import { openTree, patchId, treeAction, writeTree, type PatchTree } from '../patch-tree.ts';
import { CommandProblem } from '../problem.ts';

export const stepCommand: Command = {
  name: 'step',
  synopsis: 'step edit|write <lesson> <id>',
  options: {},
  positionals: { least: 3, most: 3 },
  run: (call) => {
    const { messages, page, context } = call;
    const [word = '', name = '', wanted = ''] = call.positionals;
    const action = treeAction(call, word);
    const lesson = lessonOf({ ...call, positionals: [name] });
    const id = patchId(call, wanted);
    const place: PatchTree = {
      lesson,
      id,
      command: 'step',
      base: before(call, lesson, id),
      tree: join(context.workFolder, lesson.id, 'step', id),
      patch: patchOf(lesson, id),
      says: messages.step,
    };
    if (action === 'edit') {
      openTree(call, place);
      return exitCode.verified;
    }
    writeTree(call, place);
    const ids = lesson.manifest.steps.map((step) => step.id);
    const next = ids[ids.indexOf(id) + 1];
    if (!ids.includes(id)) page.text(messages.tree.declare('steps', id));
    else if (next !== undefined) {
      page.text(messages.step.next);
      page.code(`pnpm lesson step edit ${lesson.number} ${next}`);
    }
    return exitCode.verified;
  },
};

/** Where a step begins: the starter with all declared steps before it. A step that is not declared yet comes last. */
function before({ messages }: Call, lesson: Lesson, id: string): FileMap {
  let files = readSources(join(lesson.folder, 'starter'));
  for (const step of lesson.manifest.steps) {
    if (step.id === id) break;
    const { files: walked, fact } = applyPatchFile(files, patchOf(lesson, step.id), `steps/${step.id}.patch`);
    if (fact.problem) {
      const command = `pnpm lesson step edit ${lesson.number} ${step.id}`;
      throw new CommandProblem(exitCode.content, messages.step.earlier(fact.file, command));
    }
    files = walked;
  }
  return files;
}

function patchOf(lesson: Lesson, id: string): string {
  return join(lesson.folder, 'steps', `${id}.patch`);
}
