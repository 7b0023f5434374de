/**
 * The variable that a server's processes are found by when they left their group and their parent is gone. Its value is
 * random, says nothing, and is set on platforms only that let us read the environment of a process (Linux). It is the one
 * name in a server's environment that is neither on the list below nor named by the configuration.
 */
export const markVariable = 'MCP_CLIENT_MARK';

/**
 * A new value for it: 128 random bits, so that no two servers of a machine have the same. It is no secret (the server
 * reads it), and `node:crypto` would make every import of the client a fifth slower.
 */
export function newMark(): string {
  const word = (): string =>
    Math.floor(Math.random() * 2 ** 32)
      .toString(16)
      .padStart(8, '0');
  return `${word()}${word()}${word()}${word()}`;
}

/** To be found and to run: where programs are, which language (also all of `LC_*`) and time zone, where temporary files go. */
const base = ['PATH', 'LANG', 'LANGUAGE', 'TZ', 'TMPDIR', 'TMP', 'TEMP'];

/** Without these a Windows program does not load its libraries, or cannot start another one. */
const windowsMinimum = ['SystemRoot', 'windir', 'SystemDrive', 'ComSpec', 'PATHEXT'];

export interface EnvironmentSources {
  readonly platform: NodeJS.Platform;
  /** The host's environment. Only read. */
  readonly host: Readonly<Record<string, string | undefined>>;
  /** Names of the host's variables that the server may see beside the list. */
  readonly inheritEnv?: readonly string[];
  /** Set by the configuration, over everything else; null or undefined takes a variable away. */
  readonly env?: Readonly<Record<string, string | null | undefined>>;
}

/**
 * The environment of a server (C-02): an allowlist, then the names that the configuration lets through, then what it
 * sets. HOME, proxies, cloud keys and debug switches stay here unless they are named: a server is somebody else's program.
 *
 * An inherited value that begins with `()` is left out: it is a function exported by bash, which is code. On Windows, where
 * names have no case, a later name replaces an earlier one that differs in case only.
 */
export function serverEnvironment(sources: EnvironmentSources): Record<string, string> {
  const { platform, host, inheritEnv = [], env = {} } = sources;
  const fold = platform === 'win32' ? (name: string): string => name.toUpperCase() : (name: string): string => name;
  const named = new Set([...base, ...(platform === 'win32' ? windowsMinimum : []), ...inheritEnv].map(fold));
  const chosen = new Map<string, readonly [name: string, value: string]>();

  for (const [name, value] of Object.entries(host)) {
    const key = fold(name);
    if (value === undefined || value.startsWith('()')) continue;
    if (named.has(key) || key.startsWith('LC_')) chosen.set(key, [name, value]);
  }
  for (const [name, value] of Object.entries(env)) {
    if (value === null || value === undefined) chosen.delete(fold(name));
    else chosen.set(fold(name), [name, value]);
  }
  return Object.fromEntries(chosen.values());
}

/**
 * The values that must not be seen in what a server says on stderr: those that the configuration gave it, by value or by
 * name. Shorter ones than eight characters are left out: `1` or `debug` would make holes in every line.
 */
export function configuredValues(sources: EnvironmentSources): string[] {
  const { host, inheritEnv = [], env = {} } = sources;
  const values = [...inheritEnv.map((name) => host[name]), ...Object.values(env)];
  return [...new Set(values)].filter((value) => typeof value === 'string').filter((value) => value.length >= 8);
}
