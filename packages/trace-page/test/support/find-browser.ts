import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/** The browser of this machine, or why there is none for the tests. */
export type FoundBrowser =
  { readonly path: string; readonly missing?: never } | { readonly path?: never; readonly missing: string };

export function findBrowser(): FoundBrowser {
  if (process.platform !== 'linux') return { missing: 'they use what Linux has to start a browser without network' };
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    for (const name of names) {
      const path = join(folder, name);
      if (folder !== '' && canRun(path)) return { path };
    }
  }
  return { missing: `none of ${names.join(', ')} is installed` };
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
