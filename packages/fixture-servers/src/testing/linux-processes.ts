import { readdirSync, readFileSync } from 'node:fs';
import type { ProcessInfo } from './process-info.ts';

/** Reads `/proc`: exact, and no process has to be started for it. */
export function listLinuxProcesses(): ProcessInfo[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readLinuxProcess(Number(name)) ?? []);
}

/** One process; undefined when there is none with this pid. */
export function readLinuxProcess(pid: number): ProcessInfo | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return parseLinuxProcess(stat, status, readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
  } catch {
    return undefined; // gone, maybe between two of the reads
  }
}

/**
 * @param stat `/proc/<pid>/stat`: `pid (name) state ppid pgrp …`; the name may hold blanks and parentheses
 * @param status `/proc/<pid>/status`: memory with its unit (`stat` counts it in pages of unknown size)
 * @param cmdline `/proc/<pid>/cmdline`: arguments, each ended by NUL; empty for a zombie
 * @returns undefined for a process that is being removed, or text that is not such a file
 */
export function parseLinuxProcess(stat: string, status: string, cmdline: string): ProcessInfo | undefined {
  const [, pid, name = '', state = '', ppid, pgid] = /^(\d+) \((.*)\) (\S) (-?\d+) (-?\d+) /s.exec(stat) ?? [];
  if (pid === undefined || state === 'X' || state === 'x') return undefined;
  return {
    pid: Number(pid),
    ppid: Number(ppid),
    pgid: Number(pgid),
    state: state === 'Z' ? 'zombie' : 'running',
    rssBytes: Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024,
    command: cmdline.replaceAll('\0', ' ').trim() || name,
  };
}
