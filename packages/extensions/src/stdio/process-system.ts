import { systemClock } from '../base/clock.ts';
import { settlesWithin } from '../base/deadline.ts';
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

/** The latest births of the system. Nothing here waits: what is asked for may be gone a millisecond later. */
export interface Births {
  /** A number that grows with each process that is started; undefined when it cannot be had. */
  count(): number | undefined;
  /** What was started since that count (the last ones, if it is much), and whether `name=value` is in its environment. */
  since(count: number, name: string, value: string): readonly Birth[];
}

export interface Birth {
  readonly entry: ProcessEntry;
  /** Undefined when its environment could not be read, or is not there yet. */
  readonly carries: boolean | undefined;
}

/** What the shutdown of a server needs from the operating system. Tests put a table of their own in its place. */
export interface ProcessSystem {
  /** The whole table; undefined when it could not be read. Never rejects, takes a bounded time. */
  table(): Promise<readonly ProcessEntry[] | undefined>;
  /** What meets processes that live too short for a table; undefined where the platform tells nothing of births. */
  readonly births?: Births;
  /** The rows of these processes, as far as they exist; cheaper than the table where the platform allows it. */
  entries(pids: readonly number[]): Promise<readonly ProcessEntry[] | undefined>;
  /** True when `earlier` began before `later`, or when that cannot be told. */
  mayPrecede(earlier: string, later: string): boolean;
  /** Whether `name=value` is in the environment that the process was started with. Undefined where that cannot be read. */
  hasVariable(pid: number, name: string, value: string): Promise<boolean | undefined>;
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

/** What a promise gives; `otherwise` when it rejects or takes longer. It may never settle: closing has an end all the same. */
export async function inTime<T>(promise: Promise<T>, ms: number, otherwise: T): Promise<T> {
  const safe = promise.catch(() => otherwise);
  return (await settlesWithin(safe, ms, systemClock)) ? safe : otherwise;
}
