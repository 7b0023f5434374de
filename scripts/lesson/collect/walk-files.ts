import { existsSync, lstatSync, readdirSync, realpathSync, statSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { isSystemError } from '../system-error.ts';

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

/** Where a walk that follows links gives up: one may lead to a whole disk. */
export const mostFollowed = 10_000;

/** More lies below a folder, links followed, than anybody's work can be. */
export class TooManyFiles extends Error {
  override readonly name = 'TooManyFiles';
  readonly folder: string;

  constructor(folder: string) {
    super(`more than ${mostFollowed} files and folders below ${folder}: does a link lead out of it?`);
    this.folder = folder;
  }
}

/**
 * All files below a folder, in the order of the file system; none when there is no folder. A link that leads nowhere
 * counts as nothing; so does what goes away meanwhile.
 *
 * Where links are followed, each real folder is walked once, at its own place if that is below: a link to a folder that
 * was walked already (a second link to it, or one back to where it lies) counts as nothing. Links to folders are followed
 * after all else, in the order of their paths. Throws `TooManyFiles` beyond `mostFollowed` files and folders.
 */
export function walkFiles(folder: string, { links, leavesOut }: WalkOptions): WalkedFile[] {
  const files: WalkedFile[] = [];
  const walked = new Set<string>();
  let linked: Place[] = [];
  let met = 0;

  const walk = ({ at, path }: Place): void => {
    for (const name of entriesOf(at, walked)) {
      if (links === 'follow' && ++met > mostFollowed) throw new TooManyFiles(folder);
      const entry = { path: path + name, at: join(at, name) };
      const self = unlessGone(() => lstatSync(entry.at));
      const stats = self?.isSymbolicLink() ? (links === 'follow' ? target(entry.at) : undefined) : self;
      if (stats?.isDirectory()) {
        if (leavesOut(name, 'folder')) continue;
        const place = { at: entry.at, path: `${entry.path}/` };
        if (self === stats) walk(place);
        else linked.push(place);
      } else if (stats?.isFile() && !leavesOut(name, 'file')) files.push({ ...entry, stats });
    }
  };
  walk({ at: folder, path: '' });
  while (linked.length > 0) {
    const now = linked.toSorted((a, b) => (a.path < b.path ? -1 : 1));
    linked = [];
    now.forEach(walk);
  }
  return files;
}

type Place = Pick<WalkedFile, 'at' | 'path'>;

/** Names in a folder, once: nothing when it was walked already, or is no folder (any more). */
function entriesOf(at: string, walked: Set<string>): string[] {
  const real = unlessGone(() => realpathSync(at));
  if (real === undefined || walked.has(real)) return [];
  walked.add(real);
  return unlessGone(() => readdirSync(at)) ?? [];
}

/** A link that leads to itself leads nowhere; `existsSync` knows, `statSync` throws. */
function target(path: string): Stats | undefined {
  return existsSync(path) ? unlessGone(() => statSync(path)) : undefined;
}

/** `undefined`: what is looked at is not there, or lies below what is no folder. */
function unlessGone<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    if (isSystemError(error) && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return undefined;
    throw error;
  }
}
