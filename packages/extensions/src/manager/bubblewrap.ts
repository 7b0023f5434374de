import { isAbsolute, join } from 'node:path';
import { isWithin, networkFiles, systemFolders } from './sandbox-mounts.ts';

export interface BubblewrapPlan {
  /** Absolute paths that exist: seen, and not written. */
  readonly readOnly: readonly string[];
  readonly writable: readonly string[];
  readonly network: boolean;
  /** Absolute. */
  readonly cwd: string;
  /** What the server will see: where its home and its temporary files are. */
  readonly env: Readonly<Record<string, string>>;
  /** Variables that are for the server and not for bwrap; no secrets. */
  readonly variables: Readonly<Record<string, string>>;
  readonly executable: string;
  readonly args: readonly string[];
}

interface Mount {
  readonly path: string;
  readonly args: readonly string[];
}

/**
 * The arguments of `bwrap` for a server: everything of its own (users, processes, IPC, host name, and network unless it may
 * have that), a root that is empty and cannot be written, the system read-only, the named folders, and a home and a `/tmp`
 * that are empty at the start and gone at the end. Pure.
 *
 * The rest of the environment is bwrap's own and goes through: in arguments everybody could read it. `--new-session`:
 * nothing can be typed into the terminal of the host. `--die-with-parent`: whatever ends the host's side ends the server,
 * and with the first process of a namespace the kernel ends all that is in it.
 */
export function bubblewrapArguments(plan: BubblewrapPlan): string[] {
  const { readOnly, writable, network, cwd, env, variables, executable, args } = plan;
  const named = [...readOnly, ...writable];
  const system = [...systemFolders, ...(network ? networkFiles : [])];
  const isSeen = (path: string): boolean => isWithin(path, [...system, ...named]);
  const own = [env['HOME'], env['TMPDIR'], env['TMP'], env['TEMP']]
    .filter((path) => path !== undefined && isAbsolute(path) && join(path, '.') !== '/' && !isSeen(path))
    .map((path) => join(path ?? '', '.'));
  const mounts: Mount[] = [
    { path: '/proc', args: ['--proc', '/proc'] },
    { path: '/dev', args: ['--dev', '/dev'] },
    ...Array.from(new Set(['/tmp', ...own]), (path) => ({ path, args: ['--tmpfs', path] })),
    ...system.map((path) => ({ path, args: ['--ro-bind-try', path, path] })),
    ...readOnly.map((path) => ({ path, args: ['--ro-bind', path, path] })),
    ...writable.map((path) => ({ path, args: ['--bind', path, path] })),
    ...(isSeen(cwd) ? [] : [{ path: cwd, args: ['--dir', cwd] }]),
  ];
  return [
    ...'--unshare-user-try --unshare-pid --unshare-ipc --unshare-uts --unshare-cgroup-try'.split(' '),
    ...(network ? [] : ['--unshare-net']),
    ...'--die-with-parent --new-session --cap-drop ALL'.split(' '),
    // What is inside of another comes after it, and would be hidden by it otherwise.
    ...mounts.toSorted((a, b) => depth(a.path) - depth(b.path)).flatMap((mount) => mount.args),
    ...Object.entries(variables).flatMap(([name, value]) => ['--setenv', name, value]),
    '--remount-ro',
    '/',
    '--chdir',
    cwd,
    '--',
    executable,
    ...args,
  ];
}

function depth(path: string): number {
  return path.split('/').filter(Boolean).length;
}
