import { join } from 'node:path';
import { readVariant, type FileMap } from '../lesson/collect/variant-files.ts';

/** A lesson that is sound in all but one thing: nobody has written it. What each place wants is marked AUTHOR(<step>). */
const template = { id: '00-template', number: '00' } as const;

/**
 * The files of a new lesson, by path. It can be read, type-checks, runs, and keeps every rule of the verifier but R18,
 * which names what its author has to write.
 *
 * @param id `34-subagents`
 */
export function newLessonFiles(id: string): FileMap {
  const number = id.split('-')[0] ?? id;
  const spoken = new RegExp(`((?:pnpm lesson [a-z]+|verify:lesson --|Lab|实验) )${template.number}\\b`, 'g');
  return new Map(
    [...readVariant(join(import.meta.dirname, 'template', template.id))].map(([path, text]) => [
      path,
      text.replaceAll(template.id, id).replaceAll(spoken, `$1${number}`),
    ]),
  );
}
