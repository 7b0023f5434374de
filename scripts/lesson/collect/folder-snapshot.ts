import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

export type FolderSnapshot = ReadonlyMap<string, string>;

/** Size and time of change of every file below some folders; what is installed or made by tools does not count. */
export function takeSnapshot(root: string, folders: readonly string[]): FolderSnapshot {
  const found = new Map<string, string>();
  const walk = (at: string): void => {
    for (const entry of readdirSync(at, { withFileTypes: true })) {
      if (['node_modules', '.turbo', '.lesson', 'dist'].includes(entry.name)) continue;
      const path = join(at, entry.name);
      if (entry.isDirectory()) walk(path);
      else if (entry.isFile()) {
        const { size, mtimeMs } = statSync(path);
        found.set(relative(root, path).split(sep).join('/'), `${size} ${mtimeMs}`);
      }
    }
  };
  for (const folder of folders) if (existsSync(folder)) walk(folder);
  return found;
}

/** Files that came, went or changed. */
export function changedBetween(before: FolderSnapshot, after: FolderSnapshot): string[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((path) => before.get(path) !== after.get(path))
    .toSorted();
}
