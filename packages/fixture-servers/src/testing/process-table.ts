import { execFileSync } from 'node:child_process';
import { listLinuxProcesses, readLinuxProcess } from './linux-processes.ts';
import type { ProcessInfo } from './process-info.ts';
import { parsePs, psCommand } from './ps-processes.ts';
import { parseWindowsProcesses, windowsCommand } from './windows-processes.ts';

/** Where a platform's process table comes from: a file system, or a program's output and how to read it. */
export type ProcessSource =
  | { readonly kind: 'proc' }
  | {
      readonly kind: 'program';
      readonly executable: string;
      readonly args: readonly string[];
      readonly parse: (text: string) => ProcessInfo[];
    };

/** Chooses the source for a platform (`process.platform`). */
export function processSource(platform: NodeJS.Platform): ProcessSource {
  if (platform === 'linux') return { kind: 'proc' };
  if (platform === 'win32') return { kind: 'program', ...windowsCommand, parse: parseWindowsProcesses };
  return { kind: 'program', ...psCommand, parse: parsePs };
}

/**
 * All processes that this user can see, zombies included.
 *
 * @throws when the platform's program cannot be run
 */
export function listProcesses(): ProcessInfo[] {
  const source = processSource(process.platform);
  if (source.kind === 'proc') return listLinuxProcesses();
  const text = execFileSync(source.executable, source.args, {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    windowsHide: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return source.parse(text);
}

/**
 * What became of a process. Unlike `process.kill(pid, 0)` this tells a zombie, which is dead, from a process that
 * runs. A pid is trusted to be still the same process: ask soon.
 */
export function processState(pid: number): 'running' | 'zombie' | 'gone' {
  const source = processSource(process.platform);
  const found =
    source.kind === 'proc' ? readLinuxProcess(pid) : listProcesses().find((candidate) => candidate.pid === pid);
  return found?.state ?? 'gone';
}

/** True while the process runs; a zombie does not. */
export function isAlive(pid: number): boolean {
  return processState(pid) === 'running';
}

/**
 * The children of a process, their children, and so on; zombies included, the process itself not. A child whose parent
 * has ended belongs to init and is no descendant any more.
 *
 * @param processes a table taken before; default: the table now
 */
export function descendantsOf(pid: number, processes: readonly ProcessInfo[] = listProcesses()): ProcessInfo[] {
  const found = new Set([pid]);
  const descendants: ProcessInfo[] = [];
  // A Set is walked in the order of insertion, and what is added on the way is still visited.
  for (const parent of found) {
    for (const child of processes) {
      if (child.ppid !== parent || found.has(child.pid)) continue;
      found.add(child.pid);
      descendants.push(child);
    }
  }
  return descendants;
}
