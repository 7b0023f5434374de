import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { scriptsOf } from './interpreter-script.ts';
import { runnerOf } from './package-runner.ts';

/** Programs and libraries of the system: no secrets, and the same for everybody. Those that exist are seen. */
export const systemFolders: readonly string[] = (
  '/usr /bin /sbin /lib /lib32 /lib64 /libx32 /nix/store /gnu/store /etc/ld.so.cache /etc/ld.so.conf ' +
  '/etc/ld.so.conf.d /etc/alternatives /etc/nsswitch.conf /etc/passwd /etc/group /etc/localtime ' +
  '/etc/timezone /etc/mime.types /etc/protocols /etc/services /etc/ssl/certs /etc/ssl/openssl.cnf ' +
  '/etc/pki/ca-trust /etc/pki/tls/certs /etc/crypto-policies'
).split(' ');

/** What is needed beside them to find other machines by their names. */
export const networkFiles: readonly string[] = ['/etc/resolv.conf', '/etc/hosts', '/etc/host.conf', '/etc/gai.conf'];

/** What makes a folder the folder of a package. */
const manifests = ['package.json', 'pyproject.toml', 'deno.json'];

export interface ProgramQuery {
  /** Absolute. */
  readonly executable: string;
  readonly args: readonly string[];
  /** Absolute. */
  readonly cwd: string;
  /** The home folder of the host's user: neither it nor what is above it is ever seen because a program is in it. */
  readonly home: string;
}

/**
 * The folders that a program and its script are installed in, as far as they are not the system's: what has to be seen so
 * that it can start. A file that is in no package and in no installation of its own is seen alone, and not its folder.
 */
export function programFolders(query: ProgramQuery): string[] {
  const { executable, args, cwd } = query;
  const call = runnerOf(executable, args);
  const program = call?.command ?? call?.packages[0]?.name ?? executable;
  const scripts = scriptsOf(program, call?.args ?? args).flatMap((use) =>
    use.kind === 'file' ? [resolve(cwd, use.folder ?? '', use.path)] : [],
  );
  const programs = bothNames(executable).map((path) => installationOf(path, query.home));
  const packages = scripts.flatMap(bothNames).map((path) => packageOf(path, query.home));
  return [...new Set([...programs, ...packages])].filter((path) => !isWithin(path, systemFolders));
}

/** True when one of the folders is the path, or holds it. */
export function isWithin(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep));
}

/** As it is called, and what that leads to; nothing when there is no such file. */
function bothNames(path: string): string[] {
  try {
    return [...new Set([path, realpathSync(path)])];
  } catch {
    return [];
  }
}

/** `<prefix>/bin/program`: the prefix, when it is an installation of its own (a virtual environment, one version of Node). */
function installationOf(path: string, home: string): string {
  const bin = dirname(path);
  const prefix = dirname(bin);
  const isShared = isTooMuch(prefix, home) || prefix === join(home, '.local') || prefix === '/opt';
  const isInstallation = bin.endsWith(`${sep}bin`) && !isShared;
  return isInstallation && (existsSync(join(prefix, 'pyvenv.cfg')) || existsSync(join(prefix, 'lib')))
    ? prefix
    : packageOf(path, home);
}

/** The folder of the package, or the outermost `node_modules`, where what it needs is. */
function packageOf(path: string, home: string): string {
  const [, modules] = /^(.*?[\\/]node_modules)[\\/]/.exec(path) ?? [];
  if (modules !== undefined) return modules;
  for (let folder = dirname(path); !isTooMuch(folder, home); folder = dirname(folder)) {
    if (manifests.some((name) => existsSync(join(folder, name)))) return folder;
  }
  return path;
}

/** The home folder, and everything that it is in. */
function isTooMuch(folder: string, home: string): boolean {
  return dirname(folder) === folder || isWithin(home, [folder]);
}
