import { homedir, userInfo } from 'node:os';
import { isAbsolute, resolve } from 'node:path';

/** Who says where it is, the most particular first. Throws, or says nothing of use, where there is no such thing. */
const everybody: readonly (() => string)[] = [homedir, () => userInfo().homedir];

/**
 * The home folder of the user: absolute, always. An empty or relative `HOME` is none, as in the XDG base directory
 * specification: the servers of whatever folder a program stands in would be taken for the user's own, and trusted. For an
 * account that has none at all (a container that runs as any number) it is the root folder, as container engines have it.
 */
export function homeFolder(sources: readonly (() => string)[] = everybody): string {
  for (const source of sources) {
    const folder = said(source);
    if (folder !== undefined && isAbsolute(folder)) return folder;
  }
  return resolve('/');
}

function said(source: () => string): string | undefined {
  try {
    return source();
  } catch {
    return undefined; // the system knows no such account
  }
}
