import { relative, sep } from 'node:path';
import { walkFiles } from './walk-files.ts';

export type FolderSnapshot = ReadonlyMap<string, string>;

/** Installed, or made by tools: nobody's work, whatever changes there. */
const notWatched = new Set(['node_modules', '.turbo', '.lesson', 'dist']);

/** Size and time of change of every file below some folders. */
export function takeSnapshot(root: string, folders: readonly string[]): FolderSnapshot {
  const files = folders.flatMap((folder) =>
    walkFiles(folder, { links: 'ignore', leavesOut: (name) => notWatched.has(name) }),
  );
  return new Map(
    files.map(({ at, stats }) => [relative(root, at).split(sep).join('/'), `${stats.size} ${stats.mtimeMs}`]),
  );
}

/** Files that came, went or changed. */
export function changedBetween(before: FolderSnapshot, after: FolderSnapshot): string[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((path) => before.get(path) !== after.get(path))
    .toSorted();
}
