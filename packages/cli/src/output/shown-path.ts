import { posix, win32 } from 'node:path';
import type { Host } from '../host.ts';
import { visibleLine } from './visible.ts';

/** Shows a path as a person thinks of it: from the working directory if it is below it, from `~` if it is below home. */
export function pathOf({ platform, cwd, home }: Pick<Host, 'platform' | 'cwd' | 'home'>): (path: string) => string {
  const paths = platform === 'win32' ? win32 : posix;
  const { sep } = paths;
  const below = (folder: string, path: string): string | undefined => {
    const way = paths.relative(folder, path);
    return way === '..' || way.startsWith(`..${sep}`) || paths.isAbsolute(way) ? undefined : way;
  };
  return (path) => {
    if (!paths.isAbsolute(path)) return visibleLine(path);
    const fromHere = below(cwd, path);
    if (fromHere !== undefined) return visibleLine(fromHere === '' ? '.' : `.${sep}${fromHere}`);
    const fromHome = below(home, path);
    return visibleLine(fromHome === undefined ? path : `~${fromHome === '' ? '' : sep}${fromHome}`);
  };
}
