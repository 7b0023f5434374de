import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { FileMap } from './variant-files.ts';
import { walkFiles } from './walk-files.ts';

/** A run's folders: `place` holds `tree` (the copy, with the variant in `folder`), `home`, `tmp` and `out`. */
interface RunFiles {
  readonly place: string;
  readonly tree: string;
  readonly folder: string;
  readonly files: FileMap;
}

/** What a run made or changed outside its temp folder. */
export function strayFiles({ place, tree, folder, files }: RunFiles): string[] {
  const changed = [...files].filter(([path, text]) => textOf(join(folder, path)) !== text);
  const known = new Set([...files.keys()].map((path) => relative(tree, join(folder, path)).split(sep).join('/')));
  const made = filesBelow(tree).filter((file) => !known.has(file) && !/(^|\/)tsconfig[^/]*\.json$/.test(file));
  const inHome = filesBelow(join(place, 'home')).map((file) => `~/${file}`);
  const beside = readdirSync(place).filter((name) => !['out', 'tree', 'tmp', 'home'].includes(name));
  return [...changed.map(([path]) => `${path} (changed)`), ...made, ...inHome, ...beside];
}

/** Files below a folder, with `/`; what is installed does not count. */
function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return ['(the folder itself was removed)'];
  const leavesOut = (name: string): boolean => name === 'node_modules';
  return walkFiles(folder, { links: 'ignore', leavesOut }).map(({ path }) => path);
}

/**
 * A copy links to the installed packages: what is written through that link lands in the repository. Names with a dot are
 * the package manager's and the runner's own (a config is compiled there).
 */
export function installedNames(home: string): string[] {
  return readdirSync(join(home, 'node_modules'))
    .filter((name) => !name.startsWith('.'))
    .map((name) => `node_modules/${name}`);
}

/** `undefined`: there is no such file (any more). */
function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
