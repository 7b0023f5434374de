import { existsSync, lstatSync, readdirSync, realpathSync, statSync, type Stats } from 'node:fs';
import { join } from 'node:path';

export interface WalkedFile {
  /** Relative to the folder that was walked, with `/`. */
  readonly path: string;
  /** Where it lies. */
  readonly at: string;
  readonly stats: Stats;
}

export interface WalkOptions {
  /** `follow`: a link counts as what it leads to. `ignore`: a link counts as nothing. */
  readonly links: 'follow' | 'ignore';
  /** What of a folder's entries is not part of it. */
  readonly leavesOut: (name: string, kind: 'file' | 'folder') => boolean;
}

/**
 * All files below a folder, in the order of the file system; none when there is no folder. A link that leads nowhere, or
 * back to a folder that it lies in, counts as nothing; so does what goes away meanwhile.
 */
export function walkFiles(folder: string, { links, leavesOut }: WalkOptions): WalkedFile[] {
  const files: WalkedFile[] = [];
  const look = links === 'follow' ? followed : itself;
  const walk = (at: string, path: string, above: readonly string[]): void => {
    const here = [...above, realpathSync(at)];
    for (const name of readdirSync(at)) {
      const entry = { path: path + name, at: join(at, name) };
      const stats = look(entry.at);
      if (stats?.isDirectory()) {
        if (!leavesOut(name, 'folder') && !here.includes(realpathSync(entry.at)))
          walk(entry.at, `${entry.path}/`, here);
      } else if (stats?.isFile() && !leavesOut(name, 'file')) files.push({ ...entry, stats });
    }
  };
  if (existsSync(folder)) walk(folder, '', []);
  return files;
}

function itself(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false });
}

/** A link that leads to itself leads nowhere; `existsSync` knows, `statSync` throws. */
function followed(path: string): Stats | undefined {
  return existsSync(path) ? statSync(path, { throwIfNoEntry: false }) : undefined;
}
