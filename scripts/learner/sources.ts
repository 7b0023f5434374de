import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';
import type { FileMap } from '../lesson/collect/variant-files.ts';

/** A unified diff from `before` to `after` with paths `a/src/…` and `b/src/…`; empty when nothing differs. */
export function sourcePatch(before: FileMap, after: FileMap): string {
  return [...new Set([...before.keys(), ...after.keys()])]
    .toSorted()
    .filter((path) => before.get(path) !== after.get(path))
    .map((path) => {
      const [old, now] = [before.get(path), after.get(path)];
      const names = [
        old === undefined ? '/dev/null' : `a/${path}`,
        now === undefined ? '/dev/null' : `b/${path}`,
      ] as const;
      return createTwoFilesPatch(...names, old ?? '', now ?? '', undefined, undefined, {
        context: 3,
        headerOptions: FILE_HEADERS_ONLY,
      });
    })
    .join('');
}
