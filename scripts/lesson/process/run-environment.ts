import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The environment of a lesson's code: only what a program needs to be found and to speak, and folders of its own for what
 * it writes; a lesson may not depend on the rest. Makes these folders, in `place`.
 */
export function runEnvironment(place: string): Record<string, string> {
  const names = ['PATH', 'LANG', 'LC_ALL', 'TZ', 'SystemRoot', 'SYSTEMROOT', 'ComSpec', 'PATHEXT', 'windir'];
  const inherited = names.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const [home, tmp] = [join(place, 'home'), join(place, 'tmp')];
  for (const folder of [home, tmp]) mkdirSync(folder, { recursive: true });
  return { ...Object.fromEntries(inherited), HOME: home, TMPDIR: tmp, TEMP: tmp, TMP: tmp, NO_COLOR: '1' };
}
