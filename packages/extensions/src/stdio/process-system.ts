import type { Survivor } from '../rpc/transport.ts';

/** One row of the system's process table. */
export interface ProcessEntry {
  readonly pid: number;
  readonly ppid: number;
  readonly pgid: number;
  /** Session: a process that left its group by `setpgid` alone is still in it. The pgid where the platform hides it. */
  readonly session: number;
  /** False for a zombie: it has ended, and only its parent can make it disappear. */
  readonly alive: boolean;
  /** When it began, in the platform's own words. Pid and start together name one process: a pid alone is given again. */
  readonly start: string;
}

/** What the shutdown of a server needs from the operating system. Tests put a table of their own in its place. */
export interface ProcessSystem {
  /** The whole table; undefined when it could not be read. Never rejects, takes a bounded time. */
  table(): Promise<readonly ProcessEntry[] | undefined>;
  /** The rows of these processes, as far as they exist; cheaper than the table where the platform allows it. */
  entries(pids: readonly number[]): Promise<readonly ProcessEntry[] | undefined>;
  /** True when `earlier` began before `later`, or when that cannot be told. */
  mayPrecede(earlier: string, later: string): boolean;
  /** True when `name=value` is in the environment that the process was started with. False where that cannot be read. */
  hasVariable(pid: number, name: string, value: string): Promise<boolean>;
  /** Sends a signal; to a process group when `target` is negative. A target that is gone is no error. */
  signal(target: number, signal: 'SIGTERM' | 'SIGKILL'): void;
  /** What to call a process that would not go. */
  describe(pid: number): Promise<Survivor>;
  /** How long to wait between two looks, in milliseconds: what a look costs decides. */
  readonly pollMs: number;
}

/** `process.kill` without its exceptions: gone is what we want, and what we may not signal is named as a survivor later. */
export function sendSignal(target: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  // 0 and -1 would mean our own group, and everybody.
  if (target === 0 || target === -1) return;
  try {
    process.kill(target, signal);
  } catch {
    // ESRCH or EPERM
  }
}
