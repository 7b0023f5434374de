import { isLoaderVariable, looksSecret } from './loader-variables.ts';

/** Two parts of an environment: what a launcher sees, and what has to be put in behind it again. */
export interface ApartEnvironment {
  /** All of the launcher's; null takes a variable of the host away. Undefined: the server's will do. */
  readonly launcher?: Readonly<Record<string, string | null>>;
  readonly behind: Readonly<Record<string, string>>;
}

/**
 * A launcher is no part of the server, and runs outside of what it makes: what the configuration of a server says of
 * `LD_PRELOAD`, of PATH, or of anything else by which a program loads other code, is not for it, or it would be the way out.
 * Where it says the same as the host there is nothing to keep apart. What is a secret by its name stays, since what is put
 * in again stands in the arguments, for everybody to read.
 */
export function keepApart(
  env: Readonly<Record<string, string>>,
  host: Readonly<Record<string, string | undefined>>,
): ApartEnvironment {
  const behind = Object.fromEntries(
    Object.entries(env).filter(([name, value]) => isLoaderVariable(name) && !looksSecret(name) && value !== host[name]),
  );
  const names = Object.keys(behind);
  if (names.length === 0) return { behind };
  const launcher: Record<string, string | null> = { ...env };
  for (const name of names) launcher[name] = name === 'PATH' ? (host['PATH'] ?? null) : null;
  return { launcher, behind };
}
