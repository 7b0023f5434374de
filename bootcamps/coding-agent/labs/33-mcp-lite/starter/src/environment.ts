/**
 * What a program needs to be found and to run. Everything else (HOME, proxies, cloud keys, debug switches) stays here:
 * a server is a program of somebody else, and gets a secret only when the configuration names it.
 */
const ALLOWED = ['PATH', 'LANG', 'LC_ALL', 'LC_CTYPE', 'TZ', 'TMPDIR', 'TMP', 'TEMP'];
const ALLOWED_ON_WINDOWS = ['SystemRoot', 'SystemDrive', 'WINDIR', 'PATHEXT', 'COMSPEC'];

/**
 * The environment of a server: the allowlist, then what the configuration names. `process.env` is only read.
 *
 * Grown-up twin: packages/extensions/src/stdio/environment.ts
 */
export function serverEnvironment(named: Readonly<Record<string, string>>): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const name of process.platform === 'win32' ? [...ALLOWED, ...ALLOWED_ON_WINDOWS] : ALLOWED) {
    const value = process.env[name];
    if (value !== undefined) environment[name] = value;
  }
  return { ...environment, ...named };
}
