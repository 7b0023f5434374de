import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, resolve } from 'node:path';
import { isFile, resolveOnWindows } from '../stdio/launch.ts';

export interface ExecutableQuery {
  readonly executable: string;
  /** Absolute: where a relative path, and a relative or empty folder of PATH, begin. */
  readonly cwd: string;
  /** The environment of the process to be: its `PATH` is searched, and on Windows its `PATHEXT`. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform?: NodeJS.Platform;
}

/** Where a program is; or what the system would say instead of starting it, and why. */
export type FoundExecutable =
  | { readonly kind: 'found'; readonly path: string }
  | { readonly kind: 'not-found'; readonly errno: 'ENOENT' | 'EACCES'; readonly why: string };

/** What `execvp` searches when there is no PATH. */
const defaultPath = '/bin:/usr/bin';

/**
 * Finds the file that a start would run, by the rules of that start: `execvp` on POSIX (a name without a slash is looked for
 * on PATH, what may not be executed is passed over), `planLaunch` on Windows. Starts nothing. The path is absolute, and may
 * be a symbolic link: some programs go by the name that they are called by.
 */
export function findExecutable(query: ExecutableQuery): FoundExecutable {
  const { executable, cwd, env, platform = process.platform } = query;
  if (platform === 'win32') {
    const given = Object.fromEntries(
      Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    );
    const path = resolveOnWindows({ platform, executable, args: [], cwd, env: given, isFile });
    return path === undefined ? missing(`${executable} was not found`) : { kind: 'found', path };
  }
  const isPath = executable.includes('/');
  const folders = isPath ? [''] : (env['PATH'] ?? defaultPath).split(delimiter);
  let forbidden: string | undefined;
  for (const folder of folders) {
    const path = resolve(cwd, folder, executable);
    const status = statusOf(path);
    if (status === 'program') return { kind: 'found', path };
    if (status !== 'nothing') forbidden ??= `${path} ${status}`;
  }
  if (forbidden !== undefined) return { kind: 'not-found', errno: 'EACCES', why: forbidden };
  return missing(isPath ? `${resolve(cwd, executable)} does not exist` : `${executable} was not found on PATH`);
}

/**
 * Finds a program that stands before servers (a sandbox) on the host's own PATH. What a server's environment says of PATH
 * has no part in it: else the configuration of a server could bring its own sandbox. Relative folders are passed over.
 */
export function findLauncher(
  name: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
): FoundExecutable {
  const PATH = (env['PATH'] ?? env['Path'] ?? defaultPath).split(delimiter).filter(isAbsolute).join(delimiter);
  return findExecutable({ executable: name, cwd: resolve('/'), env: { ...env, PATH } });
}

function missing(why: string): FoundExecutable {
  return { kind: 'not-found', errno: 'ENOENT', why };
}

function statusOf(
  path: string,
): 'program' | 'nothing' | 'is a directory' | 'is no regular file' | 'may not be executed' {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return 'nothing';
    if (stats.isDirectory()) return 'is a directory';
    if (!stats.isFile()) return 'is no regular file';
    accessSync(path, constants.X_OK);
    return 'program';
  } catch (error) {
    // ENOTDIR: a folder of PATH that is a file. ELOOP, ENAMETOOLONG: nothing that could be started.
    const isForbidden = error instanceof Error && 'code' in error && error.code === 'EACCES';
    return isForbidden ? 'may not be executed' : 'nothing';
  }
}
