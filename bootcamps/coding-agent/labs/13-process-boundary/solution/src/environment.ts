/**
 * What a program needs to be found and to run. Everything else (HOME, proxies, cloud keys, debug switches) stays here:
 * a program that a model chose gets a secret only when the caller names it.
 */
const ALLOWED = ['PATH', 'LANG', 'LC_ALL', 'LC_CTYPE', 'TZ', 'TMPDIR', 'TMP', 'TEMP'];

/**
 * The environment of a process: the allowlist, then what the caller names. `process.env` is only read.
 *
 * Grown-up twin: packages/extensions/src/stdio/environment.ts
 */
export function childEnvironment(named: Readonly<Record<string, string>>): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const name of ALLOWED) {
    const value = process.env[name];
    if (value !== undefined) environment[name] = value;
  }
  return { ...environment, ...named };
}
