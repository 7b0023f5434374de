import { join } from 'node:path';
import { readSources } from '../../lesson/collect/variant-files.ts';
import { exitCode } from '../../lesson/exit-codes.ts';
import type { Command } from '../command.ts';
import { lessonOf } from '../lesson-of.ts';
import { openTree, patchId, treeAction, writeTree, type PatchTree } from '../patch-tree.ts';

export const wrongCommand: Command = {
  name: 'wrong',
  synopsis: 'wrong edit|write <lesson> <id>',
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
      command: 'wrong',
      base: readSources(join(lesson.folder, 'solution')),
      tree: join(context.workFolder, lesson.id, 'wrong', id),
      patch: join(lesson.folder, 'wrong', `${id}.patch`),
      says: messages.wrong,
    };
    if (action === 'edit') {
      openTree(call, place);
      return exitCode.verified;
    }
    writeTree(call, place);
    if (!lesson.manifest.wrong.some((entry) => entry.id === id)) page.text(messages.tree.declare('wrong', id));
    return exitCode.verified;
  },
};
